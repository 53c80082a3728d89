-- +goose Up
ALTER TABLE bot ADD COLUMN team INTEGER REFERENCES team(id); -- that it belongs to; NULL: to its owner alone
CREATE INDEX bot_team ON bot(team);
ALTER TABLE bot ADD COLUMN before INTEGER REFERENCES bot(id); -- the same bot in the season before; NULL: none

CREATE TABLE team_link (
	hash    BLOB PRIMARY KEY,           -- SHA-256 of the code in the link
	team    INTEGER NOT NULL UNIQUE REFERENCES team(id),
	expires INTEGER NOT NULL            -- Unix seconds
) STRICT;

CREATE TABLE team_offer (
	team   INTEGER NOT NULL REFERENCES team(id),
	person INTEGER NOT NULL REFERENCES person(id), -- who is invited by name
	PRIMARY KEY (team, person)
) STRICT;

ALTER TABLE person ADD COLUMN handle BLOB; -- by which authenticators know the person; NULL: none has asked
CREATE UNIQUE INDEX person_handle ON person(handle);

CREATE TABLE passkey (
	id         BLOB PRIMARY KEY,        -- of the credential
	person     INTEGER NOT NULL REFERENCES person(id),
	note       TEXT NOT NULL,           -- what the owner calls it
	credential TEXT NOT NULL,           -- public key, counter and flags, JSON
	made       INTEGER NOT NULL,        -- Unix seconds
	used       INTEGER NOT NULL DEFAULT 0 -- Unix seconds; 0: never
) STRICT;
CREATE INDEX passkey_person ON passkey(person);

CREATE TABLE identity (
	issuer  TEXT NOT NULL,              -- an OpenID provider
	subject TEXT NOT NULL,              -- whom the provider knows by this
	person  INTEGER NOT NULL REFERENCES person(id),
	made    INTEGER NOT NULL,           -- Unix seconds
	PRIMARY KEY (issuer, subject)
) STRICT;
CREATE INDEX identity_person ON identity(person);

CREATE TABLE private (
	contest TEXT PRIMARY KEY,           -- seen by guests, its authors, organisers and the jury
	hash    BLOB NOT NULL               -- SHA-256 of the code in the link
) STRICT;

CREATE TABLE guest (
	contest TEXT NOT NULL,
	person  INTEGER NOT NULL REFERENCES person(id),
	PRIMARY KEY (contest, person)
) STRICT;

CREATE TABLE season (
	contest TEXT PRIMARY KEY,
	before  TEXT NOT NULL UNIQUE,       -- the contest that it follows
	title   TEXT NOT NULL,
	made    INTEGER NOT NULL DEFAULT 0  -- 1: its folder is there
) STRICT;

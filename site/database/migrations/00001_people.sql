-- +goose Up
CREATE TABLE person (
	id       INTEGER PRIMARY KEY,
	name     TEXT NOT NULL,             -- as written by its owner
	folded   TEXT NOT NULL UNIQUE,      -- by which it is compared
	role     TEXT NOT NULL,             -- "organiser", "jury", "participant" or "viewer"
	password TEXT NOT NULL,             -- argon2id with its parameters and salt; empty: none, another way to sign in
	mail     TEXT NOT NULL DEFAULT '',
	joined   INTEGER NOT NULL,          -- Unix seconds
	closed   INTEGER NOT NULL DEFAULT 0 -- Unix seconds; 0: open
) STRICT;

CREATE TABLE invitation (
	hash    BLOB PRIMARY KEY,           -- SHA-256 of the code in the link
	role    TEXT NOT NULL,
	uses    INTEGER NOT NULL,           -- left
	expires INTEGER NOT NULL,           -- Unix seconds
	made_by INTEGER REFERENCES person(id),
	note    TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE token (
	hash   BLOB PRIMARY KEY,            -- SHA-256 of the text
	person INTEGER NOT NULL REFERENCES person(id),
	note   TEXT NOT NULL,               -- what it is for
	made   INTEGER NOT NULL,            -- Unix seconds
	used   INTEGER NOT NULL DEFAULT 0   -- day of the last use, Unix seconds; 0: never
) STRICT;
CREATE INDEX token_person ON token(person);

CREATE TABLE session (
	hash    BLOB PRIMARY KEY,           -- SHA-256 of the cookie
	data    BLOB NOT NULL,
	expires INTEGER NOT NULL            -- Unix seconds
) STRICT;
CREATE INDEX session_expires ON session(expires);

CREATE TABLE team (
	id     INTEGER PRIMARY KEY,
	name   TEXT NOT NULL,
	folded TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE member (
	team   INTEGER NOT NULL REFERENCES team(id),
	person INTEGER NOT NULL UNIQUE REFERENCES person(id), -- of one team at most
	PRIMARY KEY (team, person)
) STRICT;

CREATE TABLE audit (
	id   INTEGER PRIMARY KEY,
	at   INTEGER NOT NULL,              -- Unix milliseconds
	who  TEXT NOT NULL,
	what TEXT NOT NULL,
	why  TEXT NOT NULL DEFAULT '',
	about TEXT NOT NULL DEFAULT ''      -- the contest, or empty for the site
) STRICT;

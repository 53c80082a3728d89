-- +goose Up
CREATE TABLE bot (
	id      INTEGER PRIMARY KEY,
	contest TEXT NOT NULL,
	name    TEXT NOT NULL,
	folded  TEXT NOT NULL,
	owner   INTEGER NOT NULL REFERENCES person(id),
	active  INTEGER REFERENCES version(id), -- that plays; NULL: none
	UNIQUE (contest, folded)
) STRICT;
CREATE INDEX bot_owner ON bot(owner);

CREATE TABLE version (
	id       INTEGER PRIMARY KEY,
	bot      INTEGER NOT NULL REFERENCES bot(id),
	number   INTEGER NOT NULL,          -- from 1, of its bot
	received INTEGER NOT NULL,          -- Unix milliseconds
	state    TEXT NOT NULL,             -- "checking", "good" or "bad"
	place    TEXT NOT NULL UNIQUE,      -- its folder below the site's folder submitted
	file     TEXT NOT NULL,             -- the name of what was handed in
	size     INTEGER NOT NULL,          -- of it, bytes
	hash     TEXT NOT NULL,             -- of it, SHA-256 in hexadecimal digits
	verdict  TEXT NOT NULL DEFAULT '',  -- what agon check --json printed
	log      TEXT NOT NULL DEFAULT '',  -- what the check and the build printed
	UNIQUE (bot, number)
) STRICT;
CREATE INDEX version_state ON version(state) WHERE state = 'checking';

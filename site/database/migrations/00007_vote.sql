-- +goose Up
CREATE TABLE vote (
	contest  TEXT PRIMARY KEY,
	method   TEXT NOT NULL,             -- "approval" or "ranked"
	exhibits TEXT NOT NULL,             -- their names, JSON, in the order in which ballots count them
	opened   INTEGER NOT NULL,          -- Unix milliseconds
	closed   INTEGER NOT NULL DEFAULT 0 -- 0: it is open
) STRICT;

CREATE TABLE voter (
	contest TEXT NOT NULL REFERENCES vote(contest),
	person  INTEGER NOT NULL REFERENCES person(id), -- who has voted
	PRIMARY KEY (contest, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE ballot (
	contest TEXT NOT NULL REFERENCES vote(contest),
	id      TEXT NOT NULL,              -- random: the order of ballots does not say whose they are
	data    TEXT NOT NULL,              -- JSON
	PRIMARY KEY (contest, id)
) STRICT, WITHOUT ROWID;

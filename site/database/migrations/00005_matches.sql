-- +goose Up
CREATE TABLE match (
	id      INTEGER PRIMARY KEY,
	contest TEXT NOT NULL,
	person  INTEGER NOT NULL REFERENCES person(id), -- who asked
	asked   INTEGER NOT NULL,           -- Unix milliseconds
	state   TEXT NOT NULL,              -- "waiting", "played" or "failed"
	tries   INTEGER NOT NULL DEFAULT 0, -- how often it was begun
	map     INTEGER NOT NULL,           -- the number from which the game's seed is made
	seats   TEXT NOT NULL,              -- who plays, JSON
	result  TEXT NOT NULL DEFAULT '',   -- JSON; empty before the end
	why     TEXT NOT NULL DEFAULT '',   -- it failed
	shared  BLOB UNIQUE                 -- SHA-256 of the text in the address for others; NULL: nobody else sees it
) STRICT;
CREATE INDEX match_person ON match(person, id);
CREATE INDEX match_waiting ON match(state) WHERE state = 'waiting';

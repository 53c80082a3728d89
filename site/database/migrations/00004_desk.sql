-- +goose Up
ALTER TABLE contest ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;   -- since when, Unix milliseconds; 0: not
ALTER TABLE contest ADD COLUMN frozen_data BLOB;                    -- the table of that time, in the form of table_data

CREATE TABLE schedule (
	contest TEXT PRIMARY KEY,
	opens   INTEGER NOT NULL DEFAULT 0, -- submissions; Unix milliseconds, as are the next four; 0: no such date
	closes  INTEGER NOT NULL DEFAULT 0, -- submissions
	starts  INTEGER NOT NULL DEFAULT 0,
	ends    INTEGER NOT NULL DEFAULT 0,
	freezes INTEGER NOT NULL DEFAULT 0, -- the table
	closed  INTEGER NOT NULL DEFAULT 0, -- 1: the date has taken effect, as are the next three
	started INTEGER NOT NULL DEFAULT 0,
	ended   INTEGER NOT NULL DEFAULT 0,
	froze   INTEGER NOT NULL DEFAULT 0
) STRICT;

ALTER TABLE audit ADD COLUMN undo TEXT NOT NULL DEFAULT '';         -- the opposite decision, JSON; empty: there is none
ALTER TABLE audit ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;     -- 1: it was taken
CREATE INDEX audit_about ON audit(about);

ALTER TABLE version ADD COLUMN practice INTEGER NOT NULL DEFAULT 0; -- 1: it is checked and never plays

CREATE TABLE fixed (
	bot     INTEGER PRIMARY KEY REFERENCES bot(id),
	version INTEGER NOT NULL REFERENCES version(id), -- that plays since submissions closed
	hash    TEXT NOT NULL                            -- of what was handed in
) STRICT;

CREATE TABLE rest (
	contest TEXT NOT NULL,
	bot     TEXT NOT NULL,              -- its name
	at      INTEGER NOT NULL,           -- Unix milliseconds
	why     TEXT NOT NULL,
	PRIMARY KEY (contest, bot)
) STRICT;

CREATE TABLE faults (
	contest TEXT NOT NULL,
	bot     TEXT NOT NULL,
	fault   TEXT NOT NULL,
	n       INTEGER NOT NULL,           -- games with it, since the contest began on this site
	PRIMARY KEY (contest, bot, fault)
) STRICT;

CREATE TABLE visit (
	person  INTEGER NOT NULL REFERENCES person(id),
	contest TEXT NOT NULL,
	at      INTEGER NOT NULL,           -- Unix milliseconds
	faults  TEXT NOT NULL,              -- as they were then, JSON: by bot and fault
	PRIMARY KEY (person, contest)
) STRICT;

CREATE TABLE alert (
	id     INTEGER PRIMARY KEY,
	at     INTEGER NOT NULL,            -- Unix milliseconds
	person INTEGER NOT NULL REFERENCES person(id), -- who is told
	contest TEXT NOT NULL,
	bot    INTEGER NOT NULL REFERENCES bot(id),
	text   TEXT NOT NULL
) STRICT;
CREATE INDEX alert_person ON alert(person);

CREATE TABLE feed (
	person INTEGER PRIMARY KEY REFERENCES person(id),
	hash   BLOB NOT NULL UNIQUE         -- SHA-256 of the text in its address
) STRICT;

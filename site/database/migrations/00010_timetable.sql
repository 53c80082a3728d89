-- +goose Up
CREATE TABLE timetable (
	contest TEXT NOT NULL,
	line    TEXT NOT NULL,              -- key of a line
	handled INTEGER NOT NULL,           -- Unix milliseconds, until when it was carried out
	freezes INTEGER NOT NULL,           -- Unix milliseconds, when it freezes the table next; 0: it does not
	PRIMARY KEY (contest, line)
) STRICT;

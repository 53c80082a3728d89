-- +goose Up
CREATE TABLE account_link (
	hash    BLOB PRIMARY KEY,           -- SHA-256 of the code in the link
	person  INTEGER NOT NULL REFERENCES person(id),
	mail    TEXT NOT NULL,              -- the address that it confirms; empty: it sets a new password
	made    INTEGER NOT NULL,           -- Unix seconds
	expires INTEGER NOT NULL            -- Unix seconds
) STRICT;
CREATE INDEX account_link_person ON account_link(person);

CREATE TABLE former_name (
	folded TEXT PRIMARY KEY,            -- by which it is compared
	name   TEXT NOT NULL,               -- that a person had
	person INTEGER NOT NULL REFERENCES person(id),
	until  INTEGER NOT NULL             -- Unix seconds
) STRICT;
CREATE INDEX former_name_person ON former_name(person);

-- +goose Up
CREATE TABLE contest (
	name  TEXT PRIMARY KEY,             -- of its folder
	state TEXT NOT NULL,                -- "waiting", "playing", "paused", "over" or "failed"
	why   TEXT NOT NULL DEFAULT '',     -- of a pause or a failure
	since INTEGER NOT NULL,             -- Unix seconds
	table_at   INTEGER NOT NULL DEFAULT 0, -- of the newest table, Unix milliseconds
	table_data BLOB                     -- the newest table, in the form of package contests
) STRICT;

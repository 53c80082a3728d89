-- +goose Up
-- What the clock did: microseconds that the host held each seat up and nobody was charged for, and 1 for a seat that lost on time. Both are
-- empty where there were none.
ALTER TABLE result ADD COLUMN stalls  TEXT NOT NULL DEFAULT '';
ALTER TABLE result ADD COLUMN on_time TEXT NOT NULL DEFAULT '';
ALTER TABLE other ADD COLUMN stalls  TEXT NOT NULL DEFAULT '';
ALTER TABLE other ADD COLUMN on_time TEXT NOT NULL DEFAULT '';

PRAGMA user_version = 3;

-- +goose Up
-- What happened to the bots of the contest after it began, and decisions about its games. games is a JSON array of IDs.
CREATE TABLE change (
    number  INTEGER PRIMARY KEY,
    at      TEXT    NOT NULL,
    what    TEXT    NOT NULL,
    why     TEXT    NOT NULL,
    by      TEXT    NOT NULL,
    entry   INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    author  TEXT    NOT NULL,
    hash    TEXT    NOT NULL,
    image   TEXT    NOT NULL,
    broken  TEXT    NOT NULL,
    instead INTEGER NOT NULL,
    stage   INTEGER NOT NULL,
    round   INTEGER NOT NULL,
    games   TEXT    NOT NULL,
    sum     INTEGER NOT NULL
) STRICT;

ALTER TABLE seal ADD COLUMN changes     INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seal ADD COLUMN changes_sum INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 4;

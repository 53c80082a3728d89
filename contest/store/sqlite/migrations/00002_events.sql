-- +goose Up
-- What happened to the contest beside its games: settings that changed between runs, bots that were found to deceive.
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    at     TEXT NOT NULL,
    what   TEXT NOT NULL,
    was    TEXT NOT NULL,
    now    TEXT NOT NULL
) STRICT;

PRAGMA user_version = 2;

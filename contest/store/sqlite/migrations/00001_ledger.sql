-- +goose Up
-- A contest: what it is, its plan, and what came of it. Every row carries a check sum of its columns, and the one row of seal adds
-- them up. Lists are JSON arrays, one element a seat.

-- 0x61676f6e is "agon": this file is a ledger, and says so to tools that look.
PRAGMA application_id = 1634168686;

CREATE TABLE fact (
    place INTEGER PRIMARY KEY,
    name  TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE fixture (
    id    INTEGER PRIMARY KEY,
    stage INTEGER NOT NULL,
    round INTEGER NOT NULL,
    match INTEGER NOT NULL,
    game  INTEGER NOT NULL,
    seats TEXT    NOT NULL,
    seed  INTEGER NOT NULL,
    sum   INTEGER NOT NULL
) STRICT;

-- The results that stand.
CREATE TABLE result (
    fixture INTEGER PRIMARY KEY REFERENCES fixture,
    rounds  INTEGER NOT NULL,
    turns   INTEGER NOT NULL,
    digest  INTEGER NOT NULL,
    void    TEXT    NOT NULL,
    places  TEXT    NOT NULL,
    scores  TEXT    NOT NULL,
    moves   TEXT    NOT NULL,
    took    TEXT    NOT NULL,
    cpu     TEXT    NOT NULL,
    faults  TEXT    NOT NULL,
    sum     INTEGER NOT NULL
) STRICT;

-- Results that do not stand: void ones, and later ones that differ.
CREATE TABLE other (
    arrival INTEGER PRIMARY KEY,
    fixture INTEGER NOT NULL REFERENCES fixture,
    rounds  INTEGER NOT NULL,
    turns   INTEGER NOT NULL,
    digest  INTEGER NOT NULL,
    void    TEXT    NOT NULL,
    places  TEXT    NOT NULL,
    scores  TEXT    NOT NULL,
    moves   TEXT    NOT NULL,
    took    TEXT    NOT NULL,
    cpu     TEXT    NOT NULL,
    faults  TEXT    NOT NULL,
    sum     INTEGER NOT NULL
) STRICT;

CREATE INDEX other_fixture ON other (fixture, arrival);

CREATE TABLE seal (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    plan        INTEGER NOT NULL,
    results     INTEGER NOT NULL,
    others      INTEGER NOT NULL,
    plan_sum    INTEGER NOT NULL,
    result_sum  INTEGER NOT NULL,
    others_sum  INTEGER NOT NULL,
    facts       INTEGER NOT NULL
) STRICT;

INSERT INTO seal VALUES (1, 0, 0, 0, 0, 0, 0, 0);

PRAGMA user_version = 1;

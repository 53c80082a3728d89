-- +goose Up
-- Events have columns in place of names with prefixes: "limit memory" is the topic limit of memory, with its reason beside its value.
ALTER TABLE event RENAME TO event_named;

CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    at     TEXT    NOT NULL,
    topic  TEXT    NOT NULL,
    of     TEXT    NOT NULL,
    was    TEXT    NOT NULL,
    now    TEXT    NOT NULL,
    why    TEXT    NOT NULL,
    stage  INTEGER NOT NULL,
    round  INTEGER NOT NULL
) STRICT;

INSERT INTO event SELECT number, at, 'setting', what, was, now, '', 0, 0 FROM event_named
    WHERE NOT (what GLOB 'clock of *' OR what GLOB 'limit *' OR what GLOB 'day *' OR what GLOB 'request *');
INSERT INTO event SELECT number, at, 'doubt', substr(what, 10), was, now, '', 0, 0 FROM event_named WHERE what GLOB 'clock of *';
INSERT INTO event SELECT number, at, 'limit', substr(what, 7), was, substr(now, 1, instr(now, char(10)) - 1), substr(now, instr(now, char(10)) + 1), 0, 0
    FROM event_named WHERE what GLOB 'limit *';
INSERT INTO event SELECT number, at, 'day', substr(what, 5), was, '', '', CAST(now AS INTEGER), CAST(substr(now, instr(now, ' ') + 1) AS INTEGER)
    FROM event_named WHERE what GLOB 'day *';
INSERT INTO event SELECT number, at, 'request', substr(what, 9), was, now, '', 0, 0 FROM event_named WHERE what GLOB 'request *' AND now NOT GLOB 'answered: *';
INSERT INTO event SELECT number, at, 'answer', substr(what, 9), was, substr(now, 11), '', 0, 0 FROM event_named WHERE what GLOB 'request *' AND now GLOB 'answered: *';

DROP TABLE event_named;

PRAGMA user_version = 5;

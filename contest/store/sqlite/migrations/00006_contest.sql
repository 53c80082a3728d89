-- +goose Up
-- What defines a contest has columns in place of facts in words, such as "stage 1 (final)" with the value "arena games=60 seats=3".
CREATE TABLE contest (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    name        TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    rules       TEXT    NOT NULL,
    seed        INTEGER NOT NULL,
    secret      TEXT    NOT NULL,
    secret_hash TEXT    NOT NULL,
    average     TEXT    NOT NULL
) STRICT;

CREATE TABLE option (
    place INTEGER PRIMARY KEY,
    name  TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE stage (
    place  INTEGER PRIMARY KEY,
    name   TEXT NOT NULL,
    format TEXT NOT NULL
) STRICT;

CREATE TABLE stage_key (
    stage INTEGER NOT NULL REFERENCES stage,
    place INTEGER NOT NULL,
    name  TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (stage, place)
) STRICT;

CREATE TABLE bot (
    entry  INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    author TEXT NOT NULL,
    hash   TEXT NOT NULL,
    image  TEXT NOT NULL,
    broken TEXT NOT NULL
) STRICT;

INSERT INTO contest SELECT 1, '', max(iif(name = 'kind', value, '')), max(iif(name = 'rules', value, '')), max(iif(name = 'seed', CAST(value AS INTEGER), 0)),
        max(iif(name = 'secret', value, '')), max(iif(name = 'hash of the secret', value, '')), max(iif(name = 'enforced average', value, ''))
    FROM fact HAVING count(*) > 0;

INSERT INTO option SELECT row_number() OVER (ORDER BY place) - 1, substr(name, 8), value FROM fact WHERE name GLOB 'option *';

INSERT INTO stage SELECT CAST(substr(name, 7) AS INTEGER) - 1, substr(name, instr(name, ' (') + 2, length(name) - instr(name, ' (') - 2),
        substr(value || ' ', 1, instr(value || ' ', ' ') - 1)
    FROM fact WHERE name GLOB 'stage [0-9]* (*)';

INSERT INTO stage_key
    WITH RECURSIVE words(stage, place, rest) AS (
        SELECT CAST(substr(name, 7) AS INTEGER) - 1, -1, value || ' ' FROM fact WHERE name GLOB 'stage [0-9]* (*)'
        UNION ALL
        SELECT stage, place + 1, substr(rest, instr(rest, ' ') + 1) FROM words WHERE rest <> ''
    )
    SELECT stage, place, substr(rest, 1, instr(rest, '=') - 1), substr(rest, instr(rest, '=') + 1, instr(rest, ' ') - instr(rest, '=') - 1)
    FROM words WHERE place >= 0 AND rest <> '';

INSERT INTO bot SELECT row_number() OVER (ORDER BY place) - 1, substr(name, 5), '', replace(value, ', cannot play', ''),
        coalesce((SELECT value FROM fact AS image WHERE image.name = 'image of ' || substr(fact.name, 5)), ''),
        iif(value GLOB '*, cannot play', 'it could not be loaded', '')
    FROM fact WHERE name GLOB 'bot *';

DROP TABLE fact;

PRAGMA user_version = 6;

-- +goose Up
-- Contests: what defines each, its plan, its results, events and changes. Every row of the plan, the results and the changes has a checksum
-- of its columns, and the contest's row of seal combines them. Lists are JSON arrays with one element for each seat. There are no foreign
-- keys: writers check that games are planned, and rows that are lost or too many are found by the seal when a ledger is opened.

CREATE TABLE agon.contest (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name   text   NOT NULL UNIQUE
);

-- term counts the runs that have conducted the contest, and written the transactions of all of them.
CREATE TABLE agon.seal (
    contest     bigint PRIMARY KEY,
    term        bigint NOT NULL DEFAULT 0,
    written     bigint NOT NULL DEFAULT 0,
    plan        bigint NOT NULL DEFAULT 0,
    results     bigint NOT NULL DEFAULT 0,
    others      bigint NOT NULL DEFAULT 0,
    plan_sum    bigint NOT NULL DEFAULT 0,
    result_sum  bigint NOT NULL DEFAULT 0,
    others_sum  bigint NOT NULL DEFAULT 0,
    facts       bigint NOT NULL DEFAULT 0,
    changes     bigint NOT NULL DEFAULT 0,
    changes_sum bigint NOT NULL DEFAULT 0
);

-- What defines a contest; name is for readers.
CREATE TABLE agon.definition (
    contest     bigint PRIMARY KEY,
    name        text   NOT NULL,
    kind        text   NOT NULL,
    rules       text   NOT NULL,
    seed        bigint NOT NULL,
    secret      text   NOT NULL,
    secret_hash text   NOT NULL,
    average     text   NOT NULL
);

CREATE TABLE agon.option (
    contest bigint NOT NULL,
    place   bigint NOT NULL,
    name    text   NOT NULL,
    value   text   NOT NULL,
    PRIMARY KEY (contest, place)
);

CREATE TABLE agon.stage (
    contest bigint NOT NULL,
    place   bigint NOT NULL,
    name    text   NOT NULL,
    format  text   NOT NULL,
    PRIMARY KEY (contest, place)
);

CREATE TABLE agon.stage_key (
    contest bigint NOT NULL,
    stage   bigint NOT NULL,
    place   bigint NOT NULL,
    name    text   NOT NULL,
    value   text   NOT NULL,
    PRIMARY KEY (contest, stage, place)
);

CREATE TABLE agon.bot (
    contest bigint NOT NULL,
    entry   bigint NOT NULL,
    name    text   NOT NULL,
    author  text   NOT NULL,
    hash    text   NOT NULL,
    image   text   NOT NULL,
    broken  text   NOT NULL,
    PRIMARY KEY (contest, entry)
);

CREATE TABLE agon.fixture (
    contest bigint NOT NULL,
    id      bigint NOT NULL,
    stage   bigint NOT NULL,
    round   bigint NOT NULL,
    match   bigint NOT NULL,
    game    bigint NOT NULL,
    seats   text   NOT NULL,
    seed    bigint NOT NULL,
    sum     bigint NOT NULL,
    PRIMARY KEY (contest, id)
);

-- The results that stand. stalls are microseconds that the host held each seat up and nobody was charged for; on_time has 1 for a seat that
-- lost on time. void is always empty; faults, stalls and on_time are empty if there were none.
CREATE TABLE agon.result (
    contest bigint NOT NULL,
    fixture bigint NOT NULL,
    rounds  bigint NOT NULL,
    turns   bigint NOT NULL,
    digest  bigint NOT NULL,
    void    text   NOT NULL,
    places  text   NOT NULL,
    scores  text   NOT NULL,
    moves   text   NOT NULL,
    took    text   NOT NULL,
    cpu     text   NOT NULL,
    faults  text   NOT NULL,
    sum     bigint NOT NULL,
    stalls  text   NOT NULL,
    on_time text   NOT NULL,
    PRIMARY KEY (contest, fixture)
);

-- Results that do not stand: those of games that are played again, and later ones that differ.
CREATE TABLE agon.other (
    contest bigint NOT NULL,
    arrival bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    fixture bigint NOT NULL,
    rounds  bigint NOT NULL,
    turns   bigint NOT NULL,
    digest  bigint NOT NULL,
    void    text   NOT NULL,
    places  text   NOT NULL,
    scores  text   NOT NULL,
    moves   text   NOT NULL,
    took    text   NOT NULL,
    cpu     text   NOT NULL,
    faults  text   NOT NULL,
    sum     bigint NOT NULL,
    stalls  text   NOT NULL,
    on_time text   NOT NULL,
    PRIMARY KEY (contest, arrival)
);

CREATE TABLE agon.event (
    contest bigint NOT NULL,
    number  bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    at      text   NOT NULL,
    topic   text   NOT NULL,
    of      text   NOT NULL,
    was     text   NOT NULL,
    now     text   NOT NULL,
    why     text   NOT NULL,
    stage   bigint NOT NULL,
    round   bigint NOT NULL,
    PRIMARY KEY (contest, number)
);

-- games is a JSON array of IDs.
CREATE TABLE agon.change (
    contest bigint NOT NULL,
    number  bigint NOT NULL,
    at      text   NOT NULL,
    what    text   NOT NULL,
    why     text   NOT NULL,
    by      text   NOT NULL,
    entry   bigint NOT NULL,
    name    text   NOT NULL,
    author  text   NOT NULL,
    hash    text   NOT NULL,
    image   text   NOT NULL,
    broken  text   NOT NULL,
    instead bigint NOT NULL,
    stage   bigint NOT NULL,
    round   bigint NOT NULL,
    games   text   NOT NULL,
    sum     bigint NOT NULL,
    PRIMARY KEY (contest, number)
);

-- +goose Up
CREATE TABLE timetable (
	contest TEXT NOT NULL,
	line    TEXT NOT NULL,              -- key of a line
	handled INTEGER NOT NULL,           -- Unix milliseconds, until when it was carried out
	freezes INTEGER NOT NULL,           -- Unix milliseconds, when it freezes the table next; 0: it does not
	PRIMARY KEY (contest, line)
) STRICT;

CREATE TABLE hook (
	bot     INTEGER PRIMARY KEY REFERENCES bot(id) ON DELETE CASCADE,
	id      TEXT NOT NULL UNIQUE,       -- in the address to which the host sends pushes
	person  INTEGER NOT NULL REFERENCES person(id), -- who connected the repository, and hands in what is pushed
	host    TEXT NOT NULL,              -- "github", "gitlab" or "gitea"
	address TEXT NOT NULL,              -- of the repository with the bot's folder, as it is handed in, without a branch
	branch  TEXT NOT NULL,              -- empty: its default branch
	secret  TEXT NOT NULL,              -- by which the host signs what it sends
	token   TEXT NOT NULL               -- by which the host lets the site read the repository and send statuses; empty: none
) STRICT;
CREATE INDEX hook_person ON hook(person);

CREATE TABLE push (
	id      INTEGER PRIMARY KEY,
	bot     INTEGER NOT NULL REFERENCES hook(bot) ON DELETE CASCADE,
	body    BLOB NOT NULL,              -- SHA-256 of what the host sent
	hash    TEXT NOT NULL,              -- of the commit
	site    TEXT NOT NULL,              -- address at which the host reached the site
	at      INTEGER NOT NULL,           -- Unix milliseconds
	version INTEGER REFERENCES version(id) ON DELETE CASCADE, -- that was handed in; NULL: none
	why     TEXT NOT NULL DEFAULT '',   -- no version is handed in; empty: one was, or will be
	told    TEXT NOT NULL DEFAULT '',   -- status that the host has: "pending", "success" or "failure"; "none": it gets none, or no further one
	tries   INTEGER NOT NULL DEFAULT 0, -- to send the next status
	next    INTEGER NOT NULL DEFAULT 0, -- when the site works on it again, Unix milliseconds
	trouble TEXT NOT NULL DEFAULT '',   -- why the host did not take a status
	UNIQUE (bot, body)
) STRICT;
CREATE INDEX push_version ON push(version);
CREATE INDEX push_waits ON push(bot) WHERE version IS NULL AND why = '';
CREATE INDEX push_untold ON push(next) WHERE told IN ('', 'pending');

-- One commit of a bot waits, the newest, and the newest pushes are kept.
-- +goose StatementBegin
CREATE TRIGGER push_newer AFTER INSERT ON push BEGIN
	UPDATE push SET why = 'A newer commit was pushed before it was its turn.', told = 'none'
		WHERE bot = NEW.bot AND id < NEW.id AND version IS NULL AND why = '';
	DELETE FROM push WHERE bot = NEW.bot AND id <= (SELECT id FROM push WHERE bot = NEW.bot ORDER BY id DESC LIMIT 1 OFFSET 1000);
END;
-- +goose StatementEnd

-- Who leaves a team takes along what the person has connected.
-- +goose StatementBegin
CREATE TRIGGER hook_left AFTER DELETE ON member BEGIN
	DELETE FROM hook WHERE person = OLD.person AND bot IN (SELECT id FROM bot WHERE team = OLD.team);
END;
-- +goose StatementEnd

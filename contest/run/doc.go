/*
Package run plays a contest.

# The life of a run

[Run] plays the games that are still open, stage by stage. A game goes through seven steps:

	plan    The format makes fixtures of field and ledger. They are stored before they are played.
	offer   The backlog makes jobs of them: fixtures of the same entries, for a few seconds of a core. A dispatcher offers as many as there
	        are cores.
	play    A core of a worker.Pool takes a job, and its referee plays each fixture until it has been handed in.
	judge   A game that includes a bot retired by then is played again; one that may depend on unfinished games waits; one of a bot that has
	        used its time in the round of play is given up. The others count.
	archive Its replay is appended to the archive and flushed to the disk.
	keep    Its result is recorded in the store. The first result of a fixture stands.
	report  The run's ledger and its counts take it, progress is reported, and the format plans on.

The order of the last three is guaranteed: no result stands without its replay, and nothing is reported that is not stored. Games that end
together are archived and kept in one write each.

The data of a game has four types, each made of the one before:

	referee.Played      a finished game, with the referee's table and record, which are valid for one call
	worker.Game         the same, with what each seat did: a SeatTally, which contains the ledger's tournament.Seat
	tournament.Result   those seats, and the game's digest: what formats read and a ledger stores
	rows.Result         its columns in a database

From core to ledger the worker.Game travels with its result and its packed replay, without table and record.

# Goroutines

The goroutine that called Run owns the contest, ledger, result and everything that is not documented otherwise: it plans, judges, keeps and
reports, and uses no locks. Each stage has a scheduler with two goroutines and the cores of its pool; it documents when each ends. They
share three things with the run, which are safe for concurrent use: the backlog, the channel of finished games, and the list of retired
bots.

Tables do not depend on the order of events. Formats see only complete rounds of play, retirement counts by the plan, and dice come from the
seed, so any number of cores and lanes, and any number of interruptions, give the same games and tables.

# How it ends

A stage is over when its format plans no more and every fixture has a result. When its context is done the run ends at once and keeps the
results so far. A failure of the host on any core ends the run with that error, and awards nothing. Fixtures whose job brings no result are
offered again, a few times. A watchdog detects a run without progress, offers the missing fixtures again, and in the end gives up. After
each of these the same contest can be run again and continues from its ledger.

	run.go         a run; stage.go: a stage of it; changes.go: changes of bots and stages, and requests, that a stage takes
	scheduler.go   the goroutines of a stage; backlog.go: its jobs; remote.go, remotelive.go: games on other machines; claim.go: what
	               their reports assert, where not every game is executed here
	record.go      the handling of finished games
	watchdog.go    runs without progress
	retired.go     bots that are not started any more
	conditions.go  the settings that may change between runs
	options.go     settings and reports of a run; progress.go, inplay.go, amount.go: how far it is, and who follows its games
*/
package run

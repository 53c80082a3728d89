/*
Package contest runs contests: it finds the bots of a contest.toml, has every game of the plan played, and stores the results. It knows no
kind, no format and no storage of ledgers; package main passes those in. Three packages below it are pure: config reads the file, ledger says
what stored changes and events mean, retire counts the games in which bots gave no answer.

# A contest

Package config makes a File of a contest.toml. [Open] makes it a [Contest]: bots built and checked, stages checked for the number of bots that
will reach them, the folder locked, ledger and replays open. All mistakes of the file and of its bots are found here, before the first game. The
ledger holds everything that results depend on, and Open refuses a folder that holds another contest. Settings that
may change between runs, such as time limits, are stored as events.

[Recall] makes a Contest of its folder alone, without its file and its bots, for readers of its results.

# The life of a run

[Contest.Run] plays the games that are still open, stage by stage. A game goes through seven steps:

	plan    The format makes fixtures of field and ledger. They are stored before they are played.
	offer   The backlog makes jobs of them: fixtures of the same entries, for a few seconds of a core. A dispatcher offers as many as there
	        are cores.
	play    A core of a worker.Pool takes a job, and its referee plays each fixture until it has been handed in.
	judge   A game that includes a bot retired by then is played again; one that may depend on unfinished games waits. The others count.
	shelve  Its replay is appended to the archive and flushed to the disk.
	keep    Its result is recorded in the store. The first result of a fixture stands.
	report  The run's ledger and its counts take it, progress is reported, and the format plans on.

The order of the last three is guaranteed: no result stands without its replay, and nothing is reported that is not stored. Games that end
together are shelved and kept in one write each.

The data of a game has four types, each made of the one before:

	referee.Played      a finished game, with the referee's table and record, which are valid for one call
	worker.Game         the same, with what each seat did: a SeatTally, which contains the ledger's tournament.Seat
	tournament.Result   those seats, and the game's digest: what formats read and a ledger stores
	rows.Result         its columns in a database

From core to ledger the worker.Game travels with its result and its packed replay, without table and record.

# Goroutines

The goroutine that called Run owns ledger, result and everything that is not documented otherwise: it plans, judges, keeps and reports, and
uses no locks. Each stage has a scheduler with two goroutines and the cores of its pool; it documents when each ends. They share
three things with the run, which are safe for concurrent use: the backlog, the channel of finished games, and the list of retired bots.

Tables do not depend on the order of events. Formats see only complete rounds of play, retirement counts by the plan, and dice come from the
seed, so any number of cores and lanes, and any number of interruptions, give the same games and tables.

# Changing bots and decisions

Open compares the contest's file with the line-up of the ledger. Added, changed and removed bots become changes, which the current stage
takes before it plans its next round. [Contest.Decide] stores a decision while no run is in progress, [Ask] leaves one for a run, which polls for
requests. Open games of a bot that left are cancelled, and results that arrive later are dropped. In a stage that is drawn once the bot stays in
the draw and forfeits. What changes after a stage has ended and before the next has begun is a change of the ended one in the round [tournament.After]:
its results stay, its table says who left, and the next begins without them.

# Bots that do not play

Everything that tells of them uses these words:

	broken    it cannot be built or loaded; it has an entry, plays nothing, and forfeits where the draw has a place for it
	refused   a rule of the contest's file keeps it out (packages, max_per_author); it has no entry
	retired   it gave no answer in several games in a row, and is not started any more; its games count as lost
	out       a change of the ledger ended its part: withdrawn, disqualified, or replaced by a later version
	gone      out, as reports say it of a bot or of one of its versions

# How it ends

A stage is over when its format plans no more and every fixture has a result. When its context is done the run ends at once and keeps the
results so far. A failure of the host on any core ends the run with that error, and awards nothing. Fixtures whose job brings no result are
offered again, a few times. A watchdog detects a run without progress, offers the missing fixtures again, and in the end gives up. After
each of these the same contest can be run again and continues from its ledger.

	contest.go    a prepared contest; fingerprint.go: what defines it; conditions.go, builds.go: what may change between runs
	run.go        a run; stage.go: a stage of it
	scheduler.go  the goroutines of a stage; backlog.go, dispatch.go: its jobs
	record.go     the handling of finished games
	watchdog.go   runs without progress
	retired.go    bots that are not started any more
	progress.go   reports of progress
	lineup.go     the bots that were found against those of the ledger; changes.go: how a stage takes changes
	decide.go     organisers' decisions; limit.go: limits; days.go: the day on which a round of play was planned
	recall.go     a contest from its folder; recount.go, proof.go: its recounted tables and replayed games
*/
package contest

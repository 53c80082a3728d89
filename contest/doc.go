/*
Package contest runs contests: it reads a contest.toml, finds the bots, and has every game of the plan played and kept. It knows no kind, no
format and no way to keep a ledger; package main hands it those.

# A contest

[Read] makes a [File] of a contest.toml. [Open] makes it a [Contest]: bots built and checked, stages possible with as many bots as will come
to them, the folder locked, ledger and replays open. All mistakes of the file and of its bots are found here, before the first game. The
ledger holds a fingerprint of everything that results depend on, and a folder that holds another contest is refused. Settings that
may change between runs, as limits of time, are noted beside it.

[Recall] makes a Contest of its folder alone, without its file and its bots, for whoever looks at what was played.

# The life of a run

[Contest.Run] plays what is still to be played, stage by stage. A game goes through seven hands:

	plan    The format makes fixtures of field and ledger. They are in the store before anybody plays them.
	offer   The backlog makes jobs of them: fixtures of the same entries, for a few seconds of a core. A dispatcher offers as many as there
	        are cores.
	play    A core of a worker.Pool takes a job, and its referee plays each fixture until it has been handed in.
	judge   A game in which a bot took part that should not have (it is retired by then), or which may depend on games that are not over, is
	        played again or waits. What remains counts.
	shelve  Its replay is appended to the others and flushed to the disk.
	keep    Its result is recorded in the store. The first result of a fixture stands.
	report  The run's ledger and its counts take it, progress is told, and the format plans on.

The order of the last three is a promise: no result stands without its replay, and nothing is reported that is not kept. Games are shelved and
kept together, those of a moment in one write each.

What passes from hand to hand has four shapes, each made of the one before:

	referee.Played      a game that is over, with table and record, which are the referee's and good for one call
	worker.Game         the same, with what each seat did: a SeatTally, in which the ledger's tournament.Seat lies
	tournament.Result   those seats, and the game's digest: what formats read and a ledger keeps
	rows.Result         its columns in a database

Between core and ledger the worker.Game travels with its result and its packed replay, without table and record.

# Who does what at the same time

The goroutine that called Run owns ledger, result and everything that is not said to be another's: it plans, judges, keeps and reports, and
nothing of that has a lock. Each stage has a scheduler with two goroutines and the cores of its pool; it says when each ends. They reach
the run through three things that are safe for it: the backlog, the channel of finished games, and the list of retired bots.

No order of events reaches a table. Formats see only complete rounds of play, retirement counts by the plan, and dice come from the
seed, so any number of cores and lanes, and any number of interruptions, give the same games and tables.

# Changing bots and decisions

Open holds the contest's file against the line-up of the ledger; what is new, other or gone becomes changes, which the stage that is being
played takes before it plans its next round. [Contest.Decide] stores a decision while no run is in progress, [Ask] leaves one for a run, which polls for
requests. Open games of a bot that left are cancelled, and results that arrive later are dropped. In a stage that is drawn once the bot stays in
the draw and forfeits.

# How it ends

A stage is over when its format plans no more and every fixture has a result. A context that is done ends the run at once; what was played
until then is kept. A failure of the host on any core ends it with that error, and awards nothing. What a job brings no result for is
offered again, a few times; a watchdog notices when nothing moves any more, offers what is missing again, and in the end gives up. After
each of these the same contest can be run again and goes on from its ledger.

	file.go       contest.toml
	contest.go    a contest made ready
	run.go        a run; stage.go: a stage of it
	scheduler.go  the goroutines of a stage; backlog.go, dispatch.go: its jobs
	record.go     what becomes of finished games
	watchdog.go   when nothing moves
	retire.go     bots that are not started any more
	progress.go   what is told meanwhile
	lineup.go     who has a number, and what changed since; changes.go: how a stage takes it
	decide.go     what organisers decide; limit.go: limits
	days.go       on which day a round of play was planned
	recall.go     a contest from its folder; recount.go, proof.go: its tables and games made again
*/
package contest

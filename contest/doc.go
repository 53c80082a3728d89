/*
Package contest opens contests, takes decisions about them, and counts and proves their results. Package run below it plays them. It knows
no kind, no format and no storage of ledgers; package main passes those in.

# A contest

Package config makes a File of a contest.toml. [Open] makes it a [Contest]: bots built and checked, stages checked for the number of bots
that will reach them, the folder locked, ledger and replays open. All mistakes of the file and of its bots are found here, before the first
game. The ledger holds everything that results depend on, and Open refuses a folder that holds another contest. Settings that may change
between runs, such as time limits, are stored as events.

[Recall] makes a Contest of its folder alone, without its file and its bots, for readers of its results. [Contest.Recount] computes its
tables from the ledger and plans it again, and [Contest.Prove] plays a replay again and compares it with its result.

A Contest has four parts of one trade each, whose methods are its own:

	Program  what is played: the kind, its settings, and the stages with their formats, which may grow
	Roster   who plays: the bots that were found, the line-up of the ledger, and the changes between them
	Journal  what happened apart from games and bots: settings of runs, days, limits, doubts, requests and their answers
	Results  what was played: the games of the ledger and their replays

# Changing bots and decisions

Open compares the contest's file with the line-up of the ledger. Added, changed and removed bots become changes, which the current stage
takes before it plans its next round ([Contest.Enact]). [Contest.Decide] stores a decision while no run is in progress, [Ask] leaves one for
a run, which polls for requests. Open games of a bot that left are cancelled, and results that arrive later are dropped. In a stage that is
drawn once the bot stays in the draw and forfeits. What changes after a stage has ended and before the next has begun is a change of the
ended one in the round [tournament.After]: its results stay, its table says who left, and the next begins without them.

# Bots that do not play

All messages and tables about them use these words:

	broken    it cannot be built or loaded; it has an entry, plays nothing, and forfeits where the draw has a place for it
	refused   a rule of the contest's file keeps it out (packages, max_per_author); it has no entry
	retired   it gave no answer in several games in a row, and is not started any more; its games count as lost
	out       a change of the ledger ended its part: withdrawn, disqualified, or replaced by a later version
	gone      out, as reports say it of a bot or of one of its versions

	contest.go    a prepared contest; fingerprint.go: what defines it; lock.go: its folder; prepare.go: a contest without its folder
	entrants.go   the bots of the file; taken.go, other.go: those of other contests; among.go: folders that are apart from them
	lineup.go     the bots that were found against those of the ledger; changes.go: their effect on a stage; versions.go: who came and left
	stages.go     the stages and their formats; grow.go: stages that become longer
	journal.go    events; limit.go: limits; decide.go: organisers' decisions
	recall.go     a contest from its folder; recount.go, proof.go: its recounted tables and replayed games; result.go, scores.go: results
*/
package contest

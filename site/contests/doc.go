/*
Package contests holds the contests of a site and plays those that are going on.

A contest is a folder below the site's with a file contest.toml in it, as agon run takes it. Nothing is added to the folder that agon run
would not write, so a contest can be begun by the one and ended by the other: each takes the folder's lock while it plays.

# States

A contest waits until an organiser starts it, is playing until it is over, and can be paused and resumed. A contest whose folder, file or
ledger cannot be used has failed, with the reason, and can be started again. What state each is in is in the site's database; a server
that is killed goes on with what was playing.

# Cores

A bot's time is measured while it has a core to itself, so two contests never share cores: they take turns. While others wait, a turn
lasts a slice of time, then the run ends as by a signal and the next begins; what a run has not finished is played again in its next
turn, from the same seeds, and no table depends on it.

# Agents

A contest of agents is played by rounds (package agents). While agents edit it has no turn, so others play; each round is opened and played
like a contest. Its remote agents are served whether it is played or not.

# Tables

A run reports its progress; from it comes the newest [Table] of each contest, which pages show without touching the ledger. Computing it
reads every game, so it takes at most one fortieth of the time. The newest table is kept in the database, so that a server which starts
has all of them at once.
*/
package contests

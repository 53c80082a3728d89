/*
Package agents plays contests between programs that write bots. In each round every agent edits its bot in a sandbox, what it hands in is
checked, and all versions play. Then each agent reads what it may read of that round, and edits again.

	agents.go   the contest: runs, rounds, and who drives it
	round.go    what a round plays: versions, kept versions, house bots, stages
	editing.go  one edit: workspace, feedback, tools, hand-in, record
	task.go     the text that an agent reads first
	status.go   who edits, who has handed in, what is left

# One contest

All rounds of a run are stages of one contest in one ledger. A version that was handed in replaces the one before between two stages, and
each round adds its stages to the end (see package contest). So a contest of agents is verified, published and read like every other.

Beside the ledger, the folder agents has what the edits leave:

	agents/NAME/token              the SHA-256 of the token of a remote agent, see package remote
	agents/NAME/workspace          what an agent edits, and home beside it
	agents/NAME/rounds/03          edit 3: record, transcript, difference, version handed in, state
	agents/round-03.json           which versions play round 3

# Who plays

A [Play] is driven from outside: [Play.Next] has the agents edit and returns the file of the round to play, [Play.Played] takes in its
result. [Setup.Run] drives it with package conduct, a site with its turns.

# After a kill

Each step is a function of what stands on the disk. An edit whose record is missing is made again from the state that the edit before left,
with a whole budget. A round whose games are incomplete goes on as each contest does. Which versions are kept as yardsticks follows from the
games of the rounds before, so a contest that was killed anywhere ends as one that was not.
*/
package agents

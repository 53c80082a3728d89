/*
Package verdict says how strong the versions of a contest of agents are, and whether one agent is better than another. It is arithmetic on
versions and games: apart from [Of], which reads them from a contest, every function is a pure function of its arguments.

# One scale

All versions of all rounds, house bots and kept versions are fitted together (package rating), so that the strengths of different rounds can
be compared. Points are those of Elo: 400 are odds of ten to one. 0 is the mean of the house bots, or of the agents' first versions where
no house bot played. Versions that are connected by no chain of games are not compared: such figures are nil, and [RunVerdict.Connected]
is false.

# Intervals

Each figure has a 95 % interval, from draws of all strengths together. A figure without one is nil, and null in JSON. What is said, that
one of several is the best or the better one, is said where at most 5 % of such statements are wrong.

# Agents

An agent that edits twice hands in different bots. So agents are compared over runs: each run gives one difference of their last versions
with its standard error, and the mean over runs is a random effect (DerSimonian and Laird's variance between runs; the interval of Hartung
and Knapp with Student's t, never narrower than that of the games alone). The probabilities of all pairs are corrected together (Holm). One
run says nothing about agents.
*/
package verdict

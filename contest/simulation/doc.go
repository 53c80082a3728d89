/*
Package simulation plays contests without bots: it answers how long a contest of many bots takes on many cores, and how many games it needs,
before anybody hires them.

# What is simulated

Formats plan the games and make the tables, on a ledger in memory, as in a run: package tournament does not know the difference. Cores take
jobs by the rule of package cutting, and play the games of a job one after the other. What is drawn instead of played is the outcome of a
game and the time that it takes: strengths of bots are normally distributed, outcomes follow the Plackett-Luce model, and times are between
half and one and a half of their mean.

The simulation goes from event to event: a core ends a game or loses it. Events are in a heap, so its cost grows with the number of games
and the logarithm of the number of cores. It reads no clock and starts no goroutine.

# Chance

All draws derive from the seed and the number of a game, not from the order of events. So equal seeds give equal plans and tables, whatever
the number of cores, their latency and their failures.
*/
package simulation

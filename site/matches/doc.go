/*
Package matches plays games that people ask for beside the contests of a site: unranked, of bots that they choose.

# From a request to a replay

A request is a row of the database before it is acknowledged, so a kill at any moment loses none. It waits until a slot is free, and is
then played by a [Player] in a process of its own, in a folder named by its number; what a killed server left there is played again from
the beginning. A match that was begun three times without an end fails, whether the site was killed or could not play. What is kept of a
match is its replay and the logs of those seats that the asker owns.

# Fairness and limits

A slot plays one match at a time, and a person has one slot at most. A free slot takes the match of the person who was served longest
ago. So a bot that stalls delays the other matches of who asked for it, and nobody else's while there are free slots. A match has a time
limit, a person a number of matches that wait and of requests in an hour, and the queue a length. The oldest matches of a person, and
those that are older than a month, are removed.

# Seeds

People choose a map by a number, and [Seed] makes the game's seed of it by a one-way function. No number leads to the seed of a game of a
contest, so nobody can try the games to come.
*/
package matches

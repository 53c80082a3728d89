/*
Package game is the vocabulary of agon: what a seat is, what a move is, what rules are, and how everything above
may handle any kind of game without knowing it.

# Two halves

Below the line stands one kind of game, written with its own types. A kind is a folder under games/ with three parts:

  - [Rules]: the laws, pure functions on a flat state S and a flat move M;
  - [Wire]: the original calling convention of the contest, pure functions from a state to a [Prompt] and from a [Reply] to a move;
  - a [Spec] literal that names both and adds the facts about the kind: seats, options, clock, how a frame is drawn, built-in bots.

Above the line stands everything else: referees, replays, formats, ledgers, viewers. It sees a [Kind], which [New] makes of a
Spec with the types erased once, and it plays on a [Table]: seats, turns, prompts, faults, frames and hashes, never an S or an M.

# What rules may not do

Rules know nothing of the world. No clock, no file, no goroutine, no map order reaches them. Chance comes from the [Dice] alone,
which are a function of the seed and the turn; time comes as [Move].Took, a recorded number beside the move. So equal
options, seed and moves give equal games on every machine, and a replay is a seed and some moves.

# Turns and rounds

A turn is one Step: the seats that owe a move now give one, then the move is played for all of them at once. Tables count turns.
A round is what a kind's own rules count (in Tron: every living seat once), and is for people.

# Faults

What a seat does wrong is a [Fault], a value with a name. What a fault plays is the rules' business ([Rules].Absent): here a
bot stands still, there it loses its life. Nothing a seat does ends more than the rules say it ends.
*/
package game

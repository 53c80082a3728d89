/*
Package game defines the terms of agon: seats, moves, rules, and the types through which everything else handles any kind of game without
knowing it.

# Two halves

The lower half is one kind of game with its own types. A kind is a folder under games/ with three parts:

  - [Rules]: the laws, pure functions on a flat state S and a flat move M;
  - [Wire]: the original calling convention of the contest, pure functions from a state to a [Prompt] and from a [Reply] to a move;
  - a [Spec] literal that names both and adds the facts about the kind: seats, options, clock, how a frame is drawn, built-in bots.

The upper half is everything else: referees, replays, formats, ledgers, viewers. It sees a [Kind], which [New] makes by erasing the types
of a Spec, and plays on a [Table]: seats, turns, prompts, faults, frames and hashes, never an S or an M.

# What rules must not do

Rules must not use clocks, files, goroutines or map order. Their only source of chance is the [Dice], a function of the seed and the turn;
their only time is [Move].Took, a recorded number beside the move. So equal options, seed and moves give equal games on every machine, and
a replay is a seed and some moves.

# Turns and rounds

A turn is one Step: the seats that owe a move give one, then the moves are played at once. Tables count turns.
A round is what a kind's own rules count (in Tron: every living seat once), and is for display.

# Faults

What a seat does wrong is a [Fault], a value with a name. The rules decide what a fault plays ([Rules].Absent): in one kind a bot stands
still, in another it dies. A fault has no other effect on the game.
*/
package game

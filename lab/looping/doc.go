/*
Package looping shows new games of a contest's bots one after another, on a screen in a hall: one is played while the one before is on the screen for
a fixed time, with the standing of all games so far. Nothing is decided by these games and no ledger has them; their replays can be kept.

The screen is a [film.Loop], which a page or a terminal shows.
*/
package looping

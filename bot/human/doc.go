/*
Package human seats people among bots.

A [Player] is one person's place at a table. Keys come in by Press, from a terminal or from any number of pages at once, on any
goroutine; the kind's [game.Keyboard] says which of them are moves. The player itself knows neither terminals nor pages.

# Patience

People have no clock. A person whom nobody has seen yet is waited for, so a game begins when everybody has sat down. From then on a
person is waited for as long as Pace says, and what comes after that is the kind's word for silence, which no rule holds against
anybody. A person who goes away is silent, and may come back at any time. Kinds that have no word for silence wait.

# Keys

One key is kept: the last one that was pressed since the last move. So a key may be pressed while others still think, and thought
better of until the next turn begins. A move that cannot be played is refused with a word to the person and asked for again: people
are told, bots are judged.
*/
package human

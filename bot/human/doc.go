/*
Package human seats human players among bots.

A [Player] is one person's seat. Keys come in by Press, from a terminal or from any number of pages, on any goroutine; the kind's
[game.Keyboard] says which of them are moves. The player itself knows neither terminals nor pages.

# Waiting

Human players have no clock. A game begins when all of them have come. From then on a player is waited for as long as Pace says; after
that the kind's pass is played, which no rule punishes. A player who has left for ten seconds passes, and may return at any time. Kinds that
cannot pass wait.

# Keys

Only the last key since the last move counts. So a key may be pressed while others still think, and replaced until the next turn begins.
An illegal move is refused with a message and asked for again, while for a bot it is a fault.
*/
package human

/*
Package referee plays games: it is the one loop that touches bots and rules together.

A [Referee] has the players of one line-up and plays several games of them at once, each in a lane with a table of its own. Its
loop is short. Every player is asked for the moves it owes in all lanes (one after the other in random order, so that nobody thinks
while another does and each one's time is its own; or all at once where the kind says that its bots may run side by side); each
answer is taken by its table, which makes a fault of what cannot be played; then every table steps. A lane whose game is over hands
in its record and takes the next fixture. Lanes never wait for each other's games to end.

The referee has no opinion on what a fault means (the rules have), on which games are to be played (the format has), or on how a bot
is spoken to (its player has).
*/
package referee

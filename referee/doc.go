/*
Package referee plays games: it is the one loop that touches bots and rules together.

A [Referee] has the players of one line-up and plays several games of them at once, each in a lane with a table of its own. Its
loop is short. Every player is asked for the moves it owes in all lanes (one after the other in random order, so that nobody thinks
while another does and each one's time is its own; or all at once where the kind says that its bots may run side by side); each
answer is taken by its table, which makes a fault of what cannot be played; then every table steps. A lane whose game is over hands
in its record and takes the next fixture. Lanes never wait for each other's games to end.

# Games that are lost

A process that ends takes all its lanes with it. The lane that it was thinking in has the fault. The games of the others are lost: each is
played again once, by itself, and every move that was made in it before stands, whoever made it. So a bot that ends its process on
purpose gets nothing decided anew, neither its own moves nor anybody's luck, the first time as little as the tenth; and as a bot that
plays by the rules makes the same moves again, the game is the one that it would have been in a lane of its own. That keeps tables
independent of how many lanes and cores there are, which forfeiting the lost games would not: how many they are is chance. A game that is
lost a second time, as can only be where its player cannot be seated apart, stands as lost for the bot whose answer is missing.

The referee has no opinion on what a fault means (the rules have), on which games are to be played (the format has), or on how a bot
is spoken to (its player has).
*/
package referee

/*
Package referee plays games: its loop is the only code that uses bots and rules together.

A [Referee] has the players of one line-up and plays several games of them at once, each in a lane with a table of its own. In each turn
every player is asked for the moves it owes in all lanes: one player after the other in random order, so that each player's time is its
own, or all at once if the kind says that its bots may run concurrently. The table of a lane takes each answer and turns an unplayable one
into a fault; then every table steps. A lane whose game is over reports its record and takes the next fixture. Lanes never wait for other
lanes' games to end.

# Lost games

A process that ends takes all its lanes with it. The lane for which it was thinking has the fault. The other games go on: a new process
is asked again, up to this turn, what each of them had asked the bot before ([Referee.revive]), and every move made before is kept,
whoever made it. So a bot that ends its process on purpose gets no decision changed, neither its own moves nor anybody's luck; the time
of the moves that it makes again is charged where it exceeds that of the first ones. A bot that plays by the rules makes the same moves
again, so the game is the one that it would have been in a lane of its own. That keeps tables independent of the number of lanes and
cores, which forfeiting the lost games would not: their number is chance.

Where a player cannot do that (its process is shared with other bots, or was too small for several games) the lost games are replayed
alone, with all their bots, and the moves made before the loss are kept too. A game that is lost a second time, which is only possible if
its player cannot run in a process of its own, counts as lost for the bot whose answer is missing.

The meaning of a fault is up to the rules, the choice of games to the format, and the communication with a bot to its player.
*/
package referee

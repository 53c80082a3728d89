/*
Package console speaks the network console of the 2016 contest: a protocol by which people play from other machines, over TCP.

# Messages

A message is UTF-16 in little-endian order: a digit, a bar, a text, and a '<' that ends it. One read may bring half a message or three
of them, so messages are told apart by their ends alone.

	who     message          says
	client  5|NAME<          let me play, to port 19010
	host    1|PORT<          go on at this port; then it hangs up
	host    8|KEY<           the game begins, and this is your key
	host    2|MAP<           a round begins, and this is the map
	client  3|w<             a command: w a s d z x; anything else does nothing
	host    6|WHY<           your last command could not be carried out
	host    4|MAP<           you have been killed
	host    7|<              the game is over

# Patience

A [Host] has the seats, a [Player] sits in each. Players are waited for without limit while they are connected. One who vanishes does
nothing, and comes back by saying its name again. Whoever never came does nothing too, and the seat is free all game.

[Dial] is the other side: a client for this host, and for the original's.
*/
package console

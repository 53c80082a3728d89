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

A [Host] has the seats, a [Player] sits in each. Players are waited for without limit while they are connected. A player who
disconnects idles. Until the game begins the seat is then free again; later its owner, and nobody else, can come back: under the same
name and from the same address, once the old line is closed. A seat that nobody took idles all game.

Strangers at the registration port hold nothing for long: a seat is held for ten seconds for whoever has registered, only its own address reaches
the port that it was sent to, and connections at the registration port are few and short.

[Dial] is the other side: a client for this host, and for the original's.
*/
package console

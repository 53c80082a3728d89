/*
Package console implements the network console of the 2016 contest: a protocol by which people play from other machines, over TCP.

# Messages

A message is UTF-16 in little-endian order: a digit, a bar, a text, and a final '<'. One read may return half a message or three
of them, so only their ends separate messages.

	who     message          says
	client  5|NAME<          registers a name, at port 19010
	host    1|PORT<          connect to this port; then it disconnects
	host    8|KEY<           the game begins, and this is your key
	host    2|MAP<           a round begins, and this is the map
	client  3|w<             a command: w a s d z x; anything else does nothing
	host    6|WHY<           your last command failed
	host    4|MAP<           you have been killed
	host    7|<              the game is over

# Waiting

A [Host] has the seats, and a [Player] plays each. Connected players are waited for without limit. A player who disconnects idles. Before
the game begins its seat becomes free; later only its owner can reconnect, under the same name and from the same address, once the old
connection is closed. A seat without a player idles all game.

Connections to the registration port reserve little: a seat is reserved for ten seconds for a registered player, only its own address can
connect to the port that it was assigned, and connections at the registration port are few and short.

[Dial] is the other side: a client for this host, and for the original's.
*/
package console

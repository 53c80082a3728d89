/*
Package server plays bots that are HTTP servers.

Which requests a bot gets, and which field of its answer is the move, is the kind's ([game.Requests]); the bodies are JSON. A bot that
answers no request in time, with another status than 200, or with another body loses that move, and is asked again for the next one.

An answer is untrusted: it has at most 64 KiB, and leads to no other address.

# Servers that run elsewhere

[New] plays one at an address such as http://localhost:8000. Its server is nobody's to start, pause or end, so its time is wall time, and
what it uses of a machine is not counted (remote.go).

# Servers that agon starts

[NewStarted] starts one in the sandbox, in a network of its own with nothing but a loopback device, and connects to it there
([bot.Process].Dial). PORT in its environment is the port on which it must listen (started.go). It is timed, limited and paused as a
program is, with one difference: it is not killed for a late answer. Its process plays game after game. Once that has ended, the bot plays
no more in its game, and is started again for the next. Every request has a connection of its own: a paused server would keep count of how
long others are idle.
*/
package server

/*
Package server plays bots that are HTTP servers, at an address such as http://localhost:8000.

Which requests a bot gets, and which field of its answer is the move, is the kind's ([game.Requests]); the bodies are JSON. A bot that
answers no request in time, with another status than 200, or with another body loses that move, and is asked again for the next one. Its
server is nobody's to start, pause or end, so its time is wall time, and what it uses of a machine is not counted.

An answer is untrusted: it has at most 64 KiB, and leads to no other address.
*/
package server

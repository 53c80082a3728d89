/*
Package server runs a contest site in a folder: it keeps a second server off, listens, connects workers, trims the cache of built bots, opens the site
and plays its contests, and ends all of that when its context is done.

	server.go    what is served, and the order in which it begins and ends
	contests.go  how contests are opened, played and reported
	games.go     games and figures that pages show
	art.go       the art of the newest games, for the gallery
	people.go    alerts and sign-in by a provider
	workers.go   the queue to workers, which all contests share
	cache.go     what is built and unpacked
	lock.go      one server for a folder
	listen.go    limits of connections

It knows no flags; texts of errors name those that a person would change.
*/
package server

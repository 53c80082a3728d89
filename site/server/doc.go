/*
Package server runs a contest site in a folder: it keeps a second server off, listens, connects workers, trims the cache of built bots,
opens the site and plays its contests, and ends all of that when its context is done.

	server.go    what is served, and the order in which it begins and ends
	contests.go  how contests are opened, played and reported
	games.go     games, figures and art that pages show
	people.go    connections, alerts, sign-in by a provider
	workers.go   the queue to workers, which all contests share
	folder.go    one server for a folder, and its cache

It knows no flags; texts of errors name those that a person would change.
*/
package server

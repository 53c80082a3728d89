/*
Package gamefolder makes a kind of game of a folder that an organiser wrote: game.toml, with the game's name, seats, options and clock,
beside rules in another language than Go.

A [Folder] is such a kind, played, recorded, watched and verified as the kinds in Go are. Its states are positions of an engine (package
engine), which runs the rules: in Python (package python) or as a WebAssembly module (package module), in processes in the sandbox
(package process) or, a module of this machine's, in this one. Everything else is derived: bots speak the agon protocol, what they see is
what the rules observe, a picture is what the rules return as data, and built-in bots play any such game from its rules alone.

	files.go   starters for bots, and games to start from
	folder.go  reading game.toml; the version of the rules, which has a hash of their files
	rules.go   positions as game.Rules
	picture.go what rules draw, as a picture
	bots.go    built-in bots: by lot, greedy by one step, and Monte Carlo tree search
	public.go  what everybody may see of a game with hidden information
	world.go   positions for checks of the rules
	strict.go  folders that a site has taken from a browser
	shelf.go   folders by the name of their game, for records that name it

# Failures

Rules fail: they raise errors, hang, or return what is nothing. The game is then over without an outcome ([game.Failer]), and whoever
plays it stops with the function, the turn, the state and the trace. No bot is blamed for it.
*/
package gamefolder

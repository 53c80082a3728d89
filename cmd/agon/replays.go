package main

import (
	"agon/contest/folders"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/record/replay"
	"agon/record/replay/files"
	"agon/show/film"
)

// stored opens contests that have been played.
var stored = &folders.Folders{Kinds: recordedKind, Formats: formats.Formats, Ledgers: known}

// What is wrong with folders, and replays on disk.
var (
	folderError = folders.Error
	readReplay  = files.Replay
)

// recalled returns the game in a folder of files of the contest's own engine, or nil if there is none.
func recalled(dir string) *replay.Replay { return files.Original(all.Kinds(), dir) }

// filmOf re-simulates a replay as a film.
func filmOf(r *replay.Replay) (*film.Film, error) { return film.OfReplay(recordedKind, r) }

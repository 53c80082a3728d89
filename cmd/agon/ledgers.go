package main

import (
	"fmt"
	"os"
	"sync"

	"agon/contest/folders"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/lab/explain"
	"agon/record/replay"
	"agon/show/film"
)

// stored opens contests that have been played.
var stored = &folders.Folders{Kinds: recordedKind, Formats: formats.Formats, Ledgers: known, Chances: glanced}

// glanced estimates how a recorded game stood, for a report. It plays on fewer moves of games of folders, whose rules are slower.
func glanced(r *replay.Replay) *film.Chances {
	kind, err := recordedKind(r.Record.Kind)
	if err != nil {
		return nil
	}
	if ownGames.Folder(kind) != nil {
		return explain.Glance(kind, r, explain.GlanceFew)
	}
	return explain.Glance(kind, r, explain.GlanceMoves)
}

// Environment variables about ledgers.
const (
	storeVariable    = "AGON_STORE"
	passwordVariable = "PGPASSWORD" // libpq's
)

// known returns access to the ledgers that exist, with what the environment says about databases. The first call, by main, takes the
// variables out of the environment, so that builds of bots and other programs that agon starts do not get a password.
var known = sync.OnceValues(func() (ledgers.Ledgers, error) {
	text := os.Getenv(storeVariable)
	l := ledgers.Ledgers{Password: os.Getenv(passwordVariable)}
	os.Unsetenv(storeVariable)
	os.Unsetenv(passwordVariable)
	var err error
	if l.Known, err = ledgers.ParsePlace(text); err != nil {
		return l, fmt.Errorf("%s: %w", storeVariable, err)
	}
	return l, nil
})

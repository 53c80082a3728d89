package onegame

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"agon/bot/lineup"
	"agon/game"
	"agon/internal/clean"
	"agon/internal/wholefile"
	"agon/lab/live"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
)

// Files are what is kept of a game. An empty name keeps nothing.
type Files struct {
	Replay string // file of the game
	Live   string // file of the game so far
	Logs   string // folder of what bots print, and of the kind's own files
	Turns  bool   // what bots print is kept as JSON, with its turn
}

// A Keeper writes the files of a game.
type Keeper struct {
	Files
	Kind    *game.Kind
	Entries []lineup.Entry // by seat
}

// Replay writes the file of the game.
func (k *Keeper) Replay(played worker.Game) error {
	if k.Files.Replay == "" {
		return nil
	}
	if err := wholefile.WriteBytes(k.Files.Replay, k.encode(played.Record)); err != nil {
		return fmt.Errorf("write the replay: %w", err)
	}
	return nil
}

// encode returns a record of the game as a file.
func (k *Keeper) encode(r *game.Record) []byte {
	seats := make([]int, len(k.Entries))
	for i := range seats {
		seats[i] = i
	}
	return replay.Encode(&replay.Replay{Record: r, Seats: worker.ReplaySeats(k.Entries, seats)}, k.Kind.Timed)
}

// Log writes what the bot of a seat printed.
func (k *Keeper) Log(seat int, records []gamelog.Record) error {
	if k.Logs == "" {
		return nil
	}
	if err := os.MkdirAll(k.Logs, 0o755); err != nil {
		return err
	}
	data := gamelog.Plain(records)
	if k.Turns {
		data = gamelog.Append(nil, records...)
	}
	name := filepath.Join(k.Logs, fmt.Sprintf("%02d-%s.log", seat, clean.FileName(k.Entries[seat].Name)))
	if err := wholefile.WriteBytes(name, data); err != nil {
		return fmt.Errorf("write a log: %w", err)
	}
	return nil
}

// growEvery is the time between two states of the game so far, at least.
const growEvery = 200 * time.Millisecond

// Growing writes the game so far, and if logs have turns the logs so far. A game does not end when they cannot be written: the next state
// makes up for it.
func (k *Keeper) Growing() *live.Growing {
	g := &live.Growing{Every: growEvery, Record: func(r *game.Record) { wholefile.WriteBytes(k.Live, k.encode(r)) }}
	if k.Logs != "" && k.Turns {
		g.Log = func(seat int, records []gamelog.Record) { k.Log(seat, records) }
	}
	return g
}

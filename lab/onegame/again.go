package onegame

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/bot/lineup"
	"agon/game"
	"agon/internal/clutter"
	"agon/lab/live"
	"agon/play/worker"
)

// Files are looked at every watchEvery. A game begins when nothing has changed for as long: an editor may write a file in parts.
const watchEvery = 250 * time.Millisecond

// mostWatched bounds the files of bots that are looked at.
const mostWatched = 10_000

// Repeat calls play, and again whenever a file of a bot changes, until ctx is done. say is called with errors and with what it waits for.
func Repeat(ctx context.Context, refs []string, play func() error, say func(text string)) error {
	before := stampsOf(refs)
	for {
		err := play()
		switch {
		case ctx.Err() != nil:
			return err
		case err != nil && err.Error() != "":
			say(err.Error())
		}
		say(fmt.Sprintf("waiting for a change of %s (Ctrl-C ends)", strings.Join(Watched(refs), ", ")))
		name, now := before.next(ctx, refs)
		if ctx.Err() != nil {
			return nil
		}
		before = now
		say(name + " has changed")
	}
}

// next waits for a change until nothing changes any more, and returns the first file that has changed. It returns when ctx is done.
func (s stamps) next(ctx context.Context, refs []string) (name string, now stamps) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for now = s; ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return "", now
		}
		newest := stampsOf(refs)
		if name != "" && changed(now, newest) == "" {
			return name, newest
		}
		if now = newest; name == "" {
			name = changed(s, now)
		}
	}
}

// Watched returns the files and folders of bots that references name, as seen from the working directory.
func Watched(refs []string) (paths []string) {
	here, err := os.Getwd()
	for _, place := range lineup.Places(refs) {
		if _, err := os.Stat(place); err != nil {
			continue
		}
		if err == nil {
			if below, err := filepath.Rel(here, place); err == nil && filepath.IsLocal(below) {
				place = below
			}
		}
		paths = append(paths, place)
	}
	return paths
}

// A stamp is another one if a file has changed.
type stamp struct {
	size int64
	time time.Time
}

// stamps are those of files, by their paths.
type stamps map[string]stamp

// stampsOf returns the stamps of the files of bots: those of a folder, and of a single file those that lie beside it, of which it may use
// some.
func stampsOf(refs []string) stamps {
	all := stamps{}
	for _, path := range Watched(refs) {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if info.IsDir() {
			all.walk(path, true)
			continue
		}
		all[path] = stamp{info.Size(), info.ModTime()}
		all.walk(filepath.Dir(path), false)
	}
	return all
}

// walk adds the files of a folder: all below it that a bot may have, or its Python files alone.
func (s stamps) walk(dir string, deep bool) {
	filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		switch {
		case len(s) >= mostWatched:
			return fs.SkipAll
		case err != nil:
			return nil // it has just gone, or is not ours
		case e.IsDir() && name != dir && (!deep || ignored(e.Name())):
			return fs.SkipDir
		case !e.Type().IsRegular() || clutter.File(e.Name()) || !deep && filepath.Ext(name) != ".py":
			return nil
		}
		if info, err := e.Info(); err == nil {
			s[name] = stamp{info.Size(), info.ModTime()}
		}
		return nil
	})
}

// ignored reports whether a folder has no sources of a bot.
func ignored(name string) bool {
	return strings.HasPrefix(name, ".") || clutter.Any(name) || slices.Contains([]string{"target", "out"}, name)
}

// changed returns the first file by name that has changed, come or gone; empty: none.
func changed(before, now stamps) (first string) {
	look := func(name string) {
		if before[name] != now[name] && (first == "" || name < first) {
			first = name
		}
	}
	for name := range before {
		look(name)
	}
	for name := range now {
		look(name)
	}
	return first
}

// Again compares each game with the one before. The zero value has none.
type Again struct {
	Parting *game.Parting // of the last two; nil: they are the same, or there is one

	record  *game.Record // of the last game that was finished; nil: none
	outcome *live.Outcome
	first   bool
	word    string // what the rules call a turn of that game
}

// Keep keeps a game for the comparison with the next.
func (a *Again) Keep(k *game.Kind, played worker.Game) (err error) {
	a.Parting = nil
	after := played.Record.Clone()
	if a.record != nil {
		if a.Parting, err = k.Parting(a.record, after); err != nil {
			return err
		}
	}
	a.first, a.record, a.word = a.record == nil, after, k.TurnWord(after.Turns, after.Rounds)
	return nil
}

// Differs describes how a game that was kept differs from the one before.
func (a *Again) Differs(o *live.Outcome) (lines []string) {
	before := a.outcome
	a.outcome = o
	if a.first || before == nil {
		return nil
	}
	d := a.Parting
	if d == nil {
		return []string{"the same game as before, move by move"}
	}
	lines = append(lines, fmt.Sprintf("another game from %s %d on: %s plays %s there, before %s", a.word, d.Turn, o.Seats[d.Seat].Bot,
		orNothing(d.After), orNothing(d.Before)))
	for seat, is := range o.Seats {
		if was := before.Seats[seat]; was.Place != is.Place || was.Score != is.Score {
			lines = append(lines, fmt.Sprintf("%s: place %d with %.4g, before place %d with %.4g", is.Bot, is.Place, is.Score, was.Place,
				was.Score))
		}
	}
	return lines
}

func orNothing(move string) string {
	if move == "" {
		return "nothing"
	}
	return move
}

package main

import (
	"context"
	"errors"
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

// replays are the games that agon play --again plays, each of which is compared with the one before.
type replays struct {
	record  *game.Record // of the last game that was finished; nil: none
	outcome *live.Outcome
	parting *game.Parting // of the last two; nil: they are the same, or there is one
}

// replayable returns why a game cannot be played again and again.
func (p *playing) replayable(refs []string) error {
	switch {
	case p.web:
		return errors.New("--again and --web: a page shows one game; watch in the terminal with --watch")
	case p.game != 0 || p.from != "":
		return errors.New("--again plays a game from its beginning: leave out --game and --from")
	case slices.ContainsFunc(refs, isPerson):
		return errors.New("--again plays by itself, and people cannot")
	case len(watched(refs)) == 0:
		return errors.New("--again plays again when a file of a bot changes, and no bot has one here: name a bot by its file or folder, as ./mybot.py")
	}
	return nil
}

// isPerson reports whether a reference, perhaps with a name, is a person's.
func isPerson(ref string) bool {
	if _, after, ok := strings.Cut(ref, "="); ok {
		ref = after
	}
	return ref == "human" || strings.HasPrefix(ref, "console:")
}

// whenChanged plays a game, and plays it again whenever a file of a bot changes, until ctx is done.
func (p *playing) whenChanged(ctx context.Context, w *world, refs []string, play func() error) error {
	before := stampsOf(refs)
	for {
		err := play()
		var bad *exit
		switch {
		case ctx.Err() != nil:
			return err
		case errors.As(err, &bad) && bad.err == nil: // it has said what is wrong
		case err != nil:
			fmt.Fprintf(w.err, "agon: %s\n", printable(err.Error()))
		}
		fmt.Fprintf(w.err, "agon: waiting for a change of %s (Ctrl-C ends)\n", printable(strings.Join(watched(refs), ", ")))
		now, name := before, ""
		for name == "" {
			if !live.Pause(ctx, watchEvery) {
				return nil
			}
			now = stampsOf(refs)
			name = changed(before, now)
		}
		for {
			if !live.Pause(ctx, watchEvery) {
				return nil
			}
			still := stampsOf(refs)
			if changed(now, still) == "" {
				break
			}
			now = still
		}
		before = now
		fmt.Fprintf(w.err, "agon: %s has changed\n", printable(name))
	}
}

// watched returns the files and folders of bots that references name, as seen from the working directory.
func watched(refs []string) (paths []string) {
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

// A stamp tells whether a file has changed.
type stamp struct {
	size int64
	time time.Time
}

// stampsOf returns the stamps of the files of bots: those of a folder, and of a single file those that lie beside it, of which it may use some.
func stampsOf(refs []string) map[string]stamp {
	all := map[string]stamp{}
	for _, path := range watched(refs) {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if !info.IsDir() {
			all[path] = stamp{info.Size(), info.ModTime()}
			path = filepath.Dir(path)
		}
		deep := info.IsDir()
		filepath.WalkDir(path, func(name string, e fs.DirEntry, err error) error {
			switch {
			case len(all) >= mostWatched:
				return fs.SkipAll
			case err != nil:
				return nil // it has just gone, or is not ours
			case e.IsDir() && name != path && (!deep || strings.HasPrefix(e.Name(), ".") || clutter.Any(e.Name()) || slices.Contains([]string{"target", "out"}, e.Name())):
				return fs.SkipDir
			case !e.Type().IsRegular() || clutter.File(e.Name()) || !deep && filepath.Ext(name) != ".py":
				return nil
			}
			if info, err := e.Info(); err == nil {
				all[name] = stamp{info.Size(), info.ModTime()}
			}
			return nil
		})
	}
	return all
}

// changed returns the first file by name that has changed, come or gone; empty: none.
func changed(before, now map[string]stamp) (first string) {
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

// keepRecord keeps a game for the comparison with the next.
func (g *oneGame) keepRecord(played worker.Game) error {
	if r := &g.replays; g.againWhenChanged {
		r.parting = nil
		after := played.Record.Clone()
		if r.record != nil {
			var err error
			if r.parting, err = g.kind.Parting(r.record, after); err != nil {
				return err
			}
		}
		g.first, r.record = r.record == nil, after
	}
	return nil
}

// differs tells how a game differs from the one before.
func (g *oneGame) differs() (lines []string) {
	before := g.replays.outcome
	g.replays.outcome = g.outcome
	if !g.againWhenChanged || g.first || before == nil {
		return nil
	}
	d := g.replays.parting
	if d == nil {
		return []string{"the same game as before, move by move"}
	}
	name := func(seat game.Seat) string { return g.entries[seat].Name }
	lines = append(lines, fmt.Sprintf("another game from turn %d on: %s plays %s there, before %s", d.Turn, name(d.Seat), orNothing(d.After), orNothing(d.Before)))
	for i, is := range g.outcome.Seats {
		seat := game.Seat(i)
		if was := before.Seats[seat]; was.Place != is.Place || was.Score != is.Score {
			lines = append(lines, fmt.Sprintf("%s: place %d with %.4g, before place %d with %.4g", name(seat), is.Place, is.Score, was.Place, was.Score))
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

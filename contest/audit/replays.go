package audit

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"agon/contest"
	"agon/contest/store"
	"agon/game"
)

// archive reports what was found when the replays were opened, and repairs their index.
func (w *walk) archive(context.Context) error {
	if w.Live {
		return nil
	}
	for _, note := range w.c.Archive().Notes() {
		kind := Remark
		if note.Damage && !w.Repair {
			kind = Wrong
		}
		w.find(Finding{Kind: kind, Text: note.Text})
	}
	if !w.Repair {
		return nil
	}
	done, err := w.c.Archive().Reconcile(w.Dry)
	for _, text := range done {
		w.repaired("%s", text)
	}
	return err
}

// replays plays the replay of every game that has a result, and looks for replays of other games.
func (w *walk) replays(ctx context.Context) error {
	w.Planned = len(w.games)
	for _, g := range w.games {
		if g.Done {
			w.Done++
		}
	}
	w.Begin(w.Done)
	known := map[int64]bool{}
	for _, g := range w.games {
		if !g.Done {
			continue
		}
		if ctx.Err() != nil {
			return fmt.Errorf("stopped after %d of %d games", w.Proved+w.Recorded+w.Refused+w.Lost, w.Done)
		}
		known[int64(g.ID)] = true
		w.discrepancy(&g)
		f := Finding{Kind: Refused, Game: g.ID + 1, Bots: w.c.Names(g), Err: w.c.Prove(g)}
		switch {
		case contest.Lost(f.Err):
			f.Kind, f.Text = Lost, "the result has no replay"
			w.find(f)
		case f.Err != nil && !errors.Is(f.Err, game.ErrRecorded):
			w.find(f)
		default:
			if f.Err == nil {
				w.Proved++
			} else {
				w.Recorded++
			}
			if f.Err = nil; !w.Repair && !w.c.Archive().Indexed(int64(g.ID)) {
				f.Kind, f.Text = Wrong, "the index does not name the replay, which was found in its segment"
				w.find(f)
			}
		}
		w.Next()
	}
	w.strays(known)
	return nil
}

// discrepancy reports later results of a game that differ from the one that stands. There is nothing to repair.
func (w *walk) discrepancy(g *store.Game) {
	odd := w.c.Odd(g)
	if len(odd) == 0 {
		return
	}
	w.Differ++
	var digests []string
	for _, r := range odd {
		digests = append(digests, fmt.Sprintf("%016x", r.Digest))
	}
	text := fmt.Sprintf("a later result differs: its digest is %s; the first, %016x, stands", strings.Join(digests, ", "), g.Result.Digest)
	w.find(Finding{Kind: Remark, Game: g.ID + 1, Bots: w.c.Names(*g), Text: text})
}

// strays counts replays of games without a result, and reports those of games that were never planned.
func (w *walk) strays(known map[int64]bool) {
	for _, id := range w.c.Archive().Games() {
		switch {
		case known[id]:
		case id < 0 || id >= int64(len(w.games)) && !w.Live:
			w.find(Finding{Kind: Wrong, Game: int(id) + 1, Text: "there is a replay, and no such game is planned"})
		default:
			w.Open++
		}
	}
}

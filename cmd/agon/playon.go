package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/game"
	"agon/record/replay"
	"agon/show/report"
)

// onward plays on from a turn of a recorded game, with bots that are named in the order of its seats.
func (p *playing) onward(cmd *cobra.Command, w *world, k *game.Kind, refs []string) error {
	if len(p.session.Set) > 0 || p.session.Seeded {
		return errors.New("--from plays on a recorded game: options and seed are its own")
	}
	rep, err := readReplay(p.from)
	if err != nil {
		return err
	}
	if err := p.begin(k, rep, p.from); err != nil {
		return err
	}
	if len(refs) != len(rep.Seats) {
		var names []string
		for _, s := range rep.Seats {
			names = append(names, s.Name)
		}
		return fmt.Errorf("%s has the seats %s: name a bot for each of the %d, in this order", p.from, strings.Join(names, ", "), len(names))
	}
	options := map[string]any{}
	for _, o := range rep.Record.Options {
		name, value, _ := strings.Cut(o, "=")
		options[name] = value
	}
	settings, err := k.Settings(options)
	if err != nil {
		return fmt.Errorf("%s: %w", p.from, err)
	}
	return p.one(cmd, w, k, settings, refs)
}

// begin reads the beginning of a recorded game up to the turn of --turn.
func (p *playing) begin(k *game.Kind, rep *replay.Replay, name string) (err error) {
	if err := p.debugged.of(rep); err != nil {
		return err
	}
	if p.turn < 1 {
		return fmt.Errorf("--turn %d: name the first turn in which the bots decide, from 1 to %d", p.turn, rep.Record.Turns)
	}
	if p.beginning, err = k.Beginning(rep.Record, p.turn-1); err != nil {
		return fmt.Errorf("%s, turn %d: %w", name, p.turn, err)
	}
	return nil
}

// onward has a game of a contest played on from a turn: with the contest's bots, but for seats for which others are named, as NAME=REF.
func (g *oneGame) onward(ctx context.Context, c *contest.Contest, file *config.File, refs []string) error {
	data, err := c.Replay(g.game - 1)
	if err != nil {
		return fmt.Errorf("game %d: %w", g.game, err)
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return err
	}
	if err := g.begin(g.kind, rep, fmt.Sprintf("game %d", g.game)); err != nil {
		return err
	}
	g.before = 0
	for _, ref := range refs {
		name, _, ok := strings.Cut(ref, "=")
		seat := slices.IndexFunc(g.entries, func(e lineup.Entry) bool { return e.Name == name })
		if !ok || seat < 0 {
			var names []string
			for _, e := range g.entries {
				names = append(names, e.Name)
			}
			return fmt.Errorf("%s: name whose seat the bot takes, as NAME=%s; in game %d played %s", ref, ref, g.game, strings.Join(names, ", "))
		}
		e, err := g.session.Bot(ctx, g.session.OpenerFor(g.kind, file), ref)
		if err != nil {
			return err
		}
		g.entries[seat] = e
	}
	return nil
}

// repeated is how the answers of bots agreed with a recorded beginning, by seat.
type repeated map[int]*differing

// differing is a bot that answered otherwise than in the record.
type differing struct {
	Seat     int    `json:"seat"`
	Turn     int    `json:"turn"` // the first, from 1
	Answered string `json:"answered"`
	Recorded string `json:"recorded"`
	Times    int    `json:"times"`
}

// compare notes an answer in whose place a recorded move is played.
func (r *repeated) compare(t *game.Table, c *bot.Call, answered, recorded string) {
	if answered == recorded {
		return
	}
	if *r == nil {
		*r = repeated{}
	}
	seat := int(c.Seat)
	if (*r)[seat] == nil {
		(*r)[seat] = &differing{Seat: seat, Turn: t.Turns() + 1, Answered: answered, Recorded: recorded}
	}
	(*r)[seat].Times++
}

// list returns those that differ, by seat.
func (r *repeated) list() (list []differing) {
	for _, d := range slices.SortedFunc(maps.Values(*r), func(a, b *differing) int { return cmp.Compare(a.Seat, b.Seat) }) {
		list = append(list, *d)
	}
	return list
}

// told returns a sentence for each bot that differs.
func (r *repeated) told(entries []lineup.Entry, turn int) (lines []string) {
	for _, d := range r.list() {
		lines = append(lines, fmt.Sprintf("%s answered %q in turn %d, where the recorded game has %q, and differed in %s before turn %d: it is another version, or plays otherwise from time to time",
			entries[d.Seat].Name, d.Answered, d.Turn, d.Recorded, report.Counted(d.Times, "turn"), turn))
	}
	return lines
}

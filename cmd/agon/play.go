package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/referee"
	"agon/replay"
	"agon/worker"
)

type playing struct {
	common
	replay string
	json   bool
}

func newPlay(w *world) *cobra.Command {
	p := &playing{}
	cmd := &cobra.Command{
		Use:   "play KIND [BOT...]",
		Short: "play one game",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.run(cmd, w, args[0], args[1:])
		},
	}
	p.flags(cmd.Flags())
	cmd.Flags().StringVar(&p.replay, "replay", "", "write the game to `FILE`")
	cmd.Flags().BoolVar(&p.json, "json", false, "print one JSON object and nothing else")
	return cmd
}

func (p *playing) run(cmd *cobra.Command, w *world, name string, refs []string) error {
	k, settings, err := p.kind(name)
	if err != nil {
		return err
	}
	log := bot.NewLog(0)
	entries, err := p.bots(cmd.Context(), k, refs, log)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Broken != "" {
			os.Stderr.Write(log.Take())
			return fmt.Errorf("%s: %s", e.Ref, e.Broken)
		}
	}
	seed := p.draw(cmd.Flags())
	return p.play(cmd.Context(), w, k, settings, entries, seed)
}

func (p *playing) play(ctx context.Context, w *world, k *game.Kind, settings game.Settings, entries []lineup.Entry, seed int64) error {
	var lineup, seats []int
	for i := range entries {
		lineup = append(lineup, i)
		seats = append(seats, i)
	}
	given := false
	crew := &worker.Crew{
		Kind: k, Settings: settings, Entries: entries, Cores: 1, Lanes: 1, Guard: p.guard, NoLimits: p.noLimits, Times: true,
		Take: func(context.Context) (worker.Job, bool) {
			if given {
				return worker.Job{}, false
			}
			given = true
			return worker.Job{Lineup: lineup, Fixtures: []referee.Fixture{{ID: 1, Seed: seed, Seats: seats}}}, true
		},
		Done: func(_ int, g worker.Game) error {
			return p.report(w, k, entries, g)
		},
	}
	return crew.Work(ctx)
}

func (p *playing) report(w *world, k *game.Kind, entries []lineup.Entry, g worker.Game) error {
	rep := &replay.Replay{Record: g.Record}
	for i, e := range entries {
		rep.Seats = append(rep.Seats, replay.Seat{Name: e.Name, Author: e.Author, Hash: e.Hash, Slot: i})
	}
	if p.replay != "" {
		if err := os.WriteFile(p.replay, replay.Encode(rep, k.Timed), 0o644); err != nil {
			return host(err)
		}
	}
	type seat struct {
		Bot    string         `json:"bot"`
		Author string         `json:"author"`
		Score  float64        `json:"score"`
		Place  int            `json:"place"`
		Faults map[string]int `json:"faults"`
		Moves  int            `json:"moves"`
		AvgUs  float64        `json:"avg_us"`
		CPUUs  float64        `json:"cpu_us"`
		Log    string         `json:"log"`
	}
	out := struct {
		Agon   int    `json:"agon"`
		Kind   string `json:"kind"`
		Seed   int64  `json:"seed"`
		Rounds int    `json:"rounds"`
		Turns  int    `json:"turns"`
		Seats  []seat `json:"seats"`
		Digest string `json:"digest"`
	}{1, k.Name, g.Fixture.Seed, g.Table.Rounds(), g.Table.Turns(), nil, fmt.Sprintf("%016x", g.Record.Digest)}
	for i, e := range entries {
		o := g.Table.Outcome(game.Seat(i))
		t := g.Seats[i]
		s := seat{Bot: e.Name, Author: e.Author, Score: o.Score, Place: o.Place, Faults: map[string]int{}, Moves: t.Moves, Log: string(t.Log)}
		for f, n := range t.Faults {
			s.Faults[f.String()] = n
		}
		if t.Moves > 0 {
			s.AvgUs = float64(t.Wall.Nanoseconds()) / 1e3 / float64(t.Moves)
			s.CPUUs = float64(t.CPU.Nanoseconds()) / 1e3 / float64(t.Moves)
		}
		out.Seats = append(out.Seats, s)
	}
	enc := json.NewEncoder(w.out)
	enc.SetIndent("", " ")
	return enc.Encode(out)
}

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"agon/contest"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/record/replay"
	sitecontests "agon/site/contests"
)

// mostArt is the number of a bot's newest games whose art a site keeps, so that a ladder without end fills no disk.
const mostArt = 8

// keepArt writes the art of the newest games of each bot into the folder that the site's gallery shows. Games that are there already are not
// written again unless anew, because a decision may have changed their results.
func keepArt(ctx context.Context, c *contest.Contest, anew bool) error {
	if !c.Kind.Art {
		return nil
	}
	dir := filepath.Join(c.Dir, sitecontests.ArtFolder)
	if anew {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	wanted, err := newestGames(ctx, c)
	if err != nil {
		return err
	}
	have, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range have {
		if _, ok := wanted[e.Name()]; ok {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	for name, f := range wanted {
		if slices.ContainsFunc(have, func(e os.DirEntry) bool { return e.Name() == name }) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := c.Replay(f.ID)
		if err != nil {
			return err
		}
		rep, err := replay.Decode(data)
		if err != nil {
			return fmt.Errorf("game %d: %w", f.ID+1, err)
		}
		var players []game.Participant
		for _, entry := range f.Seats {
			players = append(players, c.Entries[entry].Participant())
		}
		if err := writeWhole(filepath.Join(dir, name), c.Kind, rep.Record, players); err != nil {
			return err
		}
	}
	return nil
}

// newestGames returns the newest games of each bot, by the names of their folders.
func newestGames(ctx context.Context, c *contest.Contest) (map[string]tournament.Fixture, error) {
	of := map[int][]tournament.Fixture{} // by entry
	err := c.Games(ctx, func(g *store.Game) error {
		if len(g.Result.Seats) == 0 { // nobody played it
			return nil
		}
		f := g.Fixture
		f.Seats = slices.Clone(f.Seats)
		for _, entry := range f.Seats {
			list := append(of[entry], f)
			of[entry] = list[max(0, len(list)-mostArt):]
		}
		return nil
	})
	wanted := map[string]tournament.Fixture{}
	for _, list := range of {
		for _, f := range list {
			wanted[fmt.Sprintf("game-%04d", f.ID+1)] = f
		}
	}
	return wanted, err
}

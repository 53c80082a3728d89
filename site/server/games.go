package server

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"agon/contest"
	"agon/contest/compile"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/record/replay"
	"agon/show/output"
	"agon/show/report"
	"agon/site"
	sitecontests "agon/site/contests"
	"agon/site/films"
)

// figures computes the figures of a contest's folder, whoever plays it.
func (s *Setup) figures(ctx context.Context, dir string) (*report.Figures, error) {
	c, err := s.Folders.Read(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	result, _, err := c.Recount(ctx)
	if err != nil {
		return nil, err
	}
	return compile.Figures(ctx, c, result)
}

// game returns a game of a contest's folder, by its number from 1. The error is [fs.ErrNotExist] if it has no replay.
func (s *Setup) game(dir string, number int) (*site.Game, error) {
	return films.Open(s.Folders.Kinds, s.Folders.Chances, dir, number)
}

// mostArt is the number of a bot's newest games whose art a site keeps, so that a ladder without end fills no disk.
const mostArt = 8

// keepArt writes the art of the newest games of each bot into the folder that the site's gallery shows. Games that are there already are
// not written again unless anew, because a decision may have changed their results.
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
			delete(wanted, e.Name())
		} else if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	for name, f := range wanted {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := writeArt(c, &f, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// writeArt writes the art of a game into a folder of its own.
func writeArt(c *contest.Contest, f *tournament.Fixture, dir string) error {
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
	return output.WriteWhole(dir, c.Kind, rep.Record, players)
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

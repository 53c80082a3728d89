package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"agon/contest"
	"agon/contest/store"
	"agon/game"
	"agon/record/replay"
	"agon/show/output"
)

// writeGames writes the kind's own files of every finished game, each into its own folder, which is rewritten. It makes them from the
// replays, so that a stopped and continued run has all of them at the end. noLimits says that no clock ran.
func writeGames(ctx context.Context, dir string, c *contest.Contest, noLimits bool) error {
	return c.Games(ctx, func(g *store.Game) error {
		folder := filepath.Join(dir, fmt.Sprintf("game-%04d", g.ID+1))
		data, err := c.Replay(g.ID)
		if err != nil {
			return err
		}
		rep, err := replay.Decode(data)
		if err != nil {
			return fmt.Errorf("game %d: %w", g.ID+1, err)
		}
		var players []game.Participant
		for _, entry := range g.Seats {
			player := c.Entries[entry].Participant()
			player.NoClock = noLimits
			players = append(players, player)
		}
		return writeWhole(folder, c.Kind, rep.Record, players)
	})
}

// writeWhole writes a game's folder completely or not at all.
func writeWhole(folder string, k *game.Kind, rec *game.Record, players []game.Participant) error {
	part := folder + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := output.Write(part, k, rec, players); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(folder), err)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(part, folder)
}

// checkScribe returns an error before the first game if the kind writes no files.
func checkScribe(dir string, k *game.Kind) error {
	if dir == "" || k.Writes() {
		return nil
	}
	return fmt.Errorf("--log: %s writes no files of its own for a game; what bots printed is in the contest's logs (agon logs CONTEST BOT)", k.Name)
}

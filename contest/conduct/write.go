package conduct

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"agon/contest"
	"agon/contest/folders"
	"agon/contest/store"
	"agon/game"
	"agon/internal/wholefile"
	"agon/record/replay"
	"agon/show/output"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/report/folder"
)

// Write writes the report of a contest, and the files that are asked for.
func (s *Setup) Write(ctx context.Context, c *contest.Contest, run *report.Run) error {
	if s.Files.CSV != "" {
		if err := wholefile.Write(s.Files.CSV, func(out io.Writer) error { return c.WriteCSV(ctx, out) }); err != nil {
			return err
		}
	}
	if run.Played > 0 {
		if err := folder.Write(folders.ReportDir(c), run); err != nil {
			return err
		}
		if s.Files.Bracket != "" {
			if err := folder.WriteBracket(s.Files.Bracket, run); err != nil {
				return err
			}
		}
	}
	if s.Files.Games != "" {
		if err := writeGames(ctx, s.Files.Games, c, s.Options.NoLimits); err != nil {
			return err
		}
	}
	if s.Files.Graph == "" || run.Last() == nil {
		return nil
	}
	var nothing *chart.Nothing
	if err := chart.WriteScores(s.Files.Graph, run); !errors.As(err, &nothing) {
		return err
	}
	s.Note(fmt.Sprintf("%s is not written: %v", s.Files.Graph, nothing))
	return nil
}

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
		return output.WriteWhole(folder, c.Kind, rep.Record, players)
	})
}

// check returns an error before the first game if a file is asked for that this contest does not have.
func (f *Files) check(c *contest.Contest) error {
	if f.Games != "" && !c.Kind.Writes() {
		return fmt.Errorf("--log: %s writes no files of its own for a game; what bots printed is in the contest's logs (agon logs "+
			"CONTEST BOT)",
			c.Kind.Name)
	}
	return checkBracket(f.Bracket, c)
}

package contest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"agon/contest/store"
	"agon/internal/clean"
	"agon/record/replay/archive"
)

// Results are the stored games of a contest with their replays.
type Results struct {
	games   store.Store
	archive *archive.Archive
	replays string // the folder of the replays
}

// Kept returns every game of the plan, in order, with its current result.
func (r *Results) Kept(ctx context.Context) (games []store.Game, err error) {
	for g, err := range r.games.Games(ctx) {
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// Games calls visit for every game that has a result, in plan order.
func (r *Results) Games(ctx context.Context, visit func(*store.Game) error) error {
	for g, err := range r.games.Games(ctx) {
		if err != nil {
			return err
		}
		if !g.Done {
			continue
		}
		if err := visit(&g); err != nil {
			return err
		}
	}
	return nil
}

// Replay reads the replay of a game, by its fixture's ID.
func (r *Results) Replay(fixture int) ([]byte, error) { return r.archive.Get(int64(fixture)) }

// ReplayBytes returns the size of all replays, in bytes.
func (r *Results) ReplayBytes() int64 { return r.archive.Bytes() }

// Reopen reads the replays again. A run keeps a replay before its result, so that replays which are opened after results have been read
// contain those of all these results.
func (r *Results) Reopen() error {
	now, err := archive.Open(r.replays)
	if err != nil {
		return err
	}
	before := r.archive
	r.archive = now
	return before.Close()
}

// Archive returns the contest's replays.
func (r *Results) Archive() *archive.Archive { return r.archive }

// WriteCSV writes scores in the format of the Colour Battle contest's dump: the names in line-up order, then a line for each game with
// five decimals. A bot that did not play in a game has an empty field.
func (c *Contest) WriteCSV(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriter(w)
	names := make([]string, len(c.Entries))
	for i := range c.Entries {
		names[i] = csvField(c.Label(i))
	}
	fmt.Fprintln(out, strings.Join(names, ","))
	seats := make([]int, len(c.Entries)) // the seat of each entry in the game, from 1; 0 for none
	var score []byte
	err := c.Games(ctx, func(g *store.Game) error {
		for seat, entry := range g.Seats {
			seats[entry] = seat + 1
		}
		for entry, seat := range seats {
			if entry > 0 {
				out.WriteByte(',')
			}
			if seat > 0 {
				score = strconv.AppendFloat(score[:0], g.Result.Seats[seat-1].Score, 'f', 5, 64)
				out.Write(score)
				seats[entry] = 0
			}
		}
		return out.WriteByte('\n')
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// csvField returns a name as a CSV field. The original never quoted a name, so only names that need it are.
func csvField(name string) string {
	name = clean.Cell(name)
	if !strings.ContainsAny(name, "\",\n\r") {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

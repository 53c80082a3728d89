package contest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"agon/contest/store"
)

// Games calls visit for every game that has a result, in plan order.
func (c *Contest) Games(ctx context.Context, visit func(*store.Game) error) error {
	for g, err := range c.store.Games(ctx) {
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
func (c *Contest) Replay(fixture int) ([]byte, error) { return c.archive.Get(int64(fixture)) }

// ReplayBytes returns the size of all replays, in bytes.
func (c *Contest) ReplayBytes() int64 { return c.archive.Bytes() }

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

// csvField returns a name as a CSV field. Spreadsheets run text that begins with one of a few characters as a formula, so those get a
// leading quote, which spreadsheets read as text. The original never quoted a name, so only names that need it are.
func csvField(name string) string {
	if name != "" && strings.ContainsRune("=+-@\t\r\n", rune(name[0])) {
		name = "'" + name
	}
	if !strings.ContainsAny(name, "\",\n\r") {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

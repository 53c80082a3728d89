package main

import (
	"fmt"
	"image/png"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"agon/game"
	"agon/internal/shellword"
	"agon/internal/wholefile"
	"agon/lab/live"
	"agon/lab/text"
	"agon/show/film"
	"agon/show/film/gif"
	"agon/show/report"
	"agon/show/term/table"
)

// withLog returns the command that plays this game again and keeps its logs.
func (g *oneGame) withLog() string {
	if g.game != 0 || g.debugged != nil {
		return "the same command with --log logs"
	}
	words := []string{"agon play", shellword.Quote(g.kind.Ref())}
	if g.file != nil {
		words[1] = shellword.Quote(g.file.Path)
	}
	for _, e := range g.entries {
		words = append(words, shellword.Quote(e.Reference()))
	}
	g.given.Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "seed", "log", "watch", "web", "listen", "json", "replay", "rivals", "live", "again":
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			words = append(words, shellword.Quote("--"+f.Name+"="+value))
		}
	})
	if g.beginning == nil {
		words = append(words, "--seed", fmt.Sprint(g.seed))
	}
	return strings.Join(append(words, "--log logs"), " ")
}

func (g *oneGame) asJSON() any {
	o := g.outcome
	return struct {
		Agon    int            `json:"agon"`
		Kind    string         `json:"kind"`
		Seed    int64          `json:"seed"`
		Rounds  int            `json:"rounds"`
		Turns   int            `json:"turns"`
		Options map[string]any `json:"options"`
		Seats   []live.Seat    `json:"seats"`
		Ending  string         `json:"ending,omitempty"`
		Digest  string         `json:"digest"`
		Replay  string         `json:"replay,omitempty"`
		Turn    int            `json:"from_turn,omitempty"` // the first in which the bots decided
		Differ  []differing    `json:"differ,omitempty"`
		Parting *game.Parting  `json:"parting,omitempty"` // from the game before, with --again
	}{1, g.kind.Name, g.seed, o.Rounds, o.Turns, g.settings.Values(), o.Seats, o.Ending, fmt.Sprintf("%016x", o.Digest), g.replay, g.turn, g.repeated.list(), g.replays.parting}
}

func (g *oneGame) print(out io.Writer) error {
	o := g.outcome
	unit, _ := g.kind.Scale(g.settings, len(g.entries))
	t := &table.Table{Columns: []table.Column{
		{Head: "#", Width: 4}, {Head: "Bot", Width: 30}, {Head: "Author", Width: 20}, {Head: table.Score(unit), Width: max(10, len(table.Score(unit))+2), Digits: 2}, {Head: "us/move", Width: 10, Digits: 1},
		{Head: "Faults", Width: 10, Remark: true},
	}}
	slots := make([]int, len(o.Seats))
	for seat := range slots {
		slots[seat] = seat
	}
	slices.SortStableFunc(slots, func(a, b int) int { return o.Seats[a].Place - o.Seats[b].Place })
	for _, slot := range slots {
		s := o.Seats[slot]
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(s.Place)), table.Bot(slot, s.Bot), table.Text(s.Author), table.Number(s.Score), table.Number(s.AvgUs), table.Text(text.Marks(s.Faults, s.Doubt)),
		})
	}
	fmt.Fprintf(out, "%s, %s, seed %d, digest %016x\n", g.kind.Title, report.Counted(o.Rounds, "round"), g.seed, o.Digest)
	if err := t.Write(out, table.On(out, os.Environ())); err != nil {
		return err
	}
	if g.replay != "" {
		fmt.Fprintf(out, "Replay: %s   (agon replay %s shows it)\n", g.replay, g.replay)
	}
	more := g.logs
	if more == "" {
		more = g.withLog()
	}
	for _, s := range o.Seats {
		for _, f := range s.First {
			fmt.Fprintln(out, text.FirstFault(s.Bot, f, more))
		}
	}
	if o.Ending != "" {
		fmt.Fprintln(out, printable(o.Ending))
	}
	return nil
}

// picture writes the shot being watched as a picture.
func (g *oneGame) picture(s film.Shot) (string, error) { return writePicture(g.films.Audience, s) }

func writePicture(f *film.Film, s film.Shot) (string, error) {
	name := fmt.Sprintf("%s-%d-round-%d.png", f.Info.Kind.Name, f.Info.Seed, s.Round)
	return name, wholefile.Write(name, func(out io.Writer) error { return png.Encode(out, gif.Still(f, s.Turn)) })
}

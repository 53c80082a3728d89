package main

import (
	"fmt"
	"image/png"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"agon/film"
	"agon/film/gif"
	"agon/game"
	"agon/internal/shellword"
	"agon/internal/wholefile"
	"agon/report"
	"agon/term/table"
	"agon/worker"
)

// playOutcome is the result of one game.
type playOutcome struct {
	kind    *game.Kind
	seed    int64
	rounds  int
	turns   int
	options map[string]any
	digest  uint64
	replay  string
	ending  string
	unit    string
	seats   []playSeat
	faults  []string // the first of each kind
}

type playSeat struct {
	Bot    string         `json:"bot"`
	Author string         `json:"author"`
	Image  string         `json:"image,omitempty"` // the image's digest
	Score  float64        `json:"score"`
	Place  int            `json:"place"`
	Faults map[string]int `json:"faults"`
	Doubt  string         `json:"clock_disagrees,omitempty"` // why the bot's own times are not trusted
	Moves  int            `json:"moves"`
	AvgUs  float64        `json:"avg_us"`
	CPUUs  float64        `json:"cpu_us"`
	slot   int
}

func newPlayOutcome(g *oneGame, played worker.Game) *playOutcome {
	o := &playOutcome{
		kind: g.kind, seed: g.seed, rounds: played.Record.Rounds, turns: played.Record.Turns, options: g.settings.Values(),
		digest: played.Record.Digest, replay: g.replay, ending: film.Named(played.Table.Ending(), filmSeats(g.seats())),
	}
	o.unit, _ = g.kind.Scale(g.settings, len(g.entries))
	for seat, e := range g.entries {
		t := played.Seats[seat]
		s := playSeat{Bot: e.Name, Author: e.Author, Image: e.Image, Score: t.Score, Place: t.Place, Faults: map[string]int{}, Moves: t.Moves, Doubt: t.Doubt, slot: seat}
		maps.Copy(s.Faults, t.Faults)
		if t.Moves > 0 {
			s.AvgUs = float64(t.Wall.Nanoseconds()) / 1e3 / float64(t.Moves)
			s.CPUUs = float64(t.CPU.Nanoseconds()) / 1e3 / float64(t.Moves)
		}
		o.seats = append(o.seats, s)
	}
	o.blame(played.Record)
	more := g.withLog()
	if g.logs != "" {
		more = g.logs
	}
	for seat := range o.seats {
		for _, f := range firstFaults(o.seats[seat].Bot, played.Seats[seat].Log, map[string]bool{}) {
			o.faults = append(o.faults, f.inGame(more))
		}
	}
	return o
}

// withLog returns the command that plays this game again and keeps its logs.
func (g *oneGame) withLog() string {
	if g.game != 0 {
		return "the same command with --log logs"
	}
	words := []string{"agon play", g.kind.Name}
	for _, e := range g.entries {
		words = append(words, shellword.Quote(e.Reference()))
	}
	g.given.Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "seed", "log", "watch", "web", "listen", "json", "replay", "rivals":
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
	words = append(words, "--seed", fmt.Sprint(g.seed))
	return strings.Join(append(words, "--log logs"), " ")
}

// blame adds the faults of the last turn to the text of the ending, if the turn could not be played: the bot's name, the fault, and the
// value or the exception.
func (o *playOutcome) blame(r *game.Record) {
	if o.ending == "" {
		return
	}
	for _, f := range r.Faults {
		if f.Turn == r.Turns-1 {
			o.ending += fmt.Sprintf("; %s: %v: %s", o.seats[f.Seat].Bot, f.Why, f.Note)
		}
	}
}

func (o *playOutcome) json() any {
	return struct {
		Agon    int            `json:"agon"`
		Kind    string         `json:"kind"`
		Seed    int64          `json:"seed"`
		Rounds  int            `json:"rounds"`
		Turns   int            `json:"turns"`
		Options map[string]any `json:"options"`
		Seats   []playSeat     `json:"seats"`
		Ending  string         `json:"ending,omitempty"`
		Digest  string         `json:"digest"`
		Replay  string         `json:"replay,omitempty"`
	}{1, o.kind.Name, o.seed, o.rounds, o.turns, o.options, o.seats, o.ending, fmt.Sprintf("%016x", o.digest), o.replay}
}

func (o *playOutcome) print(out io.Writer) error {
	t := &table.Table{Columns: []table.Column{
		{Head: "#", Width: 4}, {Head: "Bot", Width: 30}, {Head: "Author", Width: 20}, {Head: table.Score(o.unit), Width: max(10, len(table.Score(o.unit))+2), Digits: 2}, {Head: "us/move", Width: 10, Digits: 1},
		{Head: "Faults", Width: 10, Remark: true},
	}}
	for _, s := range slices.SortedStableFunc(slices.Values(o.seats), func(a, b playSeat) int { return a.Place - b.Place }) {
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(s.Place)), table.Bot(s.slot, s.Bot), table.Text(s.Author), table.Number(s.Score), table.Number(s.AvgUs), table.Text(marks(s.Faults, s.Doubt)),
		})
	}
	fmt.Fprintf(out, "%s, %s, seed %d, digest %016x\n", o.kind.Title, report.Counted(o.rounds, "round"), o.seed, o.digest)
	if err := t.Write(out, table.On(out, os.Environ())); err != nil {
		return err
	}
	if o.replay != "" {
		fmt.Fprintf(out, "Replay: %s   (agon replay %s shows it)\n", o.replay, o.replay)
	}
	for _, text := range o.faults {
		fmt.Fprintln(out, printable(text))
	}
	if o.ending != "" {
		fmt.Fprintln(out, printable(o.ending))
	}
	return nil
}

// marks returns a bot's faults, and a remark if its clock is not trusted.
func marks(faults map[string]int, doubt string) string {
	text := report.FaultCounts(faults)
	switch {
	case doubt == "":
		return text
	case text == "":
		return report.ClockDisagrees
	}
	return text + ", " + report.ClockDisagrees
}

// picture writes the shot being watched as a picture.
func (g *oneGame) picture(s film.Shot) (string, error) { return writePicture(g.film, s) }

func writePicture(f *film.Film, s film.Shot) (string, error) {
	name := fmt.Sprintf("%s-%d-round-%d.png", f.Info.Kind.Name, f.Info.Seed, s.Round)
	return name, wholefile.Write(name, func(out io.Writer) error { return png.Encode(out, gif.Still(f, s.Turn)) })
}

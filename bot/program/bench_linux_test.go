package program_test

import (
	"slices"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/game"
	"agon/games/colourbattle"
)

// echoing is a bot that answers each line with its first byte, from its own buffer and without other work. With -DAGON it answers pictures
// with STAY and other lines not at all.
const echoing = `
#include <string.h>
#include <unistd.h>
static char line[1 << 20];
int main(void) {
	size_t have = 0;
	for (;;) {
		ssize_t n = read(0, line + have, sizeof line - have);
		if (n <= 0) return 0;
		have += n;
		char *at = line, *end;
		while ((end = memchr(at, '\n', line + have - at))) {
			if (!strncmp(at, "{\"turn", 6) || *at == '.') write(1, "STAY\n", 5);
			at = end + 1;
		}
		have = line + have - at;
		memmove(line, at, have);
	}
}`

// crowd is the number of bots in a game.
const crowd = 21

// BenchmarkRound measures a round of 21 bots that do nothing, all asked before any is waited for, with the whole engine: pictures of Colour
// Battle made and written, answers read, the turn played. In alternation, on the same machine, it exchanges lines of the same length with
// the same programs and nothing else. The ratio of the two is the cost of the engine.
func BenchmarkRound(b *testing.B) {
	command := compiled(b, echoing)
	for _, together := range []bool{false, true} {
		name := map[bool]string{false: "read by the caller", true: "read by goroutines"}[together]
		b.Run(name, func(b *testing.B) {
			engine, bare := newEngine(b, command, together), newBare(b, command)
			var ours, floor []float64 // ns per move
			for b.Loop() {
				ours = append(ours, perMove(engine.round))
				floor = append(floor, perMove(func() { bare.round(engine.bytes) }))
			}
			slices.Sort(ours)
			slices.Sort(floor)
			mine, barely := ours[len(ours)/2], floor[len(floor)/2]
			b.ReportMetric(mine, "ns/move")
			b.ReportMetric(barely, "ns/bare-move")
			b.ReportMetric(mine/barely, "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// perMove returns the time of a move in a round, averaged over some rounds.
func perMove(round func()) float64 {
	const rounds = 50
	begin := time.Now()
	for range rounds {
		round()
	}
	return float64(time.Since(begin).Nanoseconds()) / (rounds * crowd)
}

// engine is a table of Colour Battle with its players.
type engine struct {
	b       *testing.B
	table   *game.Table
	players []*program.Player
	calls   []bot.Call
	bytes   int // approximate size of a picture
}

func newEngine(b *testing.B, command bot.Command, together bool) *engine {
	k := game.New(colourbattle.Spec)
	settings, err := k.Settings(map[string]any{"rounds": 1000000})
	if err != nil {
		b.Fatal(err)
	}
	e := &engine{b: b, calls: make([]bot.Call, crowd)}
	if e.table, err = k.Table(settings); err != nil {
		b.Fatal(err)
	}
	if err := e.table.Deal(1, crowd); err != nil {
		b.Fatal(err)
	}
	for seat := range crowd {
		p := program.NewAgon(config(command, game.Launch{Together: together}))
		closing(b, p)
		p.Sit(0, e.table, game.Seat(seat))
		e.players = append(e.players, p)
	}
	e.round()
	var frame, before game.Frame
	e.table.View(&before, 0)
	e.round()
	e.table.View(&frame, 0)
	e.bytes = len(frame.AppendDelta(nil, &before))
	return e
}

func (e *engine) round() {
	for i := range e.calls {
		c := &e.calls[i]
		c.Reply.Reset()
		c.Table, c.Seat, c.Limit, c.Worded = e.table, game.Seat(i), 5*time.Second, false
		e.players[i].Ask([]*bot.Call{c})
	}
	for i := range e.calls {
		c := &e.calls[i]
		e.players[i].Answer([]*bot.Call{c})
		c.Put()
		if !c.Worded || c.Reply.Fault != game.NoFault {
			e.b.Fatalf("seat %d: %v %s", i, c.Reply.Fault, c.Reply.Note)
		}
	}
	e.table.Step()
}

//go:build linux && (amd64 || arm64)

package pyhost_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/fence"
)

const numeric = `
import numpy


class player:
    def __init__(self):
        self.choices = numpy.array([[1, 0], [-1, 0], [0, 1], [0, -1]])

    def move(self, B, N, cur_x, cur_y):
        return tuple(int(d) for d in self.choices[numpy.random.randint(4)])
`

// BenchmarkFirstMove measures the time from a game's beginning to the bot's first move, for a new Python process with numpy in the sandbox,
// forked from a warm process. In alternation it measures the same with a new process.
func BenchmarkFirstMove(b *testing.B) {
	dir, err := os.MkdirTemp("", "agonfresh")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755)
	file := filepath.Join(dir, "Bot.py")
	if err := os.WriteFile(file, []byte(numeric), 0o644); err != nil {
		b.Fatal(err)
	}
	c, err := sandbox.Open(sandbox.Full)
	if err != nil {
		b.Skip(err)
	}
	defer c.Close()
	k := game.New(fence.Spec)
	o := lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: c, Log: bot.NewLog(0)}
	entries, err := o.Open(context.Background(), []string{file})
	if err != nil || entries[0].Broken != "" {
		b.Fatal(err, entries)
	}
	settings, err := k.Settings(nil)
	if err != nil {
		b.Fatal(err)
	}
	table, err := k.Table(settings)
	if err != nil {
		b.Fatal(err)
	}
	if err := table.Deal(1, 2); err != nil {
		b.Fatal(err)
	}
	player := func() bot.Player { return entries[0].Player(lineup.Station{Log: bot.NewLog(0)}) }
	first := func(p bot.Player) time.Duration {
		begin := time.Now()
		p.Sit(0, table, 0)
		call := &bot.Call{Table: table, Limit: 30 * time.Second}
		p.Ask([]*bot.Call{call})
		p.Answer([]*bot.Call{call})
		took := time.Since(begin)
		p.Leave(0)
		if call.Reply.Fault != game.NoFault {
			b.Fatal(call.Reply.Note)
		}
		return took
	}
	warm := player()
	defer warm.Close()
	first(warm)
	var forked, started []time.Duration
	for n := 0; b.Loop(); n++ {
		forked = append(forked, first(warm))
		if n < 10 {
			cold := player()
			started = append(started, first(cold))
			cold.Close()
		}
	}
	slices.Sort(forked)
	slices.Sort(started)
	b.ReportMetric(float64(forked[len(forked)/2].Nanoseconds()), "ns/first-move-forked")
	b.ReportMetric(float64(started[len(started)/2].Nanoseconds()), "ns/first-move-started")
}

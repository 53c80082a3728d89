package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"agon/tournament"
	"agon/worker"
)

// errStalled is a run in which nothing moves any more, whatever is offered again.
var errStalled = errors.New("nothing moves any more")

// watch notices that a stage has come to a stop: no result comes and no bot is being asked. It then says what the stage waits for,
// writes down what every goroutine does, and offers the games again. It counts ticks instead of reading a clock, so that a machine that
// was suspended is not taken for a run that has stopped.
type watch struct {
	run    *runner
	crew   *worker.Crew
	offers *offers
	most   int // ticks that may pass
	idle   int // ticks without a result in which no bot was being asked
	stalls int // running
}

const (
	watchFor   = time.Minute
	mostStalls = 3 // before the run gives up
)

func newWatch(r *runner, c *worker.Crew, o *offers) *watch {
	limit := r.options.Watch
	if limit <= 0 {
		limit = watchFor
	}
	return &watch{run: r, crew: c, offers: o, most: max(1, int(limit/keepEvery))}
}

// moved notes a result.
func (w *watch) moved() { w.idle, w.stalls = 0, 0 }

// tick is called every keepEvery while no result comes. The error is errStalled.
func (w *watch) tick(ctx context.Context) error {
	if w.idle++; w.crew.Waiting() || ctx.Err() != nil {
		w.idle = 0
	}
	if w.idle < w.most {
		return nil
	}
	w.idle = 0
	w.stalls++
	missing := w.run.desk.recall()
	for range w.run.options.Cores {
		w.offers.more()
	}
	name, err := w.dump()
	if err != nil {
		name = err.Error()
	}
	after := time.Duration(w.most) * keepEvery
	w.run.note(fmt.Sprintf("no game has ended for %v and no bot is being asked; waiting for %s, offered again. Goroutine dump: %s", after, w.names(missing), name))
	if w.stalls >= mostStalls {
		return fmt.Errorf("%w: %d games were offered again %d times (%s); goroutine dump in %s; run again to resume", errStalled, len(missing), w.stalls, w.names(missing), name)
	}
	return nil
}

// mostNamed is how many games are named.
const mostNamed = 5

// names lists games with their bots.
func (w *watch) names(fixtures []tournament.Fixture) string {
	if len(fixtures) == 0 {
		return "its workers"
	}
	var list []string
	for i, f := range fixtures {
		if i == mostNamed {
			list = append(list, fmt.Sprintf("and %d more", len(fixtures)-i))
			break
		}
		var bots []string
		for _, entry := range f.Seats {
			bots = append(bots, w.run.contest.Entries[entry].Name)
		}
		list = append(list, fmt.Sprintf("game %d (%s)", f.ID+1, strings.Join(bots, ", ")))
	}
	return strings.Join(list, ", ")
}

// dump writes the stacks of all goroutines into the contest's folder and tells the name of the file.
func (w *watch) dump() (string, error) {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	name := filepath.Join(w.run.contest.Dir, fmt.Sprintf("stalled-%s.txt", time.Now().UTC().Format("20060102-150405")))
	return name, os.WriteFile(name, stacks, 0o600)
}

package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"agon/format/tournament"
)

// errStalled ends a run without progress, after its games were offered again.
var errStalled = errors.New("nothing moves any more")

// A watchdog detects that a stage makes no progress: no result comes and no bot is on turn. It then reports what the stage waits for,
// writes a goroutine dump, and offers the games again. It counts ticks instead of reading a clock, so that a suspended machine does not
// look like a stalled run.
type watchdog struct {
	stage  *stageRun
	work   *scheduler
	most   int // ticks before the stage counts as stalled
	idle   int // ticks without a result in which no bot was on turn
	stalls int // consecutive
}

const (
	watchFor   = time.Minute
	mostStalls = 3 // at which the run gives up
)

func newWatchdog(s *stageRun, work *scheduler) *watchdog {
	limit := s.options.Patience
	if limit <= 0 {
		limit = watchFor
	}
	return &watchdog{stage: s, work: work, most: max(1, int(limit/keepEvery))}
}

// moved resets the counts when a result comes.
func (w *watchdog) moved() { w.idle, w.stalls = 0, 0 }

// tick is called every keepEvery while no result comes. Its error wraps errStalled.
func (w *watchdog) tick(ctx context.Context) error {
	if w.idle++; w.work.waiting() || ctx.Err() != nil {
		w.idle = 0
	}
	if w.idle < w.most {
		return nil
	}
	w.idle = 0
	w.stalls++
	missing := w.stage.backlog.recall()
	name, err := w.dump()
	if err != nil {
		name = err.Error()
	}
	after := time.Duration(w.most) * keepEvery
	w.stage.note(fmt.Sprintf("no game has ended for %v and no bot is being asked; waiting for %s, offered again. Goroutine dump: %s",
		after, w.names(missing), name))
	if w.stalls >= mostStalls {
		return fmt.Errorf("%w: %d games were offered again %d times (%s); goroutine dump in %s; run again to resume",
			errStalled, len(missing), w.stalls, w.names(missing), name)
	}
	return nil
}

// mostNamed is the number of games that names lists.
const mostNamed = 5

// names lists games with their bots.
func (w *watchdog) names(fixtures []tournament.Fixture) string {
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
			bots = append(bots, w.stage.contest.Entries[entry].Name)
		}
		list = append(list, fmt.Sprintf("game %d (%s)", f.ID+1, strings.Join(bots, ", ")))
	}
	return strings.Join(list, ", ")
}

// dump writes the stacks of all goroutines into the contest's folder and returns the name of the file.
func (w *watchdog) dump() (string, error) {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	name := filepath.Join(w.stage.contest.Dir, fmt.Sprintf("stalled-%s.txt", time.Now().UTC().Format("20060102-150405")))
	return name, os.WriteFile(name, stacks, 0o600)
}

//go:build amd64 || arm64

package sandbox

import (
	"fmt"
	"syscall"
	"time"

	"agon/bot"
)

// limits judges the report and the end of a canary that started as many children as it could, and has others exceed the limits that end
// them.
func (t *trial) limits(reported map[string]int, exit bot.Exit, err error) []Feature {
	return []Feature{t.memory(), t.tasks(reported, exit, err), t.time(), t.disk(reported, err), orphans(err)}
}

func nothing(names ...string) []Feature {
	var f []Feature
	for _, n := range names {
		f = append(f, Feature{Name: n, Why: "nothing enforces it"})
	}
	return f
}

// watched describes how limits are kept without control groups.
var watched = fmt.Sprintf("polled every %v: it can be exceeded in between", lookEvery)

// memory starts three children with 8 MiB each, where 16 are allowed.
func (t *trial) memory() Feature {
	_, exit, err := t.runCanary("eat", canaryLimits)
	f := Feature{Name: treeMemory, Enforced: exit.Hit&bot.MemoryLimit != 0, Why: t.how()}
	return f.unless(err, "three children exceeded the limit together")
}

// tasks judges a hundred children, where 16 tasks are allowed.
func (t *trial) tasks(reported map[string]int, exit bot.Exit, err error) Feature {
	f := Feature{Name: treeTasks, Enforced: exit.Hit&bot.TasksLimit != 0 || reported["tasks"] > 0 && reported["tasks"] < canaryLimits.Tasks,
		Why: t.how()}
	if t.box.level == Namespaces {
		f.Why = ""
	}
	return f.unless(err, fmt.Sprintf("%d children were started", reported["tasks"]))
}

// time has a canary spin for longer than it may.
func (t *trial) time() Feature {
	l := canaryLimits
	l.CPU = 10 * time.Millisecond
	_, exit, err := t.runCanary("spin", l)
	return Feature{Name: treeTime, Enforced: exit.Cause() == bot.CPULimit}.unless(err, "it was not killed for its time")
}

// disk judges writing 64 MiB where 1 is allowed.
func (t *trial) disk(reported map[string]int, err error) Feature {
	if t.box.level == Landlock {
		return Feature{Name: diskSize, Why: "only the size of one file is limited"}
	}
	return Feature{Name: diskSize, Enforced: reported["disk"] == int(syscall.ENOSPC)}.unless(err,
		"writing did not fail although the disk is full")
}

// orphans judges children that outlive the canary, which the open pipe would reveal.
func orphans(err error) Feature {
	return Feature{Name: orphansEnd, Enforced: err == nil}.unless(err, "a child lived on")
}

func (t *trial) how() string {
	if t.box.level == Full {
		return ""
	}
	return watched
}

// unless returns the feature with the reason why it is not enforced, if it is not.
func (f Feature) unless(err error, otherwise string) Feature {
	if f.Enforced {
		return f
	}
	f.Why = otherwise
	if err != nil {
		f.Why = err.Error()
	}
	return f
}

package pyhost

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"

	"agon/bot"
)

// dumpTime is how long a silent process has to write its stack before it is killed.
const dumpTime = time.Second

// where asks a silent process for its position and describes it; empty if it does not answer. A process that wants a processor, or has used
// one most of the time, is computing; otherwise it is waiting.
func (g *Group) where(waited time.Duration) string {
	dumper, ok := g.host.process.(bot.Dumper)
	if !ok || g.host.printed == nil {
		return ""
	}
	busy := g.host.process.CPU()-g.host.watch.read.cpu > waited/2
	if q, ok := g.host.process.(bot.Queuer); ok {
		busy = busy || q.Queued()
	}
	place := authorsPlace(g.host.printed.dump(dumper))
	switch {
	case place == "":
		return ""
	case busy:
		return fmt.Sprintf("; it hangs at %s, and computes all the time: an endless loop, or more work than the time allows", place)
	}
	return fmt.Sprintf("; it hangs at %s, and waits there", place)
}

var dumpFrame = regexp.MustCompile(`(?m)^  File "([^"\n]+)", line (\d+) in (.+)$`)

// authorsPlace returns the innermost frame of a dump that is in the author's code: "rambo.py, line 12, in think".
func authorsPlace(dump string) string {
	for _, m := range dumpFrame.FindAllStringSubmatch(dump, -1) {
		if strings.HasPrefix(m[1], "<") || strings.HasPrefix(m[1], "/usr/") {
			continue
		}
		return fmt.Sprintf("%s, line %s, in %s", path.Base(m[1]), m[2], m[3])
	}
	return ""
}

// dump has a process write its stack, and returns the output.
func (p *printed) dump(process bot.Dumper) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dumping, p.dumped = true, nil
	process.Dump()
	late := false
	timer := time.AfterFunc(dumpTime, func() {
		p.mu.Lock()
		late = true
		p.mu.Unlock()
		p.more.Broadcast()
	})
	defer timer.Stop()
	for !late && !p.ended && authorsPlace(string(p.dumped)) == "" {
		p.more.Wait()
	}
	p.dumping = false
	return string(p.dumped)
}

package pyhost

import (
	"time"

	"agon/bot"
	"agon/internal/traceback"
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
	place := traceback.Place(g.host.printed.dump(dumper))
	if place == "" {
		return ""
	}
	return bot.Hangs(busy, place)
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
	for !late && !p.ended && traceback.Place(string(p.dumped)) == "" {
		p.more.Wait()
	}
	p.dumping = false
	return string(p.dumped)
}

package pyhost

import (
	"time"

	"agon/bot"
	"agon/internal/traceback"
)

// dumpTime is how long a process that is silent has to write where it is. It is killed after that in any case.
const dumpTime = time.Second

// where asks a silent process where it is, in words; empty where it does not tell. One that wants a processor, or has used one for most of the
// time, computes; another one waits.
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

// dump has a process write where it is, and returns what it wrote.
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

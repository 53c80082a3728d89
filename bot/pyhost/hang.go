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
	process := g.host.process
	if process.Dump == nil || g.host.printed == nil {
		return ""
	}
	busy := process.Computes(process.CPU()-g.host.watch.read.cpu, waited)
	place := traceback.Place(g.host.printed.dump(process.Dump))
	if place == "" {
		return ""
	}
	return bot.Hangs(busy, place)
}

// dump returns the stack that a process writes when it is ordered to.
func (p *printed) dump(order func()) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dumping, p.dumped = true, nil
	order()
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

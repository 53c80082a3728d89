package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"agon/bot"
	"agon/game"
)

// Limits of a server.
const (
	longest = 64 << 10        // bytes of an answer
	patient = 5 * time.Second // for answers that are no moves
)

// Config describes how a server is asked.
type Config struct {
	Requests game.Requests
	Log      *bot.Log
	Stop     <-chan struct{} // closed when a move must be given up at once; may be nil
}

// A Player asks one server. It is not safe for concurrent use.
type Player struct {
	Config
	server server
	facts  game.RequestFacts // of the next request
	table  *game.Table
	seat   game.Seat
	sent   string
	asked  time.Time
	clock  bot.Stopwatch
	fault  game.Fault // why it moves no more in this game
	note   string
	lost   error // a failure of the host, which ended the server
	usage  bot.Usage
	watch  func(bot.Trace)
}

// A server takes one request at a time.
type server interface {
	// begin makes it ready for a game. The error is why it cannot play.
	begin() *death
	// wake continues it, and returns the processor time that it used at rest; rest stops it until then.
	wake() time.Duration
	rest()
	// running returns its process, nil if it is none of agon's.
	running() *bot.Process
	// send posts a request. It does not wait for the answer, which wait does; late is set if there is none in time.
	send(path, body string)
	wait(p patience) (a answer, late bool)
	// used returns the processor time of its processes, and the most memory of one that has ended, in bytes.
	used() (cpu time.Duration, peak int64)
	// dead returns how its process has ended, after an answer that is none; nil: it runs.
	dead() *death
	// kill ends it without waiting for its end, which close does.
	kill()
	close()
}

// A patience says how long an answer is waited for.
type patience struct {
	limit time.Duration        // as it seems now; 0: without end
	left  func() time.Duration // what is left of the limit without what the host took of it
	stop  <-chan struct{}
}

// A death is why a server's process does not run.
type death struct {
	fault game.Fault
	note  string
	host  error // the cause is a failure of the host
}

// Traits: one game at a time, since a server that is asked for two moves at once may be late with both.
func (p *Player) Traits() bot.Traits {
	return bot.Traits{MostLanes: func() int { return 1 }, HostError: func() error { return p.lost }, Usage: p.used, Kill: p.server.kill,
		Trace: func(watch func(bot.Trace)) { p.watch = watch }}
}

// used returns what the bot has used.
func (p *Player) used() bot.Usage {
	u := p.usage
	u.Kernel, u.Peak = p.server.used()
	return u
}

// Sit begins a game.
func (p *Player) Sit(_ int, t *game.Table, seat game.Seat) {
	p.table, p.seat, p.facts = t, seat, t.Facts
	p.facts.Game = cmp.Or(p.facts.Game, rand.Text())
	p.Log.At(0)
	p.fault, p.note, p.lost = game.NoFault, "", nil
	if d := p.server.begin(); d != nil {
		p.fault, p.note, p.lost = cmp.Or(d.fault, game.Unstarted), d.note, d.host
	}
	p.notify(p.Requests.Start)
}

// notify posts a request whose answer does not matter.
func (p *Player) notify(path string) {
	if path == "" || p.table == nil || p.fault != game.NoFault {
		return
	}
	c := &bot.Call{Limit: patient}
	p.send(c, path, p.table.Request(p.seat, p.facts))
	a, late := p.receive(c)
	if late {
		a.err = context.DeadlineExceeded
	}
	if why := a.wrong(); why != "" {
		p.Log.Printf("POST %s: %s", path, why)
	}
	p.settle(a, late)
}

// send posts a request.
func (p *Player) send(c *bot.Call, path, body string) {
	if p.watch != nil {
		p.Log.StartCopy()
	}
	c.Ponder += p.server.wake()
	p.clock, p.sent = bot.Stopwatch{}, body
	if process := p.server.running(); process != nil && process.Stalled != nil {
		p.clock.Process = process
	}
	p.clock.Begin(c)
	p.asked = time.Now()
	p.server.send(path, body)
}

// receive waits for the answer to a request until the limit of the call has been used up, without what the host takes of it.
func (p *Player) receive(c *bot.Call) (a answer, late bool) {
	left := func() time.Duration { return p.clock.Left(c, time.Since(p.asked)) }
	if c.Limit <= 0 {
		left = func() time.Duration { return time.Hour }
	}
	a, late = p.server.wait(patience{c.Limit, left, p.Stop})
	p.clock.Measure(c, a.wall)
	return a, late
}

// settle has a server rest after an answer. It returns how its process has ended if that is why the answer is none.
func (p *Player) settle(a answer, late bool) *death {
	if a.err != nil && !late {
		if d := p.server.dead(); d != nil {
			p.fault, p.note, p.lost = game.Gone, "its process has ended: "+d.note, d.host
			return d
		}
	}
	p.server.rest()
	return nil
}

// Ask posts the request for a move.
func (p *Player) Ask(calls []*bot.Call) {
	c := calls[0]
	if p.fault != game.NoFault {
		return
	}
	p.Log.At(c.Table.Turns() + 1)
	p.facts.Allowed = c.Allowed
	p.send(c, p.Requests.Move, c.Table.Request(c.Seat, p.facts))
}

// Answer waits for the move.
func (p *Player) Answer(calls []*bot.Call) {
	c := calls[0]
	if p.fault != game.NoFault {
		c.Lost, c.Reply.Fault, c.Reply.Note = p.lost != nil, p.fault, p.note
		return
	}
	a, late := p.receive(c)
	c.Charge()
	p.usage.Calls, p.usage.Wall, p.usage.CPU = p.usage.Calls+1, p.usage.Wall+c.Wall, p.usage.CPU+c.CPU
	p.facts.Took = a.wall
	p.put(c, a)
	d := p.settle(a, late)
	switch {
	case late:
		c.Reply.Fault, c.Reply.Note = game.Late, fmt.Sprintf("no answer within %v", c.Limit)
	case d != nil:
		c.Lost, c.Reply.Fault, c.Reply.Note = d.host != nil, d.fault, d.note
	}
	if p.watch != nil {
		p.watch(bot.Trace{Turn: c.Table.Turns(), Seed: c.Table.Seed(), Seat: c.Seat, Living: true, Sent: []byte(p.sent),
			Out: bytes.Clone(a.body), Err: p.Log.Copied(), Wall: c.Wall, Fault: c.Reply.Fault, Note: c.Reply.Note})
	}
}

// put puts an answer into a call.
func (p *Player) put(c *bot.Call, a answer) {
	c.Worded = true
	var fields map[string]json.RawMessage
	why := a.wrong()
	switch {
	case a.err != nil:
		c.Reply.Fault, c.Reply.Note = game.Crashed, why
	case why != "":
		c.Reply.Fault, c.Reply.Note = game.Garbled, why+quote(a.body)
	case json.Unmarshal(a.body, &fields) != nil:
		c.Reply.Fault, c.Reply.Note = game.Garbled, "its answer is no object in JSON"+quote(a.body)
	default:
		var word string
		if json.Unmarshal(fields[p.Requests.Answer], &word) != nil {
			c.Reply.Fault, c.Reply.Note = game.Garbled, fmt.Sprintf("its answer has no text %q%s", p.Requests.Answer, quote(a.body))
		}
		c.Reply.Out = append(c.Reply.Out[:0], word...)
	}
}

// Leave ends the game.
func (p *Player) Leave(int) {
	p.notify(p.Requests.End)
	p.table = nil
}

// Close lets the connection go, and ends a server that agon has started.
func (p *Player) Close() error {
	p.server.close()
	return nil
}

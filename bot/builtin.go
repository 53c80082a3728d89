package bot

import (
	"time"

	"agon/game"
)

// Builtin plays a built-in bot: a Go function of the kind, called in this process. It is charged the processor time of the calling thread,
// if the system counts that.
//
// Where no clock counts, times are taken once per turn, for all lanes together.
type Builtin struct {
	bot   game.BuiltinBot
	log   *Log // may be nil
	usage Usage
	watch threadWatch
	timer moveTimer
}

// NewBuiltin returns a player of a built-in bot. Its notes go to log, which may be nil.
func NewBuiltin(bot game.BuiltinBot, log *Log) *Builtin { return &Builtin{bot: bot, log: log} }

// Sit creates a new instance of the bot for the game.
func (b *Builtin) Sit(_ int, t *game.Table, seat game.Seat) { t.Sit(seat, b.bot) }

// Ask computes the moves. Put adds them to the table later, with those of the other seats.
func (b *Builtin) Ask(calls []*Call) {
	if len(calls) == 0 {
		return
	}
	if calls[0].Clock || calls[0].Table.KeepsTimes() {
		b.timed(calls)
		return
	}
	begin := time.Now()
	for _, c := range calls {
		b.think(c)
	}
	wall := time.Since(begin)
	b.spend(wall, wall, len(calls))
	for _, c := range calls {
		c.Wall = wall / time.Duration(len(calls))
		c.CPU = c.Wall
	}
}

// timed measures each move on its own.
func (b *Builtin) timed(calls []*Call) {
	b.watch.begin()
	for _, c := range calls {
		if c.Clock {
			b.timer = moveTimer{watch: &b.watch, limit: game.Micros(c.Allowed.Microseconds())}
			c.Reply.Timer = &b.timer
		}
		b.think(c)
		c.Wall, c.CPU = b.watch.lap()
		c.Reply.Timer = nil
		c.Stall = c.Wall - c.CPU
		b.spend(c.Wall, c.CPU, 1)
	}
}

func (b *Builtin) think(c *Call) {
	c.Table.Consider(c.Seat, &c.Reply)
	c.Thought = true
}

func (b *Builtin) spend(wall, cpu time.Duration, calls int) {
	b.usage.Calls += calls
	b.usage.Wall += wall
	b.usage.CPU += cpu
}

// Answer logs the notes of the bot, outside its measured time.
func (b *Builtin) Answer(calls []*Call) {
	if b.log == nil {
		return
	}
	for _, c := range calls {
		if len(c.Reply.Log) > 0 {
			b.log.Lane(c.Lane).WriteAt(c.Table.Turns()+1, c.Reply.Log)
		}
	}
}

// Traits: it writes into the logs of its lanes, and measures itself.
func (b *Builtin) Traits() Traits { return Traits{LogsLanes: true, Usage: b.Usage} }

// Leave does nothing.
func (b *Builtin) Leave(int) {}

// Close does nothing.
func (b *Builtin) Close() error { return nil }

// Usage returns what the bot has used.
func (b *Builtin) Usage() Usage { return b.usage }

// A threadWatch measures what the calling thread uses between laps. Reading the thread's processor time takes a third of a microsecond, so
// that is done only after laps in which the thread may have lost its processor, and once in a while.
type threadWatch struct {
	base time.Time     // start of all times below
	lead time.Duration // end of the last lap

	anchored time.Duration // when the processor time was last read
	cpu      time.Duration // the reading; below 0 where the system does not count it
}

const (
	brief    = 50 * time.Microsecond // laps up to this long are charged by wall time
	anchored = time.Millisecond      // how old the last reading may be when a longer lap begins
)

// spent returns the time that the current lap has used.
func (w *threadWatch) spent() time.Duration {
	now := time.Since(w.base)
	wall := now - w.lead
	if wall <= brief || w.cpu < 0 {
		return wall
	}
	used := w.cpu + w.lead - w.anchored
	return min(max(ThreadCPU()-used, 0), wall)
}

// A moveTimer is the clock that a built-in bot can read during its move. It costs nothing unless it is read.
type moveTimer struct {
	watch *threadWatch
	limit game.Micros
}

func (t *moveTimer) Limit() game.Micros { return t.limit }
func (t *moveTimer) Spent() game.Micros { return game.Micros(t.watch.spent().Microseconds()) }

// begin starts the first lap.
func (w *threadWatch) begin() {
	if w.base.IsZero() {
		w.base = time.Now()
		w.anchor(0)
	}
	w.lead = time.Since(w.base)
	if w.lead-w.anchored > anchored {
		w.anchor(w.lead)
	}
}

func (w *threadWatch) anchor(now time.Duration) { w.anchored, w.cpu = now, ThreadCPU() }

// lap ends a lap and starts the next.
func (w *threadWatch) lap() (wall, cpu time.Duration) {
	before, now := w.lead, time.Since(w.base)
	w.lead = now
	wall = now - before
	if wall <= brief {
		if now-w.anchored > anchored {
			w.anchor(now)
		}
		return wall, wall
	}
	then, used := w.anchored, w.cpu
	w.anchor(now)
	if used < 0 || w.cpu < 0 {
		return wall, wall
	}
	// Until the lap begins, the thread is assumed to have run all the time; if it did not, the difference favours the bot.
	used += before - then
	return wall, min(max(w.cpu-used, 0), wall)
}

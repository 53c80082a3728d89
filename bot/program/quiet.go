package program

import (
	"time"

	"agon/bot"
)

// A program is asked when it waits for its input, because nothing else parts a line that it wrote before from an answer. One that computes
// meanwhile, or waits for something else, is asked after a time.
const (
	quietCPU  = 50 * time.Millisecond // of processor time; a quarter of it after each wait that was in vain
	quietIdle = 80 * time.Millisecond // time in which every check finds that it does not want a processor; a quarter of it likewise
	quietMost = 5 * time.Second       // of wall time
	quietLook = 20 * time.Microsecond // until the second check, if it writes nothing; later ones are farther apart
	quietRare = time.Millisecond      // the most between two checks, in the first milliseconds
	quietPart = 8                     // the part of the time so far that is the most between two checks later

	startCPU  = 500 * time.Millisecond // instead of quietCPU for the first prompt of a bot's programs, until that was too little
	startLook = 500 * time.Microsecond // instead of quietLook then
	startMost = time.Minute            // instead of quietMost then; half of the move's limit is the most in any case

	polledCPU  = 5 * time.Millisecond // instead of quietCPU for a program that reads its input without waiting for it
	polledIdle = 5 * time.Millisecond // instead of quietIdle for a program that polls its input
	leastIdle  = 4                    // checks, at least, that find it idle

	vainMost   = 3                    // waits in vain, after which agon waits no longer than it takes to write another line
	looseCPU   = 2 * time.Millisecond // instead of quietCPU then
	closeLooks = 3                    // prompts, from the beginning and from each line that was dropped, for which all tasks are looked at
)

// A quiet is a time in which a program is not asked because it does not wait for its input.
type quiet struct {
	state bot.Input
	begun time.Time // zero: it waited at once
	look  time.Duration
	read  bool          // used was read
	used  time.Duration // its processor time soon after the beginning
	idle  int           // checks in a row that found it idle
	since time.Time     // the first of them
	bytes int           // bytes of the game's output when it was first found idle
}

// awaitInput waits until a program waits for its prompt, and drops what it writes until then. It returns false if the move is decided.
func (l *lane) awaitInput(c *bot.Call) bool {
	t, q := l.talk, quiet{}
	if !t.answered && (c.Limit > 0 || c.Clock) { // its start is part of its first move
		l.watch.Begin(c)
	}
	if !t.sighted() {
		return true
	}
	going := l.await(c, &q)
	if going && l.talk != t {
		return l.awaitInput(c) // it was restarted
	}
	if l.talk == nil || !q.read || !t.answered {
		return going
	}
	used := max(t.life.used()-q.used, 0)
	l.spent += used
	l.watch = bot.Stopwatch{Process: l.watch.Process} // an earlier reading would count it again
	if q.state == bot.InputAwaited {                  // otherwise the host alone has let it run
		c.Ponder += used
	}
	l.asked = time.Now()
	return going
}

// await returns with the last state of the input in q.
func (l *lane) await(c *bot.Call, q *quiet) bool {
	for t := l.talk; ; {
		q.state = t.life.process.Awaits(t.answered && t.close())
		if q.state != bot.InputUnknown && !t.life.drained() {
			q.state = bot.InputBusy
		}
		if !l.takeOutput(c) {
			return false
		}
		switch {
		case t != l.talk:
			return true
		case q.state == bot.InputUnknown:
			t.blind = true
			return true
		case q.state == bot.InputAwaited, q.over(l), l.halfGone(c):
			l.waited(q)
			return true
		case !l.listen(q.look):
			return true
		}
		q.look = min(2*q.look, max(quietRare, time.Since(q.begun)/quietPart))
	}
}

// over reports whether a program is asked although it does not wait for its input.
func (q *quiet) over(l *lane) bool {
	t := l.talk
	if q.begun.IsZero() {
		q.begun, q.look = time.Now(), quietLook
		if !t.answered {
			q.look = startLook
		}
	}
	wall := time.Since(q.begun)
	cpu, most, idle := q.bounds(l)
	if !q.read && (wall >= slow || t.loose()) {
		q.read, q.used = true, t.life.used()
	}
	return wall > most || q.rested(t.game) > idle || q.read && q.state < bot.InputIdle && t.life.used()-q.used > cpu ||
		t.loose() && q.state >= bot.InputIdle
}

// rested returns for how long every check has found a program idle, which says little before there were some: on a busy host it wakes late
// from a short sleep.
func (q *quiet) rested(game int) time.Duration {
	if q.state < bot.InputIdle {
		q.idle = 0
		return 0
	}
	if q.idle == 0 {
		q.since = time.Now()
	}
	if q.bytes == 0 {
		q.bytes = game
	}
	if q.idle++; q.idle < leastIdle {
		return 0
	}
	return time.Since(q.since)
}

// bounds returns how much processor time and wall time a program may use, and how long it may be idle, before it is asked.
func (q *quiet) bounds(l *lane) (cpu, most, idle time.Duration) {
	t := l.talk
	cpu, most, idle = quietCPU>>(2*t.vain), quietMost, quietIdle>>(2*t.vain)
	switch {
	case t.loose():
		cpu = looseCPU
	case !t.answered && l.player.spins:
		cpu = polledCPU
	case !t.answered:
		cpu, most = startCPU, startMost
	}
	switch q.state {
	case bot.InputSpun:
		cpu = min(cpu, polledCPU)
	case bot.InputPolled:
		idle = min(idle, polledIdle)
	}
	return cpu, most, idle
}

// halfGone reports whether a program that has not answered yet has used half of its time.
func (l *lane) halfGone(c *bot.Call) bool {
	if l.talk.answered || c.Limit <= 0 || time.Since(l.asked) < c.Limit/2 {
		return false
	}
	return l.watch.Left(c, time.Since(l.asked)) < c.Limit/2
}

// loose reports whether a program has not waited for its input so often that agon expects it no more.
func (t *talk) loose() bool { return t.vain >= vainMost }

// waited notes how a wait before a prompt ended.
func (l *lane) waited(q *quiet) {
	t := l.talk
	if !t.answered {
		l.player.spins = l.player.spins || q.state < bot.InputIdle
		return
	}
	close := t.close()
	t.closely = max(t.closely-1, 0)
	switch {
	case t.loose():
	case q.state == bot.InputAwaited:
		t.vain = 0
	case close && t.life.process.Awaits(false) == bot.InputAwaited: // only its other tasks were waited for
		if t.idlers++; t.game > q.bytes {
			t.idlers = 0
		}
	default:
		t.vain++
	}
}

// close reports whether all tasks of a program are looked at: not after waits for others that wrote nothing.
func (t *talk) close() bool { return t.closely > 0 && t.idlers < vainMost && !t.loose() }

// listen receives what a program writes until the next check. It returns false when the game must stop.
func (l *lane) listen(look time.Duration) bool {
	t := l.talk
	if chunk, err := t.life.Wait(t.room, time.Now().Add(look)); err == nil {
		// Exceeded limits are found by the next check of the line, and the end of the output by the next read.
		t.appendChunk(chunk)
	}
	return !isClosed(t.stop)
}

// sighted reports whether the host may see when a program waits for its input.
func (t *talk) sighted() bool {
	t.blind = t.blind || t.life.process.Awaits == nil
	return !t.blind
}

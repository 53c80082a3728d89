package program

import (
	"time"

	"agon/bot"
)

// A program is asked when it waits for its input, because nothing else tells a line behind its last answer from an answer to the next
// prompt. A program that computes between its turns, or waits for something else, is asked after a time.
const (
	quietCPU  = 5 * time.Millisecond  // of processor time
	quietRead = 20 * time.Millisecond // while its processor time does not count
	quietIdle = 80                    // checks that find that it neither runs nor waits for a processor
	quietMost = 5 * time.Second
	quietLook = 50 * time.Microsecond // until the second check, if it writes nothing; later ones are farther apart
	quietRare = time.Millisecond      // at most between two checks
	vainMost  = 3                     // such times in a row, after which it is asked at once
)

// A quiet is a time in which a program is not asked because it does not wait for its input.
type quiet struct {
	begun time.Time // zero: it waited at once
	look  time.Duration
	read  bool          // used was read
	used  time.Duration // its processor time soon after the beginning
	idle  int           // checks that found that it does not want a processor
}

// awaitInput waits until a program that has answered before waits for its next prompt, and drops what it writes until then. It returns
// false if the move is decided.
func (l *lane) awaitInput(c *bot.Call) bool {
	if t := l.talk; !t.answered || t.vain >= vainMost || !t.sighted() {
		return true
	}
	var q quiet
	going := l.await(c, &q)
	if q.begun.IsZero() || l.asked.IsZero() || l.talk == nil {
		return going
	}
	l.asked = time.Now()
	if q.read { // what it computes meanwhile is no part of its move
		used := max(l.talk.life.used()-q.used, 0)
		c.Ponder += used
		l.spent += used
		l.watch = bot.Stopwatch{Process: l.watch.Process} // an earlier reading would count it again
	}
	return going
}

func (l *lane) await(c *bot.Call, q *quiet) bool {
	for t := l.talk; ; {
		awaits, known := t.life.process.Awaits()
		awaits = awaits && t.life.drained()
		if !l.hearOut(c) {
			return false
		}
		switch {
		case t != l.talk:
			return true // it was restarted
		case !known:
			t.blind = true
			return true
		case awaits:
			t.vain = 0
			return true
		case q.begun.IsZero():
			q.begun, q.look = time.Now(), quietLook
		case q.over(t.life):
			if t.vain++; t.vain == vainMost {
				t.log.Printf("it does not wait for its input between moves, so a line behind an answer may be taken as the next answer")
			}
			return true
		}
		if !l.listen(q.look) {
			return true
		}
		q.look = min(2*q.look, quietRare)
	}
}

// over reports whether a program is asked although it does not wait for its input.
func (q *quiet) over(life *living) bool {
	wall := time.Since(q.begun)
	if wall >= slow && !q.read {
		q.read, q.used = true, life.used()
	}
	switch {
	case wall < quietRead:
		return false
	case wall > quietMost || life.used()-q.used > quietCPU:
		return true
	}
	if life.process.Queued == nil || !life.process.Queued() { // one check tells little: on a busy host it wakes late from a short sleep
		q.idle++
	}
	return q.idle > quietIdle
}

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

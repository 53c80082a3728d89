package program

import (
	"time"

	"agon/bot"
)

// A program is asked when it waits for its input, because nothing else tells a line behind its last answer from an answer to the next
// prompt. A program that computes between its turns, or waits for something else, is asked after a time.
const (
	quietCPU  = 5 * time.Millisecond   // of processor time
	quietRead = 20 * time.Millisecond  // after which processor time is read
	quietWall = 100 * time.Millisecond // while it does not wait for a processor
	quietMost = 5 * time.Second
	quietLook = 50 * time.Microsecond // between two checks, if it writes nothing
	vainMost  = 3                     // such times in a row, after which it is asked at once
)

// awaitInput waits until a program that has answered before waits for its next prompt, and drops what it writes until then. It returns
// false if the move is decided.
func (l *lane) awaitInput(c *bot.Call) bool {
	t := l.talk
	if !t.answered || t.vain >= vainMost || t.life.process.Awaits == nil {
		return true
	}
	var begun time.Time
	var used time.Duration
	for {
		awaits, known := t.life.process.Awaits()
		awaits = awaits && t.life.drained()
		if !l.hearOut(c) {
			return false
		}
		switch {
		case t != l.talk || !known:
			return true // it was restarted, or the kernel does not report it
		case awaits:
			t.vain = 0
			return true
		case begun.IsZero():
			begun, used = time.Now(), -1
		case t.outOfPatience(begun, &used):
			if t.vain++; t.vain == vainMost {
				t.log.Printf("it does not wait for its input between moves, so a line behind an answer may be taken as the next answer")
			}
			return true
		}
		if !l.listen() {
			return true
		}
	}
}

// outOfPatience reports whether a program is asked although it does not wait for its input.
func (t *talk) outOfPatience(begun time.Time, used *time.Duration) bool {
	wall := time.Since(begun)
	if wall < quietRead {
		return false
	}
	if *used < 0 {
		*used = t.life.used()
	}
	if wall > quietMost || t.life.used()-*used > quietCPU {
		return true
	}
	return wall > quietWall && (t.life.process.Queued == nil || !t.life.process.Queued())
}

// listen receives what a program writes until the next check. It returns false when the game must stop.
func (l *lane) listen() bool {
	t := l.talk
	if chunk, err := t.life.Wait(t.room, time.Now().Add(quietLook)); err == nil {
		// Exceeded limits are found by the next check of the line, and the end of the output by the next read.
		t.appendChunk(chunk)
	}
	return !isClosed(t.stop)
}

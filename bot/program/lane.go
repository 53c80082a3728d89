package program

import (
	"errors"
	"io"
	"time"

	"agon/bot"
	"agon/game"
)

// A protocol formats the messages to a program in one seat and parses its lines.
type protocol interface {
	// greet appends the message at the beginning of a game.
	greet(dst []byte, t *game.Table, seat game.Seat) []byte
	// ask appends the prompt of a move.
	ask(dst []byte, c *bot.Call) []byte
	// hello reports whether a line is the program's greeting and so no answer.
	hello(text []byte) bool
	// greeted reports whether no greeting can come any more.
	greeted() bool
	// whole reports whether an answer to the last prompt is complete with its nth line, from 1.
	whole(nth int, line []byte) bool
	// wanted says what a complete answer is, for one that is not.
	wanted() string
	// takeAnswer parses the answer.
	takeAnswer(c *bot.Call, text []byte)
	// leave appends the message at the end of a game.
	leave(dst []byte, t *game.Table) []byte
}

// A lane is a player's part in one of its concurrent games, with a program of its own.
type lane struct {
	player   *Player
	protocol protocol
	talk     *talk // nil if no program is running
	table    *game.Table
	seat     game.Seat

	seated bool
	asked  time.Time  // when its turn began; zero if there is no prompt
	fault  game.Fault // why it moves no more in this game
	note   string
	early  bool // it wrote something before it read the prompt
	kept   bool // the program was kept from an earlier game and has written nothing in this one
	lost   bool // a failure of the host ended its game

	answer []byte // the lines of an answer that has not all of them yet
	has    int    // how many these are

	sent []byte // sent since the last move, if somebody watches

	watch bot.Stopwatch
	moves int           // number of moves that its program was asked for
	spent time.Duration // its processor time at the last reading
	owed  time.Duration // processor time that has not been charged to a move
}

// sit begins a game.
func (l *lane) sit(t *game.Table, seat game.Seat) {
	l.table, l.seat, l.seated = t, seat, true
	l.fault, l.note, l.lost = game.NoFault, "", false
	l.player.log.At(0)
	if l.kept = l.talk != nil; l.kept {
		l.talk.leave()
	} else if !l.start() {
		return
	}
	l.greet()
}

func (l *lane) greet() {
	l.talk.begin()
	p := l.player
	p.text = l.protocol.greet(p.text[:0], l.table, l.seat)
	if len(p.text) > 0 {
		l.keep(p.text)
		l.talk.say(p.text)
	}
}

// keep records what is sent, for a watcher, and begins to record the program's output.
func (l *lane) keep(text []byte) {
	if l.player.watch == nil {
		return
	}
	if len(l.sent) == 0 {
		l.player.log.StartCopy()
	}
	l.sent = append(l.sent, text...)
}

// restartIfEnded restarts a program that was kept from an earlier game and has ended between games, which is no fault.
func (l *lane) restartIfEnded() {
	l.kept = false
	l.talk.life.settle()
	l.forgetProcess()
	if l.start() {
		l.greet()
	}
}

func (l *lane) start() bool {
	life, err := l.player.start(l.table, l.seat)
	var own startError
	switch {
	case errors.As(err, &own):
		l.fault, l.note = game.Unstarted, "it could not be started: "+err.Error()
		return false
	case err != nil:
		l.player.failure, l.lost = err, true
		return false
	}
	l.talk, l.spent, l.owed, l.moves = newTalk(life, l.player.log, l.player.caps, l.player.stop), 0, 0, 0
	l.watch = bot.Stopwatch{}
	if life.process.Stalled != nil {
		l.watch.Process = life.process
	}
	return true
}

// begin asks for a move.
func (l *lane) begin(c *bot.Call) {
	t, p := l.talk, l.player
	l.asked, l.early = time.Now(), false
	l.answer, l.has = l.answer[:0], 0
	p.log.At(c.Table.Turns() + 1)
	t.move, t.prompt = 0, 0
	lines, ok := l.protocol.(*linesProtocol)
	first := !t.answered && ok && lines.silent(c) // what it has written by now may be its answer
	if !first && !l.takeOutput(c) {
		return
	}
	c.Ponder += l.talk.life.resume()
	l.spent += c.Ponder
	if !first && !l.awaitInput(c) {
		return
	}
	if t = l.talk; !first && l.protocol.greeted() {
		t.forget()
	}
	p.text = l.protocol.ask(p.text[:0], c)
	if c.Limit > 0 || c.Clock {
		if t.answered || first {
			l.watch.Begin(c)
		}
		t.life.Listen(c.Host != nil)
	}
	l.keep(p.text)
	t.say(p.text)
}

// since returns when the time of the current move began. What this thread waited for earlier is not charged, but the program's start is
// part of its first move.
func (l *lane) since() time.Time {
	if written := l.talk.life.Written(); l.talk.answered && written.After(l.asked) {
		return written
	}
	return l.asked
}

// takeOutput drops the lines that the program has written since its answer. It returns false if the move is decided.
func (l *lane) takeOutput(c *bot.Call) bool {
	for {
		output, err := l.talk.ready()
		switch {
		case err == ErrNothing:
			return true
		case err == io.EOF && l.kept:
			l.restartIfEnded()
			if l.talk == nil {
				l.refuse(c)
				return false
			}
		case err != nil:
			l.end(c, err)
			return false
		case !l.protocol.hello(output.text):
			l.talk.drop(output.text)
		}
	}
}

// finish waits for the requested move.
func (l *lane) finish(c *bot.Call) {
	if l.asked.IsZero() {
		return // it ended during Ask
	}
	since := l.since()
	var until time.Time
	if c.Limit > 0 {
		until = since.Add(c.Limit)
	}
	for {
		output, err := l.talk.await(until)
		if err == ErrNothing {
			if left := l.watch.Left(c, time.Since(since)); left > 0 && !isClosed(l.player.stop) {
				until = time.Now().Add(left)
				continue
			}
			output, err = l.talk.ready() // it may have arrived in the meantime
		}
		switch {
		case err == io.EOF && l.kept:
			l.begin(c)
			l.finish(c)
			return
		case err != nil:
			l.end(c, err)
			return
		case l.protocol.hello(output.text):
		case output.early:
			l.early = true
			l.talk.drop(output.text)
		default:
			l.talk.drop(output.text[:output.stale])
			if !l.whole(output.text[output.stale:]) {
				continue
			}
			l.took(c, output.at.Sub(l.since()))
			l.talk.answered = true
			l.talk.life.pause()
			l.protocol.takeAnswer(c, l.answer)
			l.asked, l.kept = time.Time{}, false
			return
		}
	}
}

// longestAnswer bounds what is kept of an answer of several lines, in bytes. What reads it refuses a longer one.
const longestAnswer = 1 << 21

// whole adds a line to the answer, and reports whether that is all of it.
func (l *lane) whole(text []byte) bool {
	l.has++
	l.answer = append(l.answer, text...)
	if l.protocol.whole(l.has, text) || len(l.answer) > longestAnswer {
		return true
	}
	l.answer = append(l.answer, '\n')
	return false
}

// refuse sets the recorded fault on a call, or marks it as lost by the host.
func (l *lane) refuse(c *bot.Call) {
	l.asked = time.Time{}
	if l.lost {
		c.Lost = true
		return
	}
	c.Reply.Fault, c.Reply.Note = l.fault, l.note
}

// took records the time of a move. Reading processor time and stalls costs up to 65 µs, so that is done only after moves that took much
// longer.
func (l *lane) took(c *bot.Call, wall time.Duration) {
	l.moves++
	// A move that was found late may have taken no measurable wall time and much processor time all the same.
	if c.Clock && (c.Processor || time.Since(l.since()) >= slow) || wall >= slow && (c.Clock || c.Limit > 0) {
		l.watch.Measure(c, wall)
		l.owed += max(l.watch.CPU()-l.spent-c.CPU, 0)
		l.spent = l.watch.CPU()
	} else {
		l.watch.Pass(c, wall)
		l.estimateCPU(c)
	}
	c.Charge()
	l.player.usage.Calls++
	l.player.usage.Wall += c.Wall
	l.player.usage.CPU += c.CPU
}

// Moves longer than this are measured, and one in so many of the others.
const (
	slow  = 500 * time.Microsecond
	often = 16
)

// estimateCPU estimates the processor time of moves that are not measured one by one: what was used since the last reading is spread over
// the quick moves after it.
func (l *lane) estimateCPU(c *bot.Call) {
	if l.watch.Process == nil {
		return
	}
	if c.Wall >= slow || l.moves%often == 1 {
		now := l.talk.life.used()
		l.owed += max(now-l.spent, 0)
		l.spent = now
	}
	if c.CPU = l.owed; c.Wall < slow {
		c.CPU = min(l.owed, c.Wall)
	}
	l.owed -= c.CPU
}

// leave ends the game. A program that runs for one game is killed, without waiting for its end.
func (l *lane) leave() {
	p := l.player
	l.seated, l.asked = false, time.Time{}
	if l.talk == nil {
		return
	}
	if chunk, err := l.talk.life.Wait(l.talk.room, time.Now()); err == nil { // output after its last answer belongs to this game
		l.talk.appendChunk(chunk)
	}
	if p.perGame {
		l.talk.leave()
		l.kill()
		return
	}
	if p.text = l.protocol.leave(p.text[:0], l.table); len(p.text) > 0 {
		l.talk.say(p.text)
	}
}

// kill ends the program.
func (l *lane) kill() {
	if l.talk != nil {
		l.talk.life.kill()
		l.forgetProcess()
	}
}

// forgetProcess forgets a killed program.
func (l *lane) forgetProcess() {
	life := l.talk.life
	l.player.usage.Kernel += life.used()
	p := l.player
	p.going.Add(1)
	go func() {
		defer p.going.Done()
		life.awaitEnd()
		p.noted(life.exit.Peak)
	}()
	l.talk = nil
}

// noted records the largest memory of a program that has ended.
func (p *Player) noted(peak int64) {
	for {
		most := p.peak.Load()
		if peak <= most || p.peak.CompareAndSwap(most, peak) {
			return
		}
	}
}

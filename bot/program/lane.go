package program

import (
	"errors"
	"io"
	"time"

	"agon/bot"
	"agon/game"
)

// A protocol is what is said to a program in one seat, and how its lines are understood.
type protocol interface {
	// greet appends what is said when a game begins.
	greet(dst []byte, t *game.Table, seat game.Seat) []byte
	// ask appends the prompt of a move.
	ask(dst []byte, c *bot.Call) []byte
	// hello reports whether a line is the program's own greeting, and so no answer.
	hello(text []byte) bool
	// greeted reports whether no greeting is to come any more.
	greeted() bool
	// take takes the answer.
	take(c *bot.Call, text []byte)
	// leave appends what is said when a game is over.
	leave(dst []byte, t *game.Table) []byte
}

// A lane is a player's part in one of the games that are played at once, with a program of its own.
type lane struct {
	player   *Player
	protocol protocol
	talk     *talk // nil when no program lives
	table    *game.Table
	seat     game.Seat

	seated bool
	asked  time.Time  // when the prompt of the call at hand was begun; zero when there is none
	fault  game.Fault // why it will not move any more in this game
	note   string
	early  bool // it said something before it read what it was asked
	kept   bool // the program lives since an earlier game and has said nothing in this one
	lost   bool // the host failed it

	sent []byte // since the last move, where somebody watches

	watch bot.Stopwatch
	moves int           // that it was asked for
	spent time.Duration // of its processor, at the last reading
	owed  time.Duration // processor time that no move has been charged
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

// keep keeps what is said for who watches, and begins to hear what the program has to say to it.
func (l *lane) keep(text []byte) {
	if l.player.watch == nil {
		return
	}
	if len(l.sent) == 0 {
		l.player.log.Hear()
	}
	l.sent = append(l.sent, text...)
}

// anew starts a program that has lived on since an earlier game and has ended between games, which is no fault.
func (l *lane) anew() {
	l.kept = false
	l.talk.life.Settle()
	l.bury()
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
	l.talk, l.spent, l.owed = newTalk(life, l.player.log, l.player.caps, l.player.stop), 0, 0
	l.watch = bot.Stopwatch{}
	if staller, counted := life.(bot.Staller); counted {
		l.watch.Process, l.watch.Staller = life, staller
	}
	return true
}

// begin asks for a move.
func (l *lane) begin(c *bot.Call) {
	t, p := l.talk, l.player
	l.asked, l.early = time.Now(), false
	p.log.At(c.Table.Turns() + 1)
	t.move, t.prompt = 0, 0
	for {
		said, err := t.ready()
		if err == ErrNothing {
			break
		}
		if err == io.EOF && l.kept {
			l.anew()
			if l.talk == nil {
				l.refuse(c)
				return
			}
			t = l.talk
			continue
		}
		if err != nil {
			l.end(c, err)
			return
		}
		if !l.protocol.hello(said.text) {
			t.drop(said.text)
		}
	}
	if l.protocol.greeted() {
		t.forget()
	}
	if rests, ok := t.life.(bot.Pauser); ok {
		c.Ponder += rests.Resume()
		l.spent += c.Ponder
	}
	p.text = l.protocol.ask(p.text[:0], c)
	if c.Limit > 0 || c.Clock {
		l.watch.Begin(c)
		t.life.Listen(c.Host != nil)
	}
	l.keep(p.text)
	t.say(p.text)
}

// finish waits for the move that was asked for.
func (l *lane) finish(c *bot.Call) {
	if l.asked.IsZero() {
		return // it ended while it was being asked
	}
	// The bot has its time from when the prompt was written: what this thread had to wait before is not the bot's.
	since := l.asked
	if written := l.talk.life.Written(); written.After(since) {
		since = written
	}
	var until time.Time
	if c.Limit > 0 {
		until = since.Add(c.Limit)
	}
	for {
		said, err := l.talk.await(until)
		if err == ErrNothing {
			if left := l.watch.Left(c, time.Since(since)); left > 0 && !isClosed(l.player.stop) {
				until = time.Now().Add(left)
				continue
			}
			said, err = l.talk.ready() // it may have come while that was found out
		}
		switch {
		case err == io.EOF && l.kept:
			l.begin(c)
			l.finish(c)
			return
		case err != nil:
			l.end(c, err)
			return
		case l.protocol.hello(said.text):
		case said.early:
			l.early = true
			l.talk.drop(said.text)
		default:
			l.talk.drop(said.text[:said.stale])
			l.took(c, said.at.Sub(l.talk.life.Written()))
			if rests, ok := l.talk.life.(bot.Pauser); ok {
				rests.Pause()
			}
			l.protocol.take(c, said.text[said.stale:])
			l.asked, l.kept = time.Time{}, false
			return
		}
	}
}

// refuse gives a call the fault that is on record, or loses it to the host.
func (l *lane) refuse(c *bot.Call) {
	l.asked = time.Time{}
	if l.lost {
		c.Lost = true
		return
	}
	c.Reply.Fault, c.Reply.Note = l.fault, l.note
}

// took notes the time of a move. Its processor time and stalls cost up to 65 µs to read, which is done where they can matter: after moves
// that took so long that this is little.
func (l *lane) took(c *bot.Call, wall time.Duration) {
	l.moves++
	// A move that was found late may have been made in no wall time that can be shown, and all the same by much work.
	if c.Clock && (c.Processor || wall >= slow || time.Since(l.talk.life.Written()) >= slow) {
		l.watch.Measure(c, wall)
		l.owed += max(l.watch.CPU()-l.spent-c.CPU, 0)
		l.spent = l.watch.CPU()
	} else {
		l.watch.Pass(c, wall)
		l.weigh(c)
	}
	c.Charge()
	l.player.usage.Calls++
	l.player.usage.Wall += c.Wall
	l.player.usage.CPU += c.CPU
}

// Moves are weighed that took so long, and of others each of so many.
const (
	slow  = 500 * time.Microsecond
	often = 16
)

// weigh notes about how much processor time a move took that is not measured by itself: what was used since the last reading is spread over
// the quick moves after it.
func (l *lane) weigh(c *bot.Call) {
	if l.watch.Process == nil {
		return
	}
	if c.Wall >= slow || l.moves%often == 1 {
		now := l.talk.life.CPU()
		l.owed += max(now-l.spent, 0)
		l.spent = now
	}
	if c.CPU = l.owed; c.Wall < slow {
		c.CPU = min(l.owed, c.Wall)
	}
	l.owed -= c.CPU
}

// leave ends the game. A program that lives for one game is killed, and nobody waits for its end.
func (l *lane) leave() {
	p := l.player
	l.seated, l.asked = false, time.Time{}
	if l.talk == nil {
		return
	}
	if chunk, err := l.talk.life.Wait(l.talk.room, time.Now()); err == nil { // what it has printed after its last answer belongs to this game
		l.talk.take(chunk)
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
		l.talk.life.Kill()
		l.bury()
	}
}

// bury forgets a program that was ended.
func (l *lane) bury() {
	life := l.talk.life
	l.player.usage.Kernel += life.CPU()
	p := l.player
	p.going.Add(1)
	go func() {
		defer p.going.Done()
		life.Gone()
		if told, ok := life.(interface{ Peak() int64 }); ok {
			p.noted(told.Peak())
		}
	}()
	l.talk = nil
}

// noted takes down how much memory a program that is gone had at most.
func (p *Player) noted(peak int64) {
	for {
		most := p.peak.Load()
		if peak <= most || p.peak.CompareAndSwap(most, peak) {
			return
		}
	}
}

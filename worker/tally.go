package worker

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"agon/bot"
	"agon/game"
	"agon/referee"
)

// tally counts what the seats of a lane do while a game is played.
type tally struct {
	lineup  []int
	fixture referee.Fixture
	seats   []SeatTally
	told    []int // by seat: faults and notes that stand in the log
}

// begin is called when a game has been dealt in a lane.
func (k *core) begin(lineup []int, lane int, f referee.Fixture, t *game.Table) {
	for len(k.lanes) <= lane {
		k.lanes = append(k.lanes, tally{})
	}
	l := &k.lanes[lane]
	l.lineup, l.fixture = lineup, f
	l.seats = append(l.seats[:0], make([]SeatTally, t.Seats())...)
	l.told = append(l.told[:0], make([]int, t.Seats())...)
	if k.crew.Begin != nil {
		k.crew.Begin(t)
	}
}

// count is called after each turn of a lane.
func (k *core) count(lane int, t *game.Table, calls []*bot.Call) {
	if k.crew.Turn != nil {
		k.crew.Turn(t, calls)
	}
	k.crew.Strain.count(calls)
	for _, c := range calls {
		s := &k.lanes[lane].seats[c.Seat]
		s.Moves++
		s.Wall += c.Wall
		s.CPU += c.CPU
		s.Stall += c.Stall
		s.Took += c.Charged()
		if s.Moves == 1 || c.Wall < s.Least {
			s.Least = c.Wall
		}
		s.Most = max(s.Most, c.Wall)
		if c.Ponder > 0 {
			s.Wall += c.Ponder
			s.CPU += c.Ponder
			s.Took += c.Ponder
			k.ponders(s, &k.lanes[lane], t, c)
		}
		if why := c.Reply.Fault; why != game.NoFault {
			if s.Faults == nil {
				s.Faults = map[game.Fault]int{}
			}
			s.Faults[why]++
		} else if c.Reply.Note != "" {
			k.note(&k.lanes[lane], t, c)
		}
	}
}

// Faults are told in the bot's log: the first ones of a game with the prompt that was sent, then in a line, then no more.
const (
	faultsWithPrompt = 3
	faultsTold       = 50
)

// fault writes a fault into the bot's log, before the turn is played.
func (k *core) fault(lineup []int, f referee.Fixture, t *game.Table, c *bot.Call) {
	entry := k.players[lineup[f.Seats[c.Seat]]]
	told := &k.lanes[c.Lane].told[c.Seat]
	*told++
	switch {
	case *told > faultsTold:
		return
	case *told == faultsTold:
		entry.log.Printf("game %d: further faults are counted only", f.ID+1)
		return
	}
	entry.log.Printf("game %d, turn %d, seat %d: %v: %s", f.ID+1, t.Turns()+1, c.Seat, c.Reply.Fault, c.Reply.Note)
	if *told > faultsWithPrompt || c.Reply.Fault == game.Gone || c.Reply.Fault == game.Unstarted {
		return
	}
	var prompt game.Prompt
	if k.crew.Entries[lineup[f.Seats[c.Seat]]].InLines() {
		var opening game.Prompt
		if t.Turns() == 0 {
			t.Open(&opening, c.Seat)
		}
		t.Ask(&prompt, c.Seat)
		entry.log.Printf("it had been sent%s", promptLines(&opening, t.Common(), &prompt))
		return
	}
	var frame game.Frame
	t.View(&frame, c.Seat)
	entry.log.Printf("it had been shown %s", frame.AppendJSON(nil))
	if t.Kind.Launch.Form == game.Agon {
		return // nothing else is sent
	}
	t.Ask(&prompt, c.Seat)
	entry.log.Printf("and was sent %s", promptText(t.Common(), &prompt))
}

// What a log shows of the lines that a bot was sent.
const (
	linesTold  = 40
	bytesOfOne = 400
)

// promptLines are the lines that a bot was sent, each on a line of its own and behind two spaces.
func promptLines(prompts ...*game.Prompt) string {
	var all []byte
	for _, p := range prompts {
		all = append(all, p.Stdin...)
	}
	text := strings.TrimSuffix(string(all), "\n")
	if text == "" {
		return " nothing"
	}
	lines := strings.Split(text, "\n")
	more := len(lines) - linesTold
	var b strings.Builder
	for _, line := range lines[:min(len(lines), linesTold)] {
		if len(line) > bytesOfOne {
			line = fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(line[:bytesOfOne], ""), len(line))
		}
		b.WriteString("\n  " + line)
	}
	if more > 0 {
		fmt.Fprintf(&b, "\n  … and %d lines more", more)
	}
	return b.String()
}

// promptText is a prompt as a person can read it: text as it is, bytes by their number.
func promptText(common, own *game.Prompt) string {
	var b strings.Builder
	for _, p := range []*game.Prompt{common, own} {
		for _, arg := range p.Args {
			fmt.Fprintf(&b, "%q ", arg)
		}
		for _, file := range p.Files {
			fmt.Fprintf(&b, "the file %s of %d bytes ", file.Name, len(file.Data))
		}
		if len(p.Stdin) == 0 {
			continue
		}
		if utf8.Valid(p.Stdin) && bytes.IndexByte(p.Stdin, 0) < 0 {
			fmt.Fprintf(&b, "%q ", p.Stdin)
			continue
		}
		fmt.Fprintf(&b, "a body of %d bytes ", len(p.Stdin))
	}
	return strings.TrimSpace(b.String())
}

// pondering is how much processor time outside its turns is a fault. An interpreter that clears up after an answer needs less.
const pondering = 10 * time.Millisecond

// ponders counts what a bot has used outside its turns, in all its games, and makes a fault of it each time that it is too much.
func (k *core) ponders(s *SeatTally, l *tally, t *game.Table, c *bot.Call) {
	entry := k.players[l.lineup[l.fixture.Seats[c.Seat]]]
	if entry.pondered += c.Ponder; entry.pondered < pondering {
		return
	}
	if s.Faults == nil {
		s.Faults = map[game.Fault]int{}
	}
	s.Faults[game.Pondering]++
	entry.log.Printf("game %d, turn %d, seat %d: %v: it used %.1f ms of processor time outside its turns, which count as its own; it is stopped between its turns",
		l.fixture.ID+1, t.Turns(), c.Seat, game.Pondering, entry.pondered.Seconds()*1e3)
	entry.pondered = 0
}

// note writes into the bot's log what the kind noted beside a move that counts, as art that was dropped.
func (k *core) note(l *tally, t *game.Table, c *bot.Call) {
	if l.told[c.Seat]++; l.told[c.Seat] > faultsTold {
		return
	}
	log := k.players[l.lineup[l.fixture.Seats[c.Seat]]].log
	log.Printf("game %d, turn %d, seat %d: %s", l.fixture.ID+1, t.Turns(), c.Seat, c.Reply.Note)
}

// done hands a finished game in.
func (k *core) done(lineup []int, p referee.Played) error {
	g := Game{Played: p, Lineup: lineup, Absent: k.absent, Seats: k.lanes[p.Lane].seats, Share: p.Share}
	for seat, player := range p.Fixture.Seats {
		s := k.players[lineup[player]]
		g.Seats[seat].OnTime = p.Table.Outcome(game.Seat(seat)).OnTime
		if g.Seats[seat].OnTime {
			s.log.Printf("game %d, turn %d, seat %d: lost on time: %s", p.Fixture.ID+1, p.Table.Turns(), seat, g.Seats[seat].times())
		}
		if s.log.Total() > 0 {
			g.Seats[seat].Log = s.log.Take()
		}
		if d, ok := s.player.(interface{ Doubt() string }); ok {
			g.Seats[seat].Doubt = d.Doubt()
		}
	}
	return k.crew.Done(k.number, g)
}

// times is what a seat's moves took, in words.
func (s *SeatTally) times() string {
	return fmt.Sprintf("its %d moves took %.0f ms, %.0f ms of them on a processor; %.0f ms more, in which the host held it up, are not charged",
		s.Moves, s.Took.Seconds()*1e3, s.CPU.Seconds()*1e3, s.Stall.Seconds()*1e3)
}

// again is told of a game that is to be played again: what happened in it counts for nothing, and the logs say so.
func (k *core) again(lineup []int, f referee.Fixture) referee.Fixture {
	if f.Voided {
		k.crew.Strain.void()
		for _, player := range f.Seats {
			k.players[lineup[player]].log.Printf("game %d is void and played again: the host had delayed a bot that was late", f.ID+1)
		}
	}
	return f
}

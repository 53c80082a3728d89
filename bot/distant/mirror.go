package distant

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"agon/bot"
	"agon/game"
)

// A Mirror is the table of a game that another program plays, with one bot at it. It is not safe for concurrent use.
type Mirror struct {
	table  *game.Table
	seat   game.Seat
	player bot.Player
	most   time.Duration
	host   bot.Host
	call   bot.Call
	asked  bool // the bot has been asked in this turn
}

// mostName bounds the name of a player, in letters.
const mostName = 60

// New deals a game of a kind with the settings that the bot's machine allows. An error says what is wrong with the opening. most is the
// wall time of a move after which the bot is killed, whatever is asked; host reports stalls and may be nil.
func New(k *game.Kind, s game.Settings, o *Opening, most time.Duration, host bot.Host) (*Mirror, error) {
	switch {
	case o.Kind != k.Name:
		return nil, fmt.Errorf("the bot plays %s, not %q", k.Name, o.Kind)
	case o.Version != k.Version:
		return nil, fmt.Errorf("the rules of %s have version %s here and %q there: use the same version of agon", k.Name, k.Version,
			o.Version)
	case o.Seat < 0 || o.Seat >= o.Seats:
		return nil, fmt.Errorf("there is no seat %d among %d", o.Seat, o.Seats)
	case len(o.Names) != 0 && len(o.Names) != o.Seats:
		return nil, fmt.Errorf("%d names for %d seats", len(o.Names), o.Seats)
	}
	if want := s.Texts(); !slices.Equal(o.Options, want) {
		return nil, optionsError(o.Options, want)
	}
	t, err := k.Table(s)
	if err != nil {
		return nil, err
	}
	if err := t.Deal(o.Seed, o.Seats); err != nil {
		return nil, err
	}
	var cast []game.Participant
	for _, name := range o.Names {
		if len([]rune(name)) > mostName {
			return nil, fmt.Errorf("the name of a player has more than %d letters", mostName)
		}
		cast = append(cast, game.Participant{Name: name})
	}
	if cast != nil {
		t.Cast(cast)
	}
	return &Mirror{table: t, seat: game.Seat(o.Seat), most: most, host: host}, nil
}

// optionsError names the first option that differs.
func optionsError(have, want []string) error {
	for _, option := range want {
		if !slices.Contains(have, option) {
			return fmt.Errorf("the bot plays with other options: add --set %s", option)
		}
	}
	return errors.New("the bot plays with other options")
}

// Sit puts the bot into its seat.
func (m *Mirror) Sit(p bot.Player) error {
	m.player = p
	p.Sit(0, m.table, m.seat)
	return hostError(p)
}

func hostError(p bot.Player) error {
	if failed := p.Traits().HostError; failed != nil {
		return failed()
	}
	return nil
}

// Answer plays the turns of a request, and asks the bot if the request does. An error ends the game: the request does not fit to it, or the
// host failed.
func (m *Mirror) Answer(r *Request) (*Answer, error) {
	for i := range r.Turns {
		if err := m.turn(r.Turns[i].Moves); err != nil {
			return nil, fmt.Errorf("turn %d: %w", m.table.Turns()+1, err)
		}
	}
	if have := fmt.Sprintf("%016x", m.table.Digest()); r.Digest != "" && r.Digest != have {
		return nil, fmt.Errorf("after turn %d the games differ (digest %s here, %.16q there)", m.table.Turns(), have, r.Digest)
	}
	if !r.Ask {
		return &Answer{}, nil
	}
	owes := m.table.Owes()
	switch {
	case !owes.Has(m.seat):
		return nil, fmt.Errorf("turn %d: the bot owes no move", m.table.Turns()+1)
	case m.asked:
		return nil, fmt.Errorf("turn %d: the bot was asked already", m.table.Turns()+1)
	case r.LimitUs < 0 || r.AllowedUs < 0:
		return nil, fmt.Errorf("turn %d: a negative time", m.table.Turns()+1)
	}
	return m.ask(r)
}

// turn plays a turn.
func (m *Mirror) turn(moves []Move) error {
	owes := m.table.Owes()
	if m.table.Over() {
		return errors.New("the game is over")
	}
	if len(moves) != owes.Count() {
		return fmt.Errorf("%d moves of %d seats", len(moves), owes.Count())
	}
	nth := 0
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		if err := m.play(seat, &moves[nth]); err != nil {
			return fmt.Errorf("seat %d: %w", seat, err)
		}
		nth++
	}
	m.table.Step()
	m.asked = false
	if turned := m.player.Traits().Turned; turned != nil {
		turned(0, m.table)
	}
	return nil
}

// play puts a move on the table.
func (m *Mirror) play(seat game.Seat, move *Move) error {
	if move.TookUs < 0 {
		return fmt.Errorf("a move took %d µs", move.TookUs)
	}
	reply := game.Reply{Took: move.TookUs}
	if move.Fault == "" {
		if why := m.table.Play(seat, move.Word, &reply); why != game.NoFault {
			return fmt.Errorf("%.40q: %s", move.Word, reply.Note)
		}
		return nil
	}
	var err error
	if reply.Fault, err = game.ParseFault(move.Fault); err != nil {
		return err
	}
	if why := m.table.Take(seat, &reply); why == game.NoFault {
		return fmt.Errorf("the fault %q does not count here", move.Fault)
	}
	return nil
}

// ask asks the bot for its move.
func (m *Mirror) ask(r *Request) (*Answer, error) {
	m.asked = true
	c := &m.call
	*c = bot.Call{Table: m.table, Seat: m.seat, Clock: r.Clock, Processor: r.Processor, Host: m.host, Reply: c.Reply}
	c.Reply.Reset()
	c.Limit, c.Allowed = m.most, micros(r.AllowedUs)
	if limit := micros(r.LimitUs); limit > 0 && limit < c.Limit {
		c.Limit = limit
	}
	calls := []*bot.Call{c}
	m.player.Ask(calls)
	m.player.Answer(calls)
	if err := hostError(m.player); err != nil {
		return nil, err
	}
	a := &Answer{WallUs: c.Wall.Microseconds(), CPUUs: c.CPU.Microseconds(), StallUs: c.Stall.Microseconds(),
		PonderUs: c.Ponder.Microseconds(), GraceUs: c.Grace.Microseconds()}
	word, why := c.Word() // not played: the referee of the game decides which move stands
	a.Word, a.Fault = word, why.String()
	return a, nil
}

func micros(n int64) time.Duration {
	return time.Duration(min(n, int64(time.Hour/time.Microsecond))) * time.Microsecond
}

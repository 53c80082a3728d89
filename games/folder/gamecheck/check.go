/*
Package gamecheck finds what the rules of a game folder get wrong, by playing it: by lot, with faults and nonsense, twice, and from every
move that it lists.

Each [Finding] is a sentence with figures, and a fix where something is wrong. The last ones say what sort of game it is: how long, how
often nobody wins, whether a seat has the better of it, and whether looking ahead wins.
*/
package gamecheck

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"agon/format/rating"
	"agon/game"
	gamefolder "agon/games/folder"
)

// A Finding is what one check has found.
type Finding struct {
	Name string // "plays"
	Fail bool
	Text string // in a sentence, over several lines if the rules have failed
	Fix  string // what to do; empty: nothing
}

// Options say how much is played. The zero value has the defaults.
type Options struct {
	Games   int           // by lot; 0: 200
	Bias    int           // games by lot for the bias of seats; 0: 1000
	Skill   int           // games of search against lot; 0: 20; below 0: none
	Seed    int64         // of the first game
	Time    time.Duration // for the games of each check, which are fewer then; 0: 20 s
	Doing   func(what string)
	Another func() (*gamefolder.Folder, error) // opens the game anew: in fresh processes
	// Recorded plays some games of the bots in the game's folder; nil: it has none. Only games of engines that others wrote are so played
	Recorded func(ctx context.Context) ([]*game.Record, error)
	// Formats returns the formats of contests that can be played, and why that of game.toml is not among them; nil: not looked at
	Formats func(k *game.Kind, settings game.Settings) (playable []string, why error)
}

// A checker plays one game folder.
type checker struct {
	Options
	ctx      context.Context
	folder   *gamefolder.Folder
	kind     *game.Kind
	settings game.Settings
	findings []Finding
	records  []*game.Record // of some games, to be played again
	turns    rating.Sample
	longest  int
	shortest int
	rounds   int
	took     time.Duration
	drawn    int // games without a winner
	played   int
	together int             // most seats that owed a move in one turn
	points   []rating.Sample // by seat
}

func (o *Options) usual() {
	for _, pair := range []struct {
		n     *int
		usual int
	}{{&o.Games, 200}, {&o.Bias, 1000}} {
		if *pair.n <= 0 {
			*pair.n = pair.usual
		}
	}
	o.Skill = cmp.Or(o.Skill, 20)
	if o.Time <= 0 {
		o.Time = 20 * time.Second
	}
	if o.Doing == nil {
		o.Doing = func(string) {}
	}
}

// A step is a check.
type step struct {
	doing string
	do    func() error
	alone bool // if it fails, the others are of use
}

// Check plays the game with some options of its own, and returns what it finds. The error is the host's, or that ctx is done.
func Check(ctx context.Context, f *gamefolder.Folder, settings game.Settings, o Options) ([]Finding, error) {
	o.usual()
	c := &checker{Options: o, ctx: ctx, folder: f, kind: f.Kind, settings: settings, shortest: math.MaxInt}
	steps := []step{
		{"dealing", c.deals, false}, {"looking for formats", c.formats, true}, {"playing by lot", c.plays, false},
		{"playing nonsense", c.nonsense, false}, {"playing again", c.again, false}, {"rolling other dice", c.flags, true},
		{"looking at what is shown", c.shown, false}, {"playing for the bias of seats", c.bias, false}, {"looking ahead", c.skill, false},
	}
	if c.kind.Forward {
		steps = c.outside()
	}
	for _, step := range steps {
		o.Doing(step.doing)
		if err := step.do(); err != nil {
			return c.findings, err
		}
		if !step.alone && len(c.findings) > 0 && c.findings[len(c.findings)-1].Fail {
			break // what follows would fail for the same reason
		}
	}
	return c.findings, ctx.Err()
}

func (c *checker) ok(name, format string, args ...any) {
	c.findings = append(c.findings, Finding{Name: name, Text: fmt.Sprintf(format, args...)})
}

func (c *checker) fail(name, fix, format string, args ...any) {
	c.findings = append(c.findings, Finding{Name: name, Fail: true, Text: fmt.Sprintf(format, args...), Fix: fix})
}

// seats returns how many seats a checked game has: the least number and the greatest in turn.
func (c *checker) seats(nth int) int {
	if nth%2 == 1 {
		return c.kind.MaxSeats
	}
	return c.kind.MinSeats
}

// deals deals games to every number of seats.
func (c *checker) deals() error {
	t, err := c.kind.Table(c.settings)
	if err != nil {
		return err
	}
	for seats := c.kind.MinSeats; seats <= c.kind.MaxSeats; seats++ {
		if err := t.Deal(c.Seed, seats); err != nil {
			c.fail("deals", "", "%v", err)
			return nil
		}
		if t.Over() {
			c.fail("deals", "turn(state) must return the seats that owe a move in the first turn", "a new game of %d seats is over at once",
				seats)
			return nil
		}
	}
	c.ok("deals", "%s", c.kind.SeatsText())
	return nil
}

// formats looks for the formats in which contests can be played.
func (c *checker) formats() error {
	if c.Formats == nil {
		return nil
	}
	playable, why := c.Formats(c.kind, c.settings)
	if why != nil {
		c.fail("formats", fmt.Sprintf("write another format into game.toml (%s), or change seats", strings.Join(playable, ", ")),
			"contests that name no format cannot be played: format = %q: %v", c.kind.Format, why)
		return nil
	}
	c.ok("formats", "%s unless a contest says otherwise; it can be played in %s", c.kind.Format, strings.Join(playable, ", "))
	return nil
}

// begin deals a game with a built-in bot in every seat.
func (c *checker) begin(t *game.Table, seed int64, seats int, bots ...string) error {
	if err := t.Deal(seed, seats); err != nil {
		return err
	}
	for seat := range seats {
		b, err := c.kind.Builtin(bots[seat%len(bots)], nil)
		if err != nil {
			return err
		}
		t.Sit(game.Seat(seat), b)
	}
	return nil
}

// play plays a game to its end. each is called before each turn.
func (c *checker) play(t *game.Table, seed int64, seats int, each func(t *game.Table) error, bots ...string) error {
	if err := c.begin(t, seed, seats, bots...); err != nil {
		return err
	}
	var r game.Reply
	for !t.Over() {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if each != nil {
			if err := each(t); err != nil {
				return err
			}
		}
		owes := t.Owes()
		c.together = max(c.together, owes.Count())
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			r.Reset()
			if r.Fault = t.Think(seat, &r); r.Fault != game.NoFault && t.Failed() == nil {
				return fmt.Errorf("%s, turn %d: the rules refuse a move that they list for seat %d: %s", c.kind.Name, t.Turns(), seat,
					r.Note)
			}
		}
		t.Step()
	}
	return t.Failed()
}

// plays plays by lot.
func (c *checker) plays() error {
	t, err := c.kind.Table(c.settings)
	if err != nil {
		return err
	}
	begun := time.Now()
	n := 0
	for ; n < c.Games && time.Since(begun) < c.Time; n++ {
		err := c.play(t, c.Seed+int64(n), c.seats(n), nil, "random")
		if c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if err != nil {
			c.fail("plays", "", "game %d by lot, seed %d: %v", n+1, c.Seed+int64(n), err)
			return nil
		}
		c.count(t)
		if len(c.records) < 20 {
			c.records = append(c.records, t.Record().Clone())
		}
	}
	c.took = time.Since(begun)
	c.ok("plays", "%d games by lot to their ends, %d to %d turns, %.0f rounds/s on one core", n, c.shortest, c.longest,
		float64(c.rounds)/c.took.Seconds())
	return nil
}

// count adds a game to the figures.
func (c *checker) count(t *game.Table) {
	c.turns.Add(float64(t.Turns()))
	c.longest, c.shortest = max(c.longest, t.Turns()), min(c.shortest, t.Turns())
	c.rounds += max(t.Rounds(), 1)
	c.played++
	firsts := 0
	for seat := range t.Seats() {
		if t.Outcome(game.Seat(seat)).Place == 1 {
			firsts++
		}
	}
	if firsts > 1 {
		c.drawn++
	}
}

// garbage is what bots answer that is no move.
var garbage = []string{"", "-1", "0", "999999999", "nonsense", "[1, 2]", "None", "ä€😀", " 1 ", "1;2", "{}", "'", "\\", "%s", "nan",
	"one\ntwo\tthree", `"one\ntwo"`, "\xff", strings.Repeat("x", 64<<10), strings.Repeat("ä\n", 1<<14)}

// returned is what functions return that is no move, as package gamefolder is told of it.
var returned = []string{"-1", "999999999", "1.5", "1e300", "true", "\"nonsense\"", "\"\"", "[]",
	"[1,null]", "{\"x\":1}", "NaN", "no move: None"}

// garble has a seat answer with what is no move.
func (c *checker) garble(t *game.Table, seat game.Seat, dice *game.Dice, r *game.Reply) {
	if c.kind.Launch.Host == "" || dice.Intn(2) == 0 {
		t.Play(seat, garbage[dice.Intn(len(garbage))], r)
		return
	}
	r.Out, r.Hosted = append(r.Out[:0], returned[dice.Intn(len(returned))]...), true
	t.Take(seat, r)
}

// nonsense plays with answers that are no moves, and with faults.
func (c *checker) nonsense() error {
	t, err := c.kind.Table(c.settings)
	if err != nil {
		return err
	}
	begun, n, wrong, games := time.Now(), 0, 0, max(c.Games/4, 1)
	if c.kind.Forward {
		games = c.Games // these are few
	}
	for ; n < games && time.Since(begun) < c.Time; n++ {
		dice := game.NewDice(c.Seed+int64(n), nil)
		dice.Turn(1)
		if err := c.begin(t, c.Seed+int64(n), c.seats(n), "random"); err != nil {
			return err
		}
		var r game.Reply
		for !t.Over() {
			owes := t.Owes()
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				r.Reset()
				switch dice.Intn(4) {
				case 0:
					c.garble(t, seat, &dice, &r)
					wrong++
				case 1:
					r.Fault = game.Late
					t.Take(seat, &r)
					wrong++
				default:
					t.Think(seat, &r)
				}
			}
			t.Step()
		}
		if err := t.Failed(); err != nil {
			fix := "a fault plays absent(state, seat, why), or else the first of moves(state, seat): rules must go on from " +
				"there; answer(state, seat, returned) returns None for what is no move"
			if c.kind.Forward {
				fix = "the engine must go on, or end the game, when a seat answers nonsense or nothing"
			}
			c.fail("nonsense", fix, "game %d with faults, seed %d: %v", n+1, c.Seed+int64(n), err)
			return nil
		}
	}
	c.ok("nonsense", "%d faults and answers that are no move in %d games", wrong, n)
	return nil
}

// again plays recorded games again, here and in fresh processes.
func (c *checker) again() error {
	for _, where := range []string{"in the same process", "in a fresh process"} {
		kind := c.kind
		if where == "in a fresh process" {
			if c.Another == nil {
				continue
			}
			f, err := c.Another()
			if err != nil {
				return err
			}
			defer f.Close()
			kind = f.Kind
		}
		for i, rec := range c.records {
			if err := c.ctx.Err(); err != nil {
				return err
			}
			r, err := kind.Rerun(rec)
			if err == nil {
				err = r.Finish()
			}
			if err != nil {
				c.fail("again", "rules may keep nothing outside the state: no attribute, no global variable, no order of a set",
					"game %d, seed %d, played again %s, is another game: %v", i+1, rec.Seed, where, err)
				return nil
			}
		}
	}
	c.ok("again", "%d games are the same when they are played again, and in a fresh process", len(c.records))
	return nil
}

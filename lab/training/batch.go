package training

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"agon/game"
	"agon/internal/nearest"
)

// Options are what a batch plays.
type Options struct {
	Games int   // played at once
	Seats int   // of each game
	Seed  int64 // of the first game of the batch; the next ones have the seeds after it, game by game and round by round
	Cores int   // those that play; 0 or 1: one

	Bots   map[game.Seat]game.BuiltinBot // play these seats; a step goes on until another seat owes a move
	Shaped bool                          // rewards are what a seat's score has grown by in a step, not the result at the end
	Once   bool                          // a game that has ended stays as it is until the next reset, and is not followed by another
	Items  int                           // room for each list that seats see and that has not always the same length
}

// Bounds of Options.
const (
	MostGames = 1 << 16
	MostItems = 1 << 16
	MostSeed  = 1 << 53 // seeds from 0 to here are whole numbers everywhere
)

// None is the action of a seat that gives no move: the fault "late".
const None = -1

// A Batch plays games for a learner. It is not safe for concurrent use.
type Batch struct {
	kind    *game.Kind
	options Options
	moves   []string
	arrays  []Array
	size    int
	tables  []*game.Table
	begun   []int64 // games begun by each table since the reset

	memory  []byte
	actions []int16
	owes    []uint8
	rewards []float32
	faults  []uint8
	done    []uint8
	seeds   []int64
	last    lasts
	legal   []uint8
	scores  []float64

	worth []float64 // the score of each seat before a step, where rewards are shaped
}

// lasts describe the game that each table has ended last.
type lasts struct {
	seeds   []int64
	digests []uint64
	turns   []int32
	places  []int32
	scores  []float64
}

// New returns a batch of games of a kind. It has no memory yet: see [Batch.Use].
func New(k *game.Kind, settings game.Settings, o Options) (*Batch, error) {
	if err := o.check(k); err != nil {
		return nil, err
	}
	b := &Batch{kind: k, options: o, begun: make([]int64, o.Games), worth: make([]float64, o.Games*o.Seats)}
	for range o.Games {
		t, err := k.Table(settings)
		if err != nil {
			return nil, err
		}
		b.tables = append(b.tables, t)
	}
	if err := b.tables[0].Deal(o.Seed, o.Seats); err != nil {
		return nil, err
	}
	if b.moves = b.tables[0].Listed(); len(b.moves) == 0 {
		if err := k.Searchable(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s has no list of moves (moves in game.toml, or Moves of its Spec), by which learners name them", k.Name)
	}
	b.listArrays()
	return b, nil
}

func (o *Options) check(k *game.Kind) error {
	if err := k.SeatsFit(o.Seats); err != nil {
		return err
	}
	switch {
	case o.Games < 1 || o.Games > MostGames:
		return fmt.Errorf("%d games: a batch has from 1 to %d", o.Games, MostGames)
	case o.Seed < 0 || o.Seed > MostSeed:
		return fmt.Errorf("seed %d: it is from 0 to 2^53", o.Seed)
	case o.Items < 1 || o.Items > MostItems:
		return fmt.Errorf("room for %d items of a list: from 1 to %d", o.Items, MostItems)
	}
	for seat := range o.Bots {
		if seat < 0 || int(seat) >= o.Seats {
			return fmt.Errorf("there is no seat %d: the games have the seats 0 to %d", seat, o.Seats-1)
		}
	}
	if len(o.Bots) == o.Seats {
		return errors.New("built-in bots have all seats: leave one to the learner")
	}
	return nil
}

// Reset begins all games anew, the first with this seed.
func (b *Batch) Reset(seed int64) error {
	if seed < 0 || seed > MostSeed {
		return fmt.Errorf("seed %d: it is from 0 to 2^53", seed)
	}
	b.options.Seed = seed
	clear(b.begun)
	clear(b.rewards)
	clear(b.faults)
	clear(b.done)
	return b.each(func(p *player, g int) error { return p.begin(g) })
}

// Step plays a turn of every game with the actions of the seats that owe a move; those of other seats are ignored. Where a game ends,
// "done" is 1, "last_…" describe it, and the next one has been dealt. An error is the learner's mistake or the host's: the games may then
// differ in how far they are.
func (b *Batch) Step() error {
	return b.each(func(p *player, g int) error { return p.step(g) })
}

// Observe writes the arrays with these names, those of views by "view." and their name.
func (b *Batch) Observe(names []string) error {
	views, fields := []*Array(nil), []string{}
	legal, scores := false, false
	for _, name := range names {
		i := slices.IndexFunc(b.arrays, func(a Array) bool { return a.asked() == name })
		switch {
		case i < 0:
			hint := nearest.Hint(name, b.askable())
			if slices.Contains(b.askable(), "view."+name) {
				hint = fmt.Sprintf("; did you mean %q?", "view."+name)
			}
			return fmt.Errorf("seats see no %q%s", name, hint)
		case b.arrays[i].Group == View:
			views, fields = append(views, &b.arrays[i]), append(fields, b.arrays[i].Name)
		case name == "legal":
			legal = true
		default:
			scores = true
		}
	}
	return b.each(func(p *player, g int) error {
		if legal {
			p.legal(g)
		}
		if scores {
			for seat := range b.options.Seats {
				b.scores[g*b.options.Seats+seat] = b.tables[g].Outcome(game.Seat(seat)).Score
			}
		}
		if len(views) == 0 {
			return nil
		}
		p.frame.Only(fields)
		return p.view(g, views)
	})
}

// asked returns the name by which an array is asked for, empty if it is not asked for.
func (a *Array) asked() string {
	switch a.Group {
	case Asked:
		return a.Name
	case View:
		return "view." + a.Name
	}
	return ""
}

func (b *Batch) askable() (names []string) {
	for i := range b.arrays {
		if name := b.arrays[i].asked(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Print returns the state of a game as a seat sees it, or with game.Audience all of it, as the lines of text that people play by; empty if
// the kind has no such text.
func (b *Batch) Print(g int, viewer game.Seat) (string, error) {
	if g < 0 || g >= len(b.tables) || viewer < game.Audience || int(viewer) >= b.options.Seats {
		return "", fmt.Errorf("there is no game %d with a seat %d: the batch has %d games of %d seats", g, viewer, len(b.tables),
			b.options.Seats)
	}
	if !b.tables[g].Prints() {
		return "", nil
	}
	return string(b.tables[g].Print(nil, viewer)), nil
}

// fewest is the least number of games that are worth a core of their own.
const fewest = 8

// each calls do for every game, on all cores.
func (b *Batch) each(do func(p *player, game int) error) error {
	games := len(b.tables)
	parts := max(1, min(b.options.Cores, games/fewest))
	if parts == 1 {
		return b.some(0, games, do)
	}
	var group errgroup.Group
	for i := range parts {
		group.Go(func() error { return b.some(i*games/parts, (i+1)*games/parts, do) })
	}
	return group.Wait()
}

func (b *Batch) some(from, to int, do func(p *player, game int) error) error {
	p := &player{Batch: b}
	for g := from; g < to; g++ {
		if err := do(p, g); err != nil {
			return fmt.Errorf("game %d, seed %d, turn %d: %w", g, b.seeds[g], b.tables[g].Turns()+1, err)
		}
	}
	return nil
}

// A player plays games on one core.
type player struct {
	*Batch
	reply game.Reply
	frame game.Frame
}

// mostDeals is how many games in turn may end before a learner's seat owes a move.
const mostDeals = 1000

// begin deals the next game of a table.
func (p *player) begin(g int) error {
	t := p.tables[g]
	for range mostDeals {
		p.seeds[g] = p.options.Seed + p.begun[g]*int64(p.options.Games) + int64(g)
		p.begun[g]++
		if err := t.Deal(p.seeds[g], p.options.Seats); err != nil {
			return err
		}
		for seat, bot := range p.options.Bots {
			t.Sit(seat, bot)
		}
		p.pass(t)
		if p.await(g) {
			p.value(g, nil)
			return nil
		}
	}
	return fmt.Errorf("%d games in turn ended before a seat of the learner owed a move", mostDeals)
}

// pass plays turns in which only built-in bots owe a move.
func (p *player) pass(t *game.Table) {
	if len(p.options.Bots) == 0 {
		return
	}
	for !t.Over() {
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			if _, plays := p.options.Bots[seat]; !plays {
				return
			}
		}
		p.play(t, owes, nil, nil)
	}
}

// await writes which seats of the learner owe a move, and reports whether any does.
func (p *player) await(g int) bool {
	seats := p.options.Seats
	row := p.owes[g*seats : (g+1)*seats]
	owes, any := p.tables[g].Owes(), false
	for seat := range row {
		row[seat] = 0
		if _, plays := p.options.Bots[game.Seat(seat)]; !plays && owes.Has(game.Seat(seat)) {
			row[seat], any = 1, true
		}
	}
	return any
}

// play plays a turn with the actions of the learner's seats. Faults are written if there is room for them.
func (p *player) play(t *game.Table, owes game.Seats, actions []int16, faults []uint8) {
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		p.reply.Reset()
		if _, plays := p.options.Bots[seat]; plays {
			t.Think(seat, &p.reply)
			continue
		}
		switch action := actions[seat]; action {
		case None:
			p.reply.Fault = game.Late
			faults[seat] = uint8(t.Take(seat, &p.reply))
		default:
			faults[seat] = uint8(t.Choose(seat, int(action), &p.reply))
		}
	}
	t.Step()
}

func (p *player) step(g int) error {
	t, seats := p.tables[g], p.options.Seats
	row := func(list []uint8) []uint8 { return list[g*seats : (g+1)*seats] }
	rewards, actions := p.rewards[g*seats:(g+1)*seats], p.actions[g*seats:(g+1)*seats]
	clear(rewards)
	clear(row(p.faults))
	p.done[g] = 0
	if t.Over() {
		return nil // the games are played once
	}
	for seat, owes := range row(p.owes) {
		if a := actions[seat]; owes == 1 && (a < None || int(a) >= len(p.moves)) {
			return fmt.Errorf("the action of seat %d is %d, want 0 to %d, or %d for no move", seat, a, len(p.moves)-1, None)
		}
	}
	p.play(t, t.Owes(), actions, row(p.faults))
	p.pass(t)
	p.value(g, rewards)
	if !t.Over() {
		p.await(g)
		return nil
	}
	p.end(g, rewards)
	if p.options.Once {
		p.await(g)
		return nil
	}
	return p.begin(g)
}

// value notes the scores of a game where rewards are shaped, and writes what they have grown by if there is room for it.
func (p *player) value(g int, rewards []float32) {
	if !p.options.Shaped {
		return
	}
	for seat := range p.options.Seats {
		at := &p.worth[g*p.options.Seats+seat]
		score := p.tables[g].Outcome(game.Seat(seat)).Score
		if rewards != nil {
			rewards[seat] = float32(score - *at)
		}
		*at = score
	}
}

// end writes how a game has ended.
func (p *player) end(g int, rewards []float32) {
	t := p.tables[g]
	p.done[g] = 1
	p.last.seeds[g], p.last.digests[g], p.last.turns[g] = p.seeds[g], t.Digest(), int32(t.Turns())
	for seat := range rewards {
		at, o := g*p.options.Seats+seat, t.Outcome(game.Seat(seat))
		p.last.places[at], p.last.scores[at] = int32(o.Place), o.Score
		if !p.options.Shaped && len(rewards) > 1 {
			rewards[seat] = float32(2*t.Points(game.Seat(seat)) - 1)
		}
	}
}

// legal writes which moves the rules let each seat play: all for a seat that owes none.
func (p *player) legal(g int) {
	t, moves := p.tables[g], len(p.moves)
	for seat := range p.options.Seats {
		at := g*p.options.Seats + seat
		row := p.Batch.legal[at*moves : (at+1)*moves]
		for nth := range row {
			row[nth] = 1
			if p.owes[at] == 1 && !t.May(game.Seat(seat), nth) {
				row[nth] = 0
			}
		}
	}
}

// view writes what the seats see of a game.
func (p *player) view(g int, views []*Array) (err error) {
	if !p.kind.Hidden {
		p.tables[g].View(&p.frame, 0)
		return p.write(g, views)
	}
	for seat := range p.options.Seats {
		p.tables[g].View(&p.frame, game.Seat(seat))
		if err := p.write(g*p.options.Seats+seat, views); err != nil {
			return err
		}
	}
	return nil
}

// write copies the numbers of the frame into a row of arrays.
func (p *player) write(row int, views []*Array) (err error) {
	next := 0
	p.frame.Numbers(func(name string, list []int, _ int, _ bool) {
		for i := range views { // mostly the next one
			a := views[(next+i)%len(views)]
			if a.Name != name {
				continue
			}
			next = (next + i + 1) % len(views)
			all := numbers[int32](p.Batch, a)
			rows := a.Shape[0]
			if a.perSeat {
				rows *= p.options.Seats
			}
			width := len(all) / rows
			to := all[row*width : (row+1)*width]
			switch {
			case len(list) > width || len(list) < width && !a.varies:
				err = fmt.Errorf("%s has %d items, and there is room for %d", name, len(list), width)
				return
			}
			for i, n := range list {
				to[i] = int32(n)
			}
			for i := len(list); i < width; i++ {
				to[i] = -1
			}
			return
		}
	})
	return err
}

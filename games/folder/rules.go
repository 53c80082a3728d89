package gamefolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"agon/game"
	"agon/games/folder/engine"
)

// A Move is a move as text, or the fault for which something stands, which may be nothing.
type Move struct {
	Text string
	Why  game.Fault
}

// String returns the text.
func (m Move) String() string { return m.Text }

// longestMove bounds a move's text, in bytes.
const longestMove = 64 << 10

// UnmarshalText takes any text of lines; the rules judge it.
func (m *Move) UnmarshalText(text []byte) error {
	plain := strings.ReplaceAll(string(text), "\r\n", "\n")
	odd := func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }
	switch {
	case plain == "" || len(plain) > longestMove:
		return fmt.Errorf("a move has 1 to %d bytes, and this answer %d", longestMove, len(plain))
	case !utf8.ValidString(plain) || strings.ContainsFunc(plain, odd):
		return fmt.Errorf("%.80q is no move: a move is a text in UTF-8 without control characters but line breaks and tabs", plain)
	}
	m.Text, m.Why = plain, game.NoFault
	return nil
}

// A State is a position, with the rules that made it. The zero State is none.
type State struct {
	at    *engine.Position
	rules *rules
}

// rules are the laws of one table.
type rules struct {
	folder  *Folder
	options string // as JSON
	seats   int
	turns   int
	sizes   map[sight][2]int // of the grids that were shown since the deal
	numbers []int            // 0, 1, 2 …: the moves of any seat
	played  []engine.Play    // room for a turn
	said    []byte           // of a recorded game, which every deal repeats; nil: the engine plays
	failure error
}

// A sight is a field as somebody sees it.
type sight struct {
	viewer game.Seat
	field  string
}

// Failed returns why the rules have failed since the deal.
func (r *rules) Failed() error { return r.failure }

// fail keeps the first failure.
func (r *rules) fail(err error) {
	if r.failure == nil {
		r.failure = err
	}
}

// A leaver is an engine that holds something for a game that goes on.
type leaver interface {
	Leave(p *engine.Position)
}

// A teller is an engine whose recorded games can be looked at without it.
type teller interface {
	Said(p *engine.Position) []byte
	Told(said []byte, options string, seats int) (*engine.Position, error)
}

// Said returns what the engine has said in a game that is over; nil if that is too much, or if it keeps nothing.
func (r *rules) Said(s *State) []byte {
	if t, ok := r.folder.engine.(teller); ok && s.at != nil {
		return t.Said(s.at)
	}
	return nil
}

// Repeat has further deals be of the game in which the engine said this; nil: it plays.
func (r *rules) Repeat(said []byte) { r.said = said }

// begin has the engine begin a game, or tell a recorded one.
func (r *rules) begin(seats int, d *game.Dice) (*engine.Position, error) {
	if t, ok := r.folder.engine.(teller); ok && r.said != nil {
		return t.Told(r.said, r.options, seats)
	}
	return r.folder.engine.Deal(r.options, seats, d)
}

// Deal begins a game.
func (r *rules) Deal(s *State, seats int, d *game.Dice) error {
	if l, ok := r.folder.engine.(leaver); ok && s.at != nil {
		l.Leave(s.at)
	}
	*s, r.failure, r.seats, r.turns = State{}, nil, seats, 0
	clear(r.sizes)
	p, err := r.begin(seats, d)
	if err == nil {
		err = r.rated(p.Ranks)
	}
	if err != nil {
		return err
	}
	s.at, s.rules = p, r
	return nil
}

// Turn returns the seats that owe a move.
func (r *rules) Turn(s *State) game.Seats {
	if s.at == nil || r.failure != nil {
		return game.Seats{}
	}
	return s.at.Owes
}

// Check accepts the moves that the rules list, or as they judge. What it says of a move once the rules have failed is not looked at.
func (r *rules) Check(s *State, seat game.Seat, m Move) error {
	if s.at.Asks != nil {
		return fits(s.at.Asks[seat], m)
	}
	if s.at.Moves != nil {
		moves := s.at.Moves[seat]
		if slices.Contains(moves, m.Text) {
			return nil
		}
		return fmt.Errorf("%s cannot be played here: the moves are %s", shortened(m.Text), alternatives(moves))
	}
	why, err := r.ask(s, engine.Check, seat, m.Text)
	if err != nil || why == "" {
		return nil
	}
	return errors.New(why)
}

// shortened returns the beginning of a move in one line, for messages.
func shortened(move string) string {
	const most = 200
	if len(move) <= most && !strings.ContainsAny(move, "\n\t") {
		return move
	}
	text := fmt.Sprintf("%.200q", move)
	if len(move) > most {
		text += fmt.Sprintf("… (%d bytes)", len(move))
	}
	return text
}

// alternatives joins moves as "A, B or C".
func alternatives(all []string) string {
	const most = 12
	moves := make([]string, 0, most+1)
	for _, move := range all[:min(len(all), most+1)] {
		moves = append(moves, shortened(move))
	}
	if len(moves) > most {
		return strings.Join(moves[:most], ", ") + ", …"
	}
	if last := len(moves) - 1; last > 0 {
		return strings.Join(moves[:last], ", ") + " or " + moves[last]
	}
	return strings.Join(moves, "")
}

// Absent returns what the rules play for a fault.
func (r *rules) Absent(s *State, seat game.Seat, why game.Fault) Move {
	text, _ := r.ask(s, engine.Absent, seat, why.String())
	return Move{text, why}
}

// Step plays a turn.
func (r *rules) Step(s *State, moves []game.Move[Move], d *game.Dice) {
	if r.failure != nil || s.at == nil {
		return
	}
	r.played = slices.Grow(r.played[:0], r.seats)[:r.seats]
	for seat := range r.played {
		r.played[seat] = engine.Play{Move: moves[seat].Value.Text, Why: moves[seat].Value.Why}
	}
	p, err := r.folder.engine.Step(s.at, r.played, d)
	r.turns++
	if err == nil && r.turns >= r.folder.MostTurns && !p.Owes.Empty() {
		err = &engine.Failure{File: r.folder.file, In: "turn",
			Why: fmt.Sprintf("the game has not ended after %d turns: most_turns in game.toml allows more", r.turns)}
	}
	if err == nil {
		err = r.rated(p.Ranks)
	}
	if err != nil {
		r.fail(err)
		return
	}
	s.at, s.rules = p, r
}

// mostScore bounds scores to both sides: the largest number up to which every whole number is a float64, so that sums and means stay exact
// and finite.
const mostScore = 1 << 53

// rated returns a failure of the rules if one of these ranks cannot be: every engine's come through here.
func (r *rules) rated(ranks []engine.Rank) error {
	for seat, rank := range ranks {
		why := ""
		switch {
		case !(math.Abs(rank.Score) <= mostScore): // not a number, too
			why = fmt.Sprintf("it gives seat %d the score %v: a score is a number from -%d to %d", seat, rank.Score, mostScore, mostScore)
		case rank.Place < 1 || rank.Place > r.seats:
			why = fmt.Sprintf("it gives seat %d the place %d: places are from 1 to %d", seat, rank.Place, r.seats)
		default:
			continue
		}
		return &engine.Failure{File: r.folder.file, In: engine.Ranks.String(), Why: why}
	}
	return nil
}

// Outcome returns what a seat has reached.
func (r *rules) Outcome(s *State, seat game.Seat) game.Outcome {
	ranks := r.outcome(s.at)
	if int(seat) >= len(ranks) {
		return game.Outcome{Place: 1}
	}
	return game.Outcome{Place: ranks[seat].Place, Score: ranks[seat].Score}
}

// outcome returns what the seats have reached so far, which is asked once. nil: the rules have failed.
func (r *rules) outcome(p *engine.Position) []engine.Rank {
	switch {
	case p == nil:
		return nil
	case p.Ranks != nil:
		return p.Ranks
	case p.SoFar == nil:
		text, err := r.ask(&State{p, r}, engine.Ranks, 0, "")
		if err != nil {
			return nil
		}
		ranks, err := r.ranks(text)
		if err != nil {
			r.fail(err)
			return nil
		}
		p.SoFar = ranks
	}
	return p.SoFar
}

// ranks reads the answer to [engine.Ranks].
func (r *rules) ranks(text string) ([]engine.Rank, error) {
	var list [][2]json.Number
	err := json.Unmarshal([]byte(text), &list)
	if err != nil || len(list) != r.seats {
		why := fmt.Sprintf("it answers %.200q, which is not [place, score] for each of %d seats", text, r.seats)
		return nil, &engine.Failure{File: r.folder.file, In: engine.Ranks.String(), Why: why}
	}
	ranks := make([]engine.Rank, r.seats)
	for seat, pair := range list {
		place, err := strconv.Atoi(pair[0].String())
		if err != nil {
			place = 0 // it is refused
		}
		score, _ := pair[1].Float64() // infinite if it is too large, which is refused
		ranks[seat] = engine.Rank{Place: place, Score: score}
	}
	return ranks, r.rated(ranks)
}

// ask asks about a position, and keeps a failure.
func (r *rules) ask(s *State, what engine.Question, seat game.Seat, text string) (string, error) {
	if r.failure != nil || s.at == nil {
		return "", errors.New("the rules have failed")
	}
	answer, err := r.folder.engine.Ask(s.at, what, int(max(seat, -1)), text)
	if err != nil {
		r.fail(err)
	}
	return answer, err
}

func round(s *State) int {
	if s.at == nil {
		return 0
	}
	return s.at.Round
}

// hash adds what the audience sees, since packed states of equal positions may differ.
func hash(h *game.Hash, s *State) {
	if s.at == nil {
		return
	}
	text, _ := s.rules.ask(s, engine.Observe, game.Audience, "")
	h.Text(text)
	h.Int(s.at.Round)
	for _, word := range s.at.Owes {
		h.Uint64(word)
	}
	for _, r := range s.at.Ranks {
		h.Int(r.Place)
	}
}

// done returns how the game ended, with names in place of {0}.
func done(s *State, name func(game.Seat) string) string {
	if s.at == nil {
		return ""
	}
	text, err := s.rules.ask(s, engine.Ending, 0, "")
	if err != nil {
		return ""
	}
	return named(noControls(text), s.at.Seats, name)
}

// named returns a text with the names of seats in place of {0}, {1}, ….
func named(text string, seats int, name func(game.Seat) string) string {
	for seat := range seats {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", seat), name(game.Seat(seat)))
	}
	return text
}

// view shows what a seat observes, the moves that it may make, and the picture that the rules draw for it.
func view(f *game.Frame, s *State, viewer game.Seat) {
	if viewer >= 0 {
		f.Int("me", int(viewer))
	}
	if s.at == nil {
		return
	}
	p, r := s.at, s.rules
	if viewer == game.Public && r.folder.Hidden {
		public(f, s)
		return
	}
	if text, err := r.ask(s, engine.Observe, viewer, ""); err == nil {
		err := addFields(f, text)
		if err == nil {
			err = r.sameSizes(f, viewer)
		}
		if err != nil {
			r.fail(&engine.Failure{File: r.folder.file, In: "observe", Why: err.Error()})
		}
	}
	if p.Moves != nil && viewer >= 0 {
		moves := p.Moves[viewer]
		f.Texts("moves", len(moves), func(i int) string { return moves[i] })
	}
	if text, err := r.ask(s, engine.View, viewer, ""); err == nil {
		f.Sketch(text)
	}
}

// sameSizes returns an error if a grid has another size than before in its game: bots are sent its changed cells alone.
func (r *rules) sameSizes(f *game.Frame, viewer game.Seat) error {
	if r.sizes == nil {
		r.sizes = map[sight][2]int{}
	}
	for _, name := range f.Names() {
		var size [2]int
		if width := f.Width(name); width > 0 {
			size = [2]int{width, len(f.List(name)) / width}
		}
		before, known := r.sizes[sight{viewer, name}]
		if !known {
			r.sizes[sight{viewer, name}] = size
			continue
		}
		if before != size {
			return fmt.Errorf("the rows of %q were %d x %d and are %d x %d: rows keep their number and their length during a game, since "+
				"bots are sent changed cells; a list of numbers may change", name, before[0], before[1], size[0], size[1])
		}
	}
	return nil
}

// addFields adds the fields of an observation, an object in JSON, in its order.
func addFields(f *game.Frame, text string) error {
	d := json.NewDecoder(strings.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("it is no object of fields")
	}
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return errors.New("it is no object of fields")
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := addField(f, name, value); err != nil {
			return err
		}
	}
	return nil
}

func addField(f *game.Frame, name string, value json.RawMessage) error {
	var n int
	var word string
	var list []int
	var words []string
	var rows [][]int
	switch {
	case json.Unmarshal(value, &n) == nil:
		f.Int(name, n)
	case json.Unmarshal(value, &word) == nil:
		f.Text(name, word)
	case json.Unmarshal(value, &list) == nil:
		f.Ints(name, len(list), func(i int) int { return list[i] })
	case json.Unmarshal(value, &words) == nil:
		f.Texts(name, len(words), func(i int) string { return words[i] })
	case json.Unmarshal(value, &rows) == nil && len(rows) > 0 && len(rows[0]) > 0:
		for _, row := range rows {
			if len(row) != len(rows[0]) {
				return fmt.Errorf("the rows of %q are not equally long", name)
			}
		}
		f.Grid(name, len(rows[0]), len(rows), func(x, y int) int { return rows[y][x] })
	default:
		return fmt.Errorf("the field %q is no whole number, no text, and no list of these", name)
	}
	return nil
}

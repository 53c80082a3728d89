package bomberman

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

type recordedRound struct {
	R        int
	C        string
	Rejected stringOrList
	Lost     stringOrList
	D        [][]any
	P        [][]any
}

// stringOrList is keys, written as one text or as a list.
type stringOrList string

func (s *stringOrList) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		return json.Unmarshal(text, (*string)(s))
	}
	var list []string
	err := json.Unmarshal(text, &list)
	*s = stringOrList(strings.Join(list, ""))
	return err
}

type recordedGame struct {
	Players       int
	Seed          int32
	Bounty        int32
	Usable        int32 `json:"usable_blocks"`
	PowerUps      [][]any
	Map0          string
	Rows0         []string
	State0        string
	StateMid      string `json:"state_mid"`
	StateMidRound int32  `json:"state_mid_round"`
	Rounds        []recordedRound
	Finished      bool
	FinalRound    int32 `json:"final_round"`
	Leaderboard   []string
}

func games(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/games/*.json.gz")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no recorded games: %v", err)
	}
	return paths
}

// TestRecordedGames replays the original's games and compares every value after every round.
func TestRecordedGames(t *testing.T) {
	for _, path := range games(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json.gz"), func(t *testing.T) {
			g := gametest.Recorded[recordedGame](t, path)
			newPlayback(t, &g).play()
		})
	}
}

// A playback is a recorded game replayed with the bare rules.
type playback struct {
	*testing.T
	game  *recordedGame
	rules Rules
	state State
	rows  []string
	names []string
	draws []int // all dice of the game, for a Table
}

func newPlayback(t *testing.T, g *recordedGame) *playback {
	p := &playback{T: t, game: g, names: playerNames(g.Players)}
	dice := game.NewDice(int64(g.Seed), nil)
	if err := p.rules.Deal(&p.state, g.Players, &dice); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *playback) over() bool {
	owes := p.rules.Turn(&p.state)
	return owes.Empty()
}

func playerNames(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("Player %d", i+1))
	}
	return names
}

func (p *playback) play() {
	s, g := &p.state, p.game
	p.dealt()
	for _, round := range g.Rounds {
		if p.over() {
			p.Fatalf("round %d: the game is over, the original's goes on", round.R)
		}
		moves := recordedMoves(round.C)
		draws := p.rolls(moves, string(round.Lost))
		p.draws = append(p.draws, draws...)
		dice := game.NewDice(0, draws)
		p.rules.Step(s, moves, &dice)
		p.compare(&round)
		if p.Failed() {
			p.FailNow()
		}
	}
	p.ended()
}

// recordedMoves parses one character per player. The recorded engine was given commands directly, so nothing counts as a do-nothing.
func recordedMoves(codes string) []game.Move[Move] {
	moves := make([]game.Move[Move], maxSeats)
	for i := range codes {
		m, err := parseMove(codes[i : i+1])
		if err != nil || m == Nothing {
			m = Wait
		}
		moves[i].Value = m
	}
	return moves
}

// rolls returns dice with which the given keys lose: losers roll 0, their rivals 99.
func (p *playback) rolls(moves []game.Move[Move], losers string) (draws []int) {
	var r Rules
	s := p.state
	r.begin(&s, moves)
	r.burn(&s)
	r.mark(&s)
	r.command(&s)
	for i := range losers {
		list, n := r.rivals(int(s.Seats))
		lost := false
		for _, seat := range list[:n] {
			if key(int(seat)) == losers[i] {
				draws, lost = append(draws, 0), true
				r.want[seat] = -1
				continue
			}
			draws = append(draws, 99)
		}
		if !lost {
			p.Fatalf("round %d: %c lost a roll in the original; here its cell is uncontested", s.Round, losers[i])
		}
	}
	if _, n := r.rivals(int(s.Seats)); n > 0 {
		p.Fatalf("round %d: players collide here and not in the original", s.Round)
	}
	return draws
}

func (p *playback) dealt() {
	s, g := &p.state, p.game
	if s.Bounty != g.Bounty || s.Usable != g.Usable {
		p.Errorf("bounty %d and %d usable cells, in the original %d and %d", s.Bounty, s.Usable, g.Bounty, g.Usable)
	}
	if got := string(AppendMap(nil, s, p.names, "\n")); got != g.Map0 {
		p.Errorf("map.txt of round 0:\n%s\nin the original:\n%s", got, g.Map0)
	}
	if got, want := powerUps(s), listed(g.PowerUps); got != want {
		p.Errorf("power-ups %s, in the original %s", got, want)
	}
	p.sameState(g.State0)
	p.rows = slices.Clone(g.Rows0)
}

func (p *playback) sameState(want string) {
	if want == "" {
		return
	}
	if got := string(AppendState(nil, &p.state, p.names)); got != want {
		p.Errorf("round %d: state.json differs at byte %d", p.state.Round, difference(got, want))
	}
}

func difference(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

func powerUps(s *State) string {
	var list []string
	for cell, gift := range s.Gift[:s.cells()] {
		if gift != noGift {
			x, y := s.spot(int16(cell))
			list = append(list, fmt.Sprintf("%d,%d,%c", x, y, giftSymbols[gift]))
		}
	}
	return strings.Join(list, " ")
}

func listed(rows [][]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, fmt.Sprintf("%v,%v,%v", r...))
	}
	return strings.Join(list, " ")
}

func (p *playback) compare(round *recordedRound) {
	s := &p.state
	if int(s.Round) != round.R+1 {
		p.Errorf("round %d is followed by round %d", round.R, s.Round)
	}
	for _, d := range round.D {
		p.rows[int(d[0].(float64))-1] = d[1].(string)
	}
	for y, want := range p.rows {
		if got := string(AppendRow(nil, s, y)); got != want {
			p.Errorf("round %d, row %d: %q, in the original %q", round.R, y+1, got, want)
		}
	}
	refused := ""
	for i := range s.Players[:s.Seats] {
		if got, want := p.figures(i), fmt.Sprint(round.P[i]...); got != want {
			p.Errorf("round %d: %s, in the original %s", round.R, got, want)
		}
		if s.Players[i].Fate.refused() {
			refused += string(key(i))
		}
	}
	if refused != string(round.Rejected) {
		p.Errorf("round %d: the commands of %q are refused, in the original of %q", round.R, refused, round.Rejected)
	}
	if s.Round == p.game.StateMidRound {
		p.sameState(p.game.StateMid)
	}
}

func (p *playback) figures(seat int) string {
	s := &p.state
	q := &s.Players[seat]
	killed := 0
	if q.Killed {
		killed = 1
	}
	x, y := s.spot(q.At)
	bombs := []any{}
	for _, cell := range s.Laid[:s.Bombing] {
		if b := s.Bombs[cell]; int(b.Owner) == seat+1 {
			bx, by := s.spot(cell)
			bombs = append(bombs, []any{bx, by, b.Timer, b.Radius})
		}
	}
	all := q.Earned.Sum()
	return fmt.Sprint(string(key(seat)), all, all-q.Earned.Coverage, killed, q.Died, q.Bag, q.Radius, x, y, bombs)
}

func (p *playback) ended() {
	s, g := &p.state, p.game
	if over := p.over(); over != g.Finished || s.Round != g.FinalRound {
		p.Errorf("over: %v in round %d, in the original %v in round %d", over, s.Round, g.Finished, g.FinalRound)
	}
	board := make([]string, g.Players)
	for i := range board {
		board[p.rules.Outcome(s, game.Seat(i)).Place-1] = string(key(i))
	}
	if !slices.Equal(board, g.Leaderboard) {
		p.Errorf("leaderboard %v, in the original %v", board, g.Leaderboard)
	}
}

// TestRecordedGamesOnATable plays them as the arena does, commands as texts and dice from the option draws, and re-simulates them.
func TestRecordedGamesOnATable(t *testing.T) {
	kind := game.New(Spec)
	for _, path := range games(t) {
		g := gametest.Recorded[recordedGame](t, path)
		p := newPlayback(t, &g)
		p.play()
		table := gametest.Dealt(t, kind, map[string]any{"draws": strings.Trim(fmt.Sprint(p.draws), "[]")}, int64(g.Seed), g.Players)
		var reply game.Reply
		for _, round := range g.Rounds {
			for i, m := range recordedMoves(round.C)[:g.Players] {
				if round.C[i] != '-' {
					table.Play(game.Seat(i), m.Value.String(), &reply)
				}
			}
			table.Step()
		}
		var frame game.Frame
		table.View(&frame, game.Audience)
		last := g.Rounds[len(g.Rounds)-1]
		for i, row := range last.P {
			if got, want := frame.List("points")[i], int(row[1].(float64)); got != want {
				t.Errorf("%s: player %d has %d points, in the original %d", path, i, got, want)
			}
		}
		rerun, err := kind.Rerun(table.Record())
		if err != nil {
			t.Fatal(err)
		}
		if err := rerun.Finish(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

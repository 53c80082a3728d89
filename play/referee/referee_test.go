package referee_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/game"
	"agon/games/colourbattle"
	"agon/games/tron"
	"agon/play/referee"
)

// fakePlayer is a player that acts as the test says, and records its calls.
type fakePlayer struct {
	name    string
	journal *[]string
	answer  func(c *bot.Call) // by default it stays
	host    error
	restart bool        // its lost games go on in another process
	sat     map[int]int // by lane: games
}

func (p *fakePlayer) note(format string, args ...any) {
	*p.journal = append(*p.journal, p.name+" "+fmt.Sprintf(format, args...))
}

func (p *fakePlayer) Sit(lane int, _ *game.Table, seat game.Seat) {
	p.note("sits in lane %d on seat %d", lane, seat)
	p.sat[lane]++
}

func (p *fakePlayer) Ask(calls []*bot.Call) { p.note("asked %d", len(calls)) }

func (p *fakePlayer) Answer(calls []*bot.Call) {
	p.note("answers")
	for _, c := range calls {
		c.Reply.Out = append(c.Reply.Out, '5')
		if p.answer != nil {
			p.answer(c)
		}
	}
}

func (p *fakePlayer) Leave(lane int) { p.note("rises from lane %d", lane); p.sat[lane]-- }
func (p *fakePlayer) Close() error   { return nil }
func (p *fakePlayer) Traits() bot.Traits {
	return bot.Traits{HostError: func() error { return p.host }, Restarts: func() bool { return p.restart }}
}

// scene is a referee with fakePlayers.
type scene struct {
	*referee.Referee
	fakePlayers []*fakePlayer
	journal     []string
	left        []referee.Fixture
	done        []played
	again       []referee.Fixture
	faults      []string
}

type played struct {
	id     int64
	lane   int
	rounds int
	digest uint64
}

func newScene(t *testing.T, players, games, rounds int) *scene {
	t.Helper()
	kind := game.New(colourbattle.Spec)
	settings, err := kind.Settings(map[string]any{"rounds": rounds})
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{Referee: &referee.Referee{Kind: kind, Settings: settings, Lanes: 1, Guard: time.Hour}}
	var seats []int
	for i := range players {
		p := &fakePlayer{name: string(rune('a' + i)), journal: &s.journal, sat: map[int]int{}}
		s.fakePlayers = append(s.fakePlayers, p)
		s.Players = append(s.Players, p)
		seats = append(seats, i)
	}
	for i := range games {
		s.left = append(s.left, referee.Fixture{ID: int64(i), Seed: int64(i), Seats: seats})
	}
	return s
}

func (s *scene) play(ctx context.Context) error {
	return s.Play(ctx, referee.Hooks{
		Next: func() (f referee.Fixture, ok bool) {
			if len(s.left) == 0 {
				return f, false
			}
			f, s.left = s.left[0], s.left[1:]
			return f, true
		},
		Done: func(p referee.Played) error {
			s.done = append(s.done, played{p.Fixture.ID, p.Lane, p.Record.Rounds, p.Record.Digest})
			return nil
		},
		Again: func(f referee.Fixture) { s.again = append(s.again, f) },
		Fault: func(f referee.Fixture, t *game.Table, c *bot.Call) {
			s.faults = append(s.faults, fmt.Sprintf("game %d turn %d seat %d: %v: %s", f.ID, t.Turns(), c.Seat, c.Reply.Fault,
				c.Reply.Note))
		},
	})
}

// mustPlay plays to the end.
func (s *scene) mustPlay(t *testing.T) {
	t.Helper()
	if err := s.play(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// asking returns only the asks and answers of the journal.
func (s *scene) asking() []string {
	return slices.DeleteFunc(slices.Clone(s.journal), func(line string) bool { return strings.Contains(line, "lane") })
}

// TestOneAfterTheOther: nobody is asked while another one thinks, everybody once per turn, in a random order for each turn.
func TestOneAfterTheOther(t *testing.T) {
	s := newScene(t, 4, 1, 60)
	s.mustPlay(t)
	asking := s.asking()
	if len(asking) != 60*4*2 {
		t.Fatalf("%d asks and answers", len(asking))
	}
	orders := map[string]int{}
	for turn := range 60 {
		order := ""
		for i := range 4 {
			ask, answer := asking[turn*8+2*i], asking[turn*8+2*i+1]
			if ask[1:] != " asked 1" || answer != ask[:1]+" answers" {
				t.Fatalf("turn %d: %q, %q", turn, ask, answer)
			}
			order += ask[:1]
		}
		if sorted := slices.Sorted(slices.Values(strings.Split(order, ""))); strings.Join(sorted, "") != "abcd" {
			t.Fatalf("turn %d asks %s", turn, order)
		}
		orders[order]++
	}
	if len(orders) < 10 {
		t.Errorf("60 turns have the orders %v", orders)
	}
}

// TestSideBySide: bots that share a process are all asked before an answer is awaited.
func TestSideBySide(t *testing.T) {
	s := newScene(t, 3, 1, 1)
	s.AskAll = true
	s.mustPlay(t)
	if got := strings.Join(s.asking(), ", "); got != "a asked 1, b asked 1, c asked 1, a answers, b answers, c answers" {
		t.Error(got)
	}
}

// TestLanes: several games at once with one ask for all of them; a free lane takes the next game; none is played twice.
func TestLanes(t *testing.T) {
	s := newScene(t, 2, 7, 5)
	s.Lanes = 3
	s.mustPlay(t)
	if asking := s.asking(); !strings.HasSuffix(asking[0], "asked 3") || !strings.HasSuffix(asking[len(asking)-2], "asked 1") {
		t.Errorf("the first ask is %q, the last %q; three games are played at once and one is left", asking[0], asking[len(asking)-2])
	}
	alone := newScene(t, 2, 7, 5)
	alone.mustPlay(t)
	slices.SortFunc(s.done, func(a, b played) int { return int(a.id - b.id) })
	if len(s.done) != 7 {
		t.Fatalf("%d games came", len(s.done))
	}
	for i, g := range s.done {
		if g.id != int64(i) || g.rounds != 5 || g.digest != alone.done[i].digest || g.lane > 2 {
			t.Errorf("%+v, alone it is %+v", g, alone.done[i])
		}
	}
	for _, p := range s.fakePlayers {
		for lane, games := range p.sat {
			if games != 0 {
				t.Errorf("%s still sits in lane %d", p.name, lane)
			}
		}
	}
}

// TestGrow: the number of lanes is chosen again after 2, 4, 8 and so on turns, by how many games are played.
func TestGrow(t *testing.T) {
	s := newScene(t, 1, 12, 20)
	var asked []int
	s.Grow = func(playing int) int {
		asked = append(asked, playing)
		return 5
	}
	s.mustPlay(t)
	if !slices.Equal(asked[:4], []int{1, 5, 5, 5}) || len(asked) > 6 {
		t.Errorf("with so many games in play the number of lanes was chosen: %v", asked)
	}
	if journal := strings.Join(s.journal, "\n"); !strings.Contains(journal, "asked 5") || strings.Contains(journal, "asked 6") {
		t.Error("no five games were played at once, or more")
	}
	if len(s.done) != 12 {
		t.Errorf("%d games", len(s.done))
	}
}

// TestSeatsAreTheFixtures: the fixture determines the seats.
func TestSeatsAreTheFixtures(t *testing.T) {
	s := newScene(t, 3, 1, 1)
	s.left[0].Seats = []int{2, 0, 1}
	s.mustPlay(t)
	for _, line := range []string{"c sits in lane 0 on seat 0", "a sits in lane 0 on seat 1", "b sits in lane 0 on seat 2"} {
		if !slices.Contains(s.journal, line) {
			t.Errorf("%q did not happen", line)
		}
	}
}

// TestFaultsStandStill: an unplayable answer is a fault of its seat and turn; the game continues to its last round.
func TestFaultsStandStill(t *testing.T) {
	s := newScene(t, 2, 1, 4)
	turn := 0
	s.fakePlayers[1].answer = func(c *bot.Call) {
		if turn++; turn == 2 {
			c.Reply.Out = append(c.Reply.Out[:0], "up"...)
		}
		if turn == 3 {
			c.Reply.Fault, c.Reply.Note = game.Crashed, "it fell"
		}
	}
	s.mustPlay(t)
	want := []string{`game 0 turn 1 seat 1: garbled: "up" is no member of Move`, "game 0 turn 2 seat 1: crashed: it fell"}
	if !slices.Equal(s.faults, want) || len(s.done) != 1 || s.done[0].rounds != 4 {
		t.Errorf("%q, %+v", s.faults, s.done)
	}
	still := newScene(t, 2, 1, 4)
	still.mustPlay(t)
	if still.done[0].digest != s.done[0].digest {
		t.Error("a fault is not a round without movement")
	}
}

// TestLostGames: a game whose answer was lost with another call is replayed, and nothing of its turn counts; the other lanes continue.
func TestLostGames(t *testing.T) {
	s := newScene(t, 2, 3, 6)
	s.Lanes = 3
	turn := 0
	s.fakePlayers[0].answer = func(c *bot.Call) {
		if c.Lane == 0 {
			turn++
		}
		switch {
		case turn == 3 && c.Lane == 1:
			c.Reply.Fault, c.Reply.Note = game.Late, "silent"
		case turn == 3:
			c.Lost = true
		case turn > 3 && c.Lane == 1:
			c.Reply.Fault = game.Gone
		}
	}
	s.mustPlay(t)
	if len(s.done) != 1 || s.done[0].id != 1 || s.done[0].rounds != 6 {
		t.Errorf("played are %+v, want game 1 only", s.done)
	}
	if len(s.again) != 2 || s.again[0].ID != 0 || s.again[1].ID != 2 || s.again[0].Tries != 1 {
		t.Errorf("to be replayed are %+v, want games 0 and 2", s.again)
	}
	if len(s.faults) == 0 || s.faults[0] != "game 1 turn 2 seat 0: late: silent" {
		t.Errorf("the faults are %q", s.faults)
	}
	for _, f := range s.faults {
		if !strings.HasPrefix(f, "game 1 ") {
			t.Errorf("a lost game has the fault %s", f)
		}
	}
}

// TestLostGamesGoOn: a player whose process ended in one game, and again while it was asked what its other games had asked before, sits
// down in these once more. They go on where they were, as if nothing had happened, and nobody else is asked twice.
func TestLostGamesGoOn(t *testing.T) {
	want := newScene(t, 2, 4, 6)
	want.Lanes = 4
	want.mustPlay(t)
	s := newScene(t, 2, 4, 6)
	s.Lanes, s.fakePlayers[0].restart = 4, true
	ends := [][2]int{{3, 1}, {1, 2}} // of its process: the lane, and the turn from 1
	asked, gone := map[int]int{}, map[int]bool{}
	s.fakePlayers[0].answer = func(c *bot.Call) {
		asked[c.Table.Turns()]++
		end := len(ends) > 0 && c.Table.Turns() == ends[0][0]
		switch {
		case gone[c.Lane]:
			c.Reply.Fault = game.Gone
		case end && c.Lane == ends[0][1]:
			gone[c.Lane], c.Reply.Fault, c.Reply.Note = true, game.Crashed, "it fell"
		case end:
			c.Lost = true
		}
		if end && c.Lane == 3 {
			ends = ends[1:]
		}
	}
	s.mustPlay(t)
	if len(s.again) > 0 || len(s.done) != 4 {
		t.Fatalf("again %+v, played %+v", s.again, s.done)
	}
	for i, g := range s.done {
		if (g.digest == want.done[i].digest) == gone[i] && i != 1 && i != 2 {
			t.Errorf("game %d has another outcome: %v", i, g)
		}
	}
	if len(s.faults) != 6 || s.faults[0] != "game 1 turn 3 seat 0: crashed: it fell" {
		t.Errorf("the faults are %q", s.faults)
	}
	if asked[0] != 4+3+2 || asked[5] != 4 {
		t.Errorf("by turn it was asked %v", asked)
	}
	if n := strings.Count(strings.Join(s.journal, "\n"), "b asked"); n != 6 {
		t.Errorf("the other player was asked %d times, want 6", n)
	}
}

// TestALostGameStandsTheSecondTime: a game that is lost with a bot's process is replayed once. When it is lost again it continues without
// the bot, which has the fault.
func TestALostGameStandsTheSecondTime(t *testing.T) {
	s := newScene(t, 2, 1, 6)
	turn := 0
	s.fakePlayers[1].answer = func(c *bot.Call) {
		turn++
		c.Lost = turn >= 3
	}
	s.mustPlay(t)
	if len(s.done) != 0 || len(s.again) != 1 {
		t.Fatalf("played %+v, again %+v", s.done, s.again)
	}
	s.left, s.again, turn = s.again, nil, 0
	s.mustPlay(t)
	if len(s.again) != 0 || len(s.done) != 1 || s.done[0].rounds != 6 {
		t.Fatalf("played %+v, again %+v", s.done, s.again)
	}
	if len(s.faults) != 4 || !strings.HasPrefix(s.faults[0],
		"game 0 turn 2 seat 1: gone: its process ended in another game for the second time") {
		t.Errorf("the faults are %q", s.faults)
	}
}

// TestMovesOfALostGameStand: in a replayed game every move before the loss is repeated, whatever the bots answer now; the first new move is
// that of the lost turn.
func TestMovesOfALostGameStand(t *testing.T) {
	play := func(answers string) *scene {
		s := newScene(t, 2, 1, len(answers))
		turn := 0
		s.fakePlayers[1].answer = func(c *bot.Call) {
			c.Lost = answers[turn] == 'x'
			c.Reply.Out = append(c.Reply.Out[:0], answers[turn])
			turn++
		}
		s.mustPlay(t)
		return s
	}
	s := play("12?4x22222")
	if len(s.again) != 1 || len(s.faults) != 1 {
		t.Fatalf("again %+v, faults %q", s.again, s.faults)
	}
	turn, answers := 0, "3333312345"
	s.fakePlayers[1].answer = func(c *bot.Call) {
		c.Reply.Out = append(c.Reply.Out[:0], answers[turn])
		turn++
	}
	s.left, s.faults = s.again, nil
	s.mustPlay(t)
	if want := play("12?4312345"); len(s.done) != 1 || s.done[0] != want.done[0] {
		t.Errorf("%+v is not the game with the repeated moves, %+v", s.done, want.done)
	}
	if len(s.faults) != 0 {
		t.Errorf("a fault of the lost game is reported again: %q", s.faults)
	}
}

// TestEnforcedAverage: a seat that has spent its average for all rounds of a game is late from then on.
func TestEnforcedAverage(t *testing.T) {
	s := newScene(t, 2, 2, 10)
	s.Average = time.Millisecond // so a game's moves may take 10 ms
	s.fakePlayers[1].answer = func(c *bot.Call) { c.Wall = 3 * time.Millisecond }
	s.mustPlay(t)
	if len(s.faults) != 14 {
		t.Fatalf("%d faults, want seven in each of two games: %q", len(s.faults), s.faults)
	}
	if want := "game 0 turn 3 seat 1: late: its moves of this game took 12 ms, an average of 1ms allows 10 ms"; s.faults[0] != want {
		t.Errorf("%s is not: %s", s.faults[0], want)
	}
	if !strings.HasPrefix(s.faults[7], "game 1 turn 3 ") {
		t.Errorf("the time of one game counts in the next: %s", s.faults[7])
	}
	s = newScene(t, 2, 1, 10)
	s.Average, s.NoLimits = time.Millisecond, true
	s.fakePlayers[1].answer = func(c *bot.Call) { c.Wall = time.Second }
	s.mustPlay(t)
	if len(s.faults) > 0 {
		t.Errorf("without limits there is %q", s.faults)
	}
}

// TestGrace: the start-up time of a bot's language is added to the time of its moves, if the player says so.
func TestGrace(t *testing.T) {
	for _, tt := range []struct {
		grace time.Duration
		late  bool
	}{{0, true}, {400 * time.Millisecond, true}, {600 * time.Millisecond, false}} {
		s := newScene(t, 2, 1, 1)
		s.Kind = game.New(tron.Spec)
		settings, err := s.Kind.Settings(nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Settings = settings
		s.fakePlayers[0].answer = func(c *bot.Call) {
			c.Grace = tt.grace
			c.Reply.Took = game.Micros(1_500_000) // the first move has one second
		}
		s.mustPlay(t)
		if late := len(s.faults) > 0 && strings.HasPrefix(s.faults[0], "game 0 turn 0 seat 0: late"); late != tt.late {
			t.Errorf("with a grace of %v: late %v, %q", tt.grace, late, s.faults)
		}
	}
}

// TestLimits: without a limit of the clock the guard applies, and without limits none.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		noLimits bool
		want     time.Duration
	}{{false, 42 * time.Second}, {true, 0}} {
		s := newScene(t, 1, 1, 3)
		s.Guard, s.NoLimits = 42*time.Second, tt.noLimits
		seen := map[time.Duration]int{}
		s.fakePlayers[0].answer = func(c *bot.Call) { seen[c.Limit]++ }
		s.mustPlay(t)
		if !maps.Equal(seen, map[time.Duration]int{tt.want: 3}) {
			t.Errorf("no limits %v: %v", tt.noLimits, seen)
		}
	}
}

// TestHostErrors: a failure of the host ends the play; no game counts and nobody has a fault.
func TestHostErrors(t *testing.T) {
	lack := errors.New("no interpreter")
	for _, when := range []string{"as it sits down", "as it plays"} {
		t.Run(when, func(t *testing.T) {
			s := newScene(t, 2, 3, 5)
			if when == "as it sits down" {
				s.fakePlayers[1].host = lack
			}
			turn := 0
			s.fakePlayers[1].answer = func(c *bot.Call) {
				if turn++; turn == 3 {
					s.fakePlayers[1].host = lack
					c.Reply.Fault = game.Unstarted
				}
			}
			if err := s.play(context.Background()); !errors.Is(err, lack) {
				t.Errorf("%v", err)
			}
			if len(s.done) > 0 || len(s.faults) > 0 {
				t.Errorf("%+v, %q", s.done, s.faults)
			}
		})
	}
}

// TestBrokenOff: a done context ends the play between two turns; current games are abandoned.
func TestBrokenOff(t *testing.T) {
	s := newScene(t, 1, 3, 1000)
	ctx, stop := context.WithCancel(context.Background())
	turn := 0
	s.fakePlayers[0].answer = func(*bot.Call) {
		if turn++; turn == 7 {
			stop()
		}
	}
	if err := s.play(ctx); !errors.Is(err, context.Canceled) || turn != 7 || len(s.done) > 0 {
		t.Errorf("%v after %d turns, %+v", err, turn, s.done)
	}
}

// TestNoGames: without fixtures nobody is asked.
func TestNoGames(t *testing.T) {
	s := newScene(t, 2, 0, 5)
	s.mustPlay(t)
	if len(s.journal) > 0 {
		t.Errorf("%q", s.journal)
	}
}

// TestOrderReachesNoGame: the order in which bots are asked changes no game.
func TestOrderReachesNoGame(t *testing.T) {
	want := uint64(0)
	for order := range uint64(4) {
		s := newScene(t, 5, 1, 30)
		s.Order = order
		s.mustPlay(t)
		if want == 0 {
			want = s.done[0].digest
		}
		if s.done[0].digest != want {
			t.Errorf("order %d gives another game", order)
		}
	}
}

// TestDoneEndsThePlay: an error of Done ends the play.
func TestDoneEndsThePlay(t *testing.T) {
	s := newScene(t, 1, 5, 2)
	full := errors.New("the disk is full")
	games := 0
	err := s.Play(context.Background(), referee.Hooks{
		Next: func() (referee.Fixture, bool) { return referee.Fixture{Seats: []int{0}}, true },
		Done: func(referee.Played) error {
			games++
			return full
		},
	})
	if !errors.Is(err, full) || games != 1 {
		t.Errorf("%v after %d games", err, games)
	}
}

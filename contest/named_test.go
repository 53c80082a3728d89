package contest_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
	"agon/format/tournament"
)

// threeRounds is a contest of three rounds of play whose bots change between them: what its file lists in each, and who plays each stage.
// Eve never comes; Bob leaves and returns; Dot and Fay join; Ann has three versions.
var threeRounds = []struct {
	bots []string
	play string // entries with their bots
}{
	{[]string{"Ann=steve", "Bob=rambo", "Cid=painter"}, "1 Bob, 0 Ann, 2 Cid"},
	{[]string{"Cid=painter", "Ann=painter", "Dot=rambo"}, "3 Ann, 2 Cid, 4 Dot"},
	{[]string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=rambo", "Fay=steve"}, "4 Dot, 5 Ann, 1 Bob"},
}

// stagesOfRounds are their stages. The folder has no bots, but may get some, so any name may.
const stagesOfRounds = "format = \"round-robin\"\nbots = [\"Bob\", \"Ann\", \"*\"]\n" +
	"[[stages]]\nname = \"two\"\nformat = \"swiss\"\nrounds = 2\nbots = [\"*\"]\n" +
	"[[stages]]\nname = \"three\"\nformat = \"arena\"\ngames = 6\nseats = 2\nbots = [\"Dot\", \"Ann\", \"Eve\", \"Bob\"]\n" +
	"[[stages]]\nname = \"final\"\nformat = \"knockout\"\n[[bots]]\nfolder = \"more\"\n"

// A mortal is a store whose process ends after some writes: all later ones fail.
type mortal struct {
	store.Store
	left *int
}

var errKilled = errors.New("killed")

func (m mortal) dies() bool { *m.left--; return *m.left < 0 }

func (m mortal) Plan(ctx context.Context, fixtures ...tournament.Fixture) error {
	if m.dies() {
		return errKilled
	}
	return m.Store.Plan(ctx, fixtures...)
}

func (m mortal) Record(ctx context.Context, results ...tournament.Result) ([]store.Verdict, error) {
	if m.dies() {
		return nil, errKilled
	}
	return m.Store.Record(ctx, results...)
}

func (m mortal) Change(ctx context.Context, changes ...store.Change) error {
	if m.dies() {
		return errKilled
	}
	return m.Store.Change(ctx, changes...)
}

// mortals opens mortal stores.
type mortals struct {
	contest.Ledgers
	left *int
}

func (l mortals) Open(ctx context.Context, dir string) (store.Store, error) {
	s, err := l.Ledgers.Open(ctx, dir)
	return mortal{s, l.left}, err
}

// playRounds plays the three rounds, in lives of some writes each; 0: undisturbed. It returns the tables, and how often it was killed.
func playRounds(t *testing.T, dir string, life int) (c *contest.Contest, r *contest.Result, kills int) {
	t.Helper()
	for i := 0; i < len(threeRounds); {
		left := life
		text := field(stagesOfRounds, threeRounds[i].bots...)
		c = opened(t, dir, text, func(s *contest.Setup) {
			if life > 0 {
				s.Ledgers = mortals{s.Ledgers, &left}
			}
		})
		stages := i + 1
		if stages == len(threeRounds) {
			stages = 0
		}
		var err error
		r, err = run.Run(context.Background(), c, run.Options{Cores: 1, Stages: stages})
		switch {
		case err == nil && r.Finished != (stages == 0), err != nil && !errors.Is(err, errKilled):
			t.Fatalf("round %d: %+v, %v", i+1, r, err)
		case err != nil:
			kills++
		default:
			i++
			recountsTo(t, dir, tables(t, c, r))
		}
		c.Close()
	}
	return c, r, kills
}

// Bots change, leave, join and return between stages that name them. Killed after any number of writes, the contest has the plan and the
// tables of one that was not, and the ledger recounts to them.
func TestBotsOfStages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, r, _ := playRounds(t, dir, 0)
	want := tables(t, c, r)
	for i, tt := range threeRounds {
		var play []string
		for _, e := range r.Stages[i].Field.At(-1).Entries {
			play = append(play, fmt.Sprint(e, " ", c.Entries[e].Name))
		}
		if got := strings.Join(play, ", "); got != tt.play {
			t.Errorf("round %d is played by %s, want %s", i+1, got, tt.play)
		}
	}
	if got, want := r.Stages[3].Field.Entries, r.Stages[2].Field.Advancing(r.Stages[2].Table); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the final, which names nobody, is played by %v, want %v", got, want)
	}
	for _, life := range []int{2, 3, 5} {
		if c, r, kills := playRounds(t, t.TempDir(), life); tables(t, c, r) != want || kills == 0 {
			t.Errorf("killed %d times, each time after %d writes, it has\n%s\nwant\n%s", kills, life, tables(t, c, r), want)
		}
	}
	again := recalled(t, filepath.Join(dir, "cup"), readLedger)
	if got := again.File.Stages[2]; fmt.Sprint(got.Bots) != "[Dot Ann Eve Bob]" || got.Keys["bots"] != nil {
		t.Errorf("recalled it has %+v", got)
	}
}

// Stages that follow later may name bots that have come since; the bots of a stage that has begun stay.
func TestStagesWithBotsFollow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const first, second = "format = \"round-robin\"\nbots = [\"Ann\", \"Bob\"]\n",
		"[[stages]]\nname = \"second\"\nformat = \"round-robin\"\nbots = [\"Cid\", \"Ann\"]\n"
	played(t, dir, field(first, "Ann=steve", "Bob=rambo"))
	c, r, notes := played(t, dir, field(first+second, "Ann=steve", "Bob=rambo", "Cid=painter"))
	if len(r.Stages) != 2 || fmt.Sprint(r.Stages[1].Field.Entries) != "[2 0]" || c.Out(2) != "" || len(notes) != 2 ||
		notes[1] != `Cid joins after stage "only"` {
		t.Errorf("%+v; %q", r.Stages, notes)
	}
	other := strings.Replace(first, "\"Bob\"", "\"Bob\", \"Cid\"", 1)
	_, err := open(t, dir, field(other+second, "Ann=steve", "Bob=rambo", "Cid=painter"), nil)
	var conflict *contest.Conflict
	if !errors.As(err, &conflict) || !strings.Contains(err.Error(),
		`stage 1 (only): its bots were ["Ann" "Bob"] and are now ["Ann" "Bob" "Cid"], and they cannot change in a stage that has begun`) {
		t.Errorf("other bots of a stage that is over: %v", err)
	}
	late := field(first+second, "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve")
	if _, err := run.Run(context.Background(), opened(t, dir, late, nil), run.Options{}); !errors.As(err, &conflict) ||
		!strings.Contains(err.Error(), `Dot cannot join: stage "only" has finished`) {
		t.Errorf("a bot after the last stage: %v", err)
	}
}

// A bot that comes while a stage is played waits for one that names its bots, and a new version of a bot that is not in the stage does not
// join it.
func TestWhoComesDuringAStageWaits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := func(bots ...string) string {
		return field("format = \"arena\"\ngames = 70\nseats = 2\nbots = [\"Ann\", \"Bob\"]\n"+
			"[[stages]]\nname = \"all\"\nformat = \"round-robin\"\nbots = [\"*\"]\n", bots...)
	}
	c := opened(t, dir, text("Ann=steve", "Bob=rambo", "Cid=painter"), nil)
	if _, err := run.Run(context.Background(), c, run.Options{Cores: 1, Rounds: 1}); err != nil {
		t.Fatal(err)
	}
	c.Close()
	c, r, _ := played(t, dir, text("Ann=steve", "Bob=rambo", "Cid=steve", "Dot=rambo"))
	if got := fmt.Sprint(r.Stages[0].Field.Entries, r.Stages[1].Field.Entries); got != "[0 1] [0 1 3 4]" {
		t.Errorf("the stages are played by %s", got)
	}
	if c.Joined(4) == 0 {
		t.Error("Dot did not join")
	}
}

// A stage that ended and goes on after all, because it became longer, is not joined by those who came for the next.
func TestALongerStageIsNotJoinedByThoseOfTheNext(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := func(games int, bots ...string) string {
		return field(fmt.Sprintf("format = \"arena\"\nseats = 2\ngames = %d\n[[stages]]\nname = \"all\"\nformat = \"arena\"\nseats = 2\n"+
			"games = 4\nbots = [\"*\"]\n", games), bots...)
	}
	stop := func(text string) {
		c := opened(t, dir, text, nil)
		if _, err := run.Run(context.Background(), c, run.Options{Cores: 1, Stages: 1}); err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	stop(text(4, "Ann=steve", "Bob=rambo"))
	stop(text(4, "Ann=steve", "Bob=rambo", "Cid=painter"))
	stop(text(4, "Ann=steve", "Bob=rambo", "Cid=steve"))
	_, r, _ := played(t, dir, text(10, "Ann=steve", "Bob=rambo", "Cid=steve"))
	if got := fmt.Sprint(r.Stages[0].Field.Entries, r.Stages[1].Field.Entries, r.Games); got != "[0 1] [0 1 3] 14" {
		t.Errorf("the stages are played by %s", got)
	}
}

// A stage left with too few of its bots is not played until one comes back, and says so.
func TestAStageWithoutItsBots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := field("format = \"round-robin\"\n[[stages]]\nname = \"duel\"\nformat = \"round-robin\"\nbots = [\"Ann\", \"Eve\"]\n"+
		"[[bots]]\nfolder = \"more\"\n", "Ann=steve", "Bob=rambo")
	c := opened(t, dir, text, nil)
	r, err := run.Run(context.Background(), c, run.Options{Cores: 1})
	const want = `stage "duel" (round-robin) is not played: it needs at least 2 bots, and 1 bot is left.`
	if err != nil || !strings.HasPrefix(r.Unplayed, want) {
		t.Errorf("%q, %v", r.Unplayed, err)
	}
	c.Close()
	_, r, _ = played(t, dir, text+"[[bots]]\nref = \"builtin:painter\"\nname = \"Eve\"\n")
	if len(r.Stages) != 2 || fmt.Sprint(r.Stages[1].Field.Entries) != "[0 2]" {
		t.Errorf("with Eve: %+v", r.Stages)
	}
}

// Names that no bot can ever have, and too few of them, are found when the contest is opened.
func TestNamesOfNobody(t *testing.T) {
	t.Parallel()
	const two = "[[stages]]\nname = \"two\"\nformat = \"round-robin\"\nbots = [\"*\"]\n"
	for _, tt := range []struct{ stages, want string }{
		{"bots = [\"Ann\", \"Bop\"]\n", `cup.toml:14:1: no bot of this contest is named "Bop"; did you mean "Bob"?`},
		{"bots = [\"Ann\", \"Methuselah\"]\n" + two, `cup.toml:14:1: no bot of this contest is named "Methuselah": add it under [[bots]]`},
		{"bots = [\"Ann\", \"Methuselah\"]\n[[bots]]\nfolder = \"more\"\n",
			`cup.toml:11:3: stage "only": round-robin needs at least 2 bots, and there is only 1 bot`},
		{"bots = [\"Ann\", \"Bob\"]\n" + strings.Replace(two, "\"*\"", "\"Ann\", \"Methuselah\"", 1) + "[[bots]]\nfolder = \"more\"\n", ""},
	} {
		c, err := open(t, t.TempDir(), field("format = \"round-robin\"\n"+tt.stages, "Ann=steve", "Bob=rambo"), nil)
		if err == nil {
			c.Close()
		}
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.stages, err, tt.want)
		}
	}
}

// What is expected of stages that name their bots, before anything is played: of a dry run, of a check of one bot, and of a simulation.
func TestExpectationsOfNamedBots(t *testing.T) {
	t.Parallel()
	text := field("format = \"round-robin\"\nbots = [\"Bob\", \"Ann\"]\n"+
		"[[stages]]\nname = \"two\"\nformat = \"round-robin\"\nbots = [\"*\", \"Eve\"]\n[[bots]]\nfolder = \"more\"\n",
		"Ann=steve", "Bob=rambo", "Cid=painter")
	f, err := config.Parse(filepath.Join(t.TempDir(), "cup.toml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	bots := func(c *contest.Contest, err error) string {
		if err != nil {
			return err.Error()
		}
		var list []int
		for _, e := range c.Expect() {
			list = append(list, e.Bots)
		}
		return fmt.Sprint(list)
	}
	if got := bots(contest.Prepare(context.Background(), f, setup())); got != "[2 4]" {
		t.Errorf("prepared: %s", got)
	}
	sketch, _, err := contest.Sketch(f, setup(), 9, 1000)
	if err != nil || len(sketch.Reach(0, make([]int, 9))) != 2 || len(sketch.Reach(1, make([]int, 5))) != 5 {
		t.Errorf("sketched: %v", err)
	}
	f.Only("builtin:steve", []string{"builtin:rambo"})
	if got := bots(contest.Prepare(context.Background(), f, setup())); got != "[3 3]" {
		t.Errorf("of one bot: %s", got)
	}
	f.Bots, f.Agents = f.Bots[:1], &config.Agents{Agents: make([]config.Agent, 4)}
	if _, err := contest.Prepare(context.Background(), f, setup()); err == nil || !strings.Contains(err.Error(), "contest of agents") {
		t.Errorf("of agents: %v", err)
	}
	f.Only("builtin:steve", []string{"builtin:rambo"})
	if got := bots(contest.Prepare(context.Background(), f, setup())); got != "[5 5]" {
		t.Errorf("of an agent's bot: %s", got)
	}
}

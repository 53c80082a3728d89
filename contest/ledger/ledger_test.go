package ledger_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/contest/ledger"
	"agon/contest/store"
	"agon/contest/store/sqlite"
	"agon/format/tournament"
	"agon/game"
)

// bots began the contest of these tests; the last cannot play.
var bots = []store.Bot{{Name: "Ann", Hash: "aa11"}, {Name: "Bob", Hash: "bb22", Image: "i1"}, {Name: "Cid", Hash: "cc33"},
	{Name: "Dot", Hash: "dd44", Broken: "no main"}}

// changes are those of a season: the line-up after them is lineOf.
var changes = []store.Change{
	{What: store.Joined, Entry: 4, Instead: 0, Name: "Ann", Hash: "aa12", Round: 2},
	{What: store.Joined, Entry: 5, Instead: 4, Name: "Ann", Hash: "aa13", Round: 3},
	{What: store.Barred, Entry: 1, Instead: -1, Why: "it cheated", By: "jury", Round: 3, Games: []int{7, 8}},
	{What: store.Withdrawn, Entry: 2, Instead: -1, Why: "no longer in the contest file", Round: 5},
	{What: store.Again, Entry: -1, Instead: -1, Games: []int{3}, Round: 5},
	{What: store.Reinstated, Entry: 2, Instead: -1, Round: 6},
	{What: store.Joined, Entry: 6, Instead: -1, Name: "Eve", Hash: "ee55", Round: 6},
}

// TestLineup: a ledger in a file has the line-up that its changes make, whoever reads it.
func TestLineup(t *testing.T) {
	ctx := context.Background()
	s, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), sqlite.Name))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if line, err := ledger.Read(ctx, s); line != nil || err != nil {
		t.Errorf("before the contest has begun: %v, %v", line, err)
	}
	begun := &store.Contest{Kind: "tron", Stages: []store.Stage{{Name: "only", Format: "ladder"}}, Bots: bots}
	if err := s.Begin(ctx, begun); err != nil {
		t.Fatal(err)
	}
	for id := range 9 {
		if err := s.Plan(ctx, tournament.Fixture{ID: id, Match: id, Seats: []int{0, 1}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Record(ctx, tournament.Result{Fixture: 3, Seats: []tournament.Seat{{Place: 1}, {Place: 2}}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Change(ctx, changes...); err != nil {
		t.Fatal(err)
	}
	line, err := ledger.Read(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range line {
		text := line.Label(i)
		if line[i].Plays() {
			text += " plays"
		}
		if line[i].Decided() {
			text += " by " + line[i].By
		}
		got = append(got, strings.TrimSpace(text+" "+line[i].OutText()))
	}
	want := []string{
		"Ann (version 1) replaced by a later version", "Bob by jury disqualified: it cheated", "Cid plays", "Dot",
		"Ann (version 2) replaced by a later version",
		"Ann plays", "Eve plays",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the line-up is\n%q, want\n%q", got, want)
	}
	if names := line.Names(); !slices.Equal(names, []string{"Ann", "Bob", "Cid", "Dot", "Eve"}) {
		t.Errorf("the names are %q", names)
	}
	for _, entry := range []int{0, 4, 5} {
		if versions := line.Versions(entry); !slices.Equal(versions, []int{0, 4, 5}) {
			t.Errorf("the versions of entry %d are %v", entry, versions)
		}
	}
	if line.Newest("Ann") != 5 || line.Newest("Bob") != 1 || line.Newest("Fay") != -1 {
		t.Errorf("the newest are %d, %d, %d", line.Newest("Ann"), line.Newest("Bob"), line.Newest("Fay"))
	}
}

// TestSame: early ledgers have the first digits of a hash, and an image counts if both are known.
func TestSame(t *testing.T) {
	e := ledger.Of(bots)[1]
	for _, tt := range []struct {
		hash, image string
		want        bool
	}{
		{"bb22", "i1", true}, {"bb22ff", "", true}, {"bb", "i1", true}, {"bb23", "i1", false}, {"bb22", "i2", false}, {"", "i1", false},
	} {
		if e.Same(tt.hash, tt.image) != tt.want {
			t.Errorf("%q, %q: same is %v", tt.hash, tt.image, !tt.want)
		}
	}
}

// TestTurns: what a change does to the field of a stage depends on whether its bot is in it.
func TestTurns(t *testing.T) {
	field := tournament.NewField(&game.Info{}, game.Settings{}, 1, []int{0, 1})
	joined := store.Change{What: store.Joined, Entry: 4, Instead: 0, Name: "Ann", Round: 2}
	broken, new, later, between := joined, joined, joined, joined
	broken.Broken = "no main"
	new.Instead = -1
	later.Instead, later.Stage = 3, 1
	waits, during := new, new
	waits.Round, during.Stage = tournament.After, 1
	between.Instead, between.Round = 3, tournament.After
	for _, tt := range []struct {
		name   string
		change store.Change
		want   []tournament.Change
	}{
		{"a new bot", new, []tournament.Change{{Round: 2, Entry: 4, What: tournament.Joined, Instead: -1}}},
		{"a new version", joined, []tournament.Change{
			{Round: 2, Entry: 0, What: tournament.Left, Instead: -1}, {Round: 2, Entry: 4, What: tournament.Joined, Instead: 0},
		}},
		{"a version that cannot play", broken, []tournament.Change{{Round: 2, Entry: 0, What: tournament.Left, Instead: -1}}},
		{"of a bot that did not advance", later, nil},
		{"of a bot that dropped out before", between, nil},
		{"a new bot between two stages", waits, nil},
		{"a new bot during a later stage", during, nil},
		{
			"withdrawn", store.Change{What: store.Withdrawn, Entry: 1, Instead: -1, Round: 3},
			[]tournament.Change{{Round: 3, Entry: 1, What: tournament.Left, Instead: -1}},
		},
		{"barred", store.Change{What: store.Barred, Entry: 1, Instead: -1},
			[]tournament.Change{{Entry: 1, What: tournament.Barred, Instead: -1}}},
		{"reinstated", store.Change{What: store.Reinstated, Entry: 1, Instead: -1},
			[]tournament.Change{{Entry: 1, What: tournament.Returned, Instead: -1}}},
		{"of a bot that is not in the field", store.Change{What: store.Barred, Entry: 3, Instead: -1}, nil},
		{"games played again", store.Change{What: store.Again, Entry: -1, Instead: -1}, nil},
	} {
		if got := ledger.Turns(&field, tt.change); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	field.Named = true
	other := joined
	other.Instead = 3
	for _, x := range []store.Change{new, other} {
		if got := ledger.Turns(&field, x); got != nil {
			t.Errorf("in a stage that names its bots %+v is %+v", x, got)
		}
	}
	if got := ledger.Turns(&field, joined); len(got) != 2 {
		t.Errorf("a new version in a stage that names its bots: %+v", got)
	}
}

// TestInStage: changes between two stages take effect with the round with which the stage went on after all.
func TestInStage(t *testing.T) {
	all := []store.Change{{Stage: 0, Round: 1}, {Stage: 0, Round: tournament.After}, {Stage: 1, Round: 0}, {Stage: 0, Round: 4},
		{Stage: 0, Round: tournament.After}}
	var rounds []int
	for _, c := range ledger.InStage(all, 0) {
		rounds = append(rounds, c.Round)
	}
	if !slices.Equal(rounds, []int{1, 4, 4, tournament.After}) || len(ledger.InStage(all, 1)) != 1 || all[1].Round != tournament.After {
		t.Errorf("the rounds are %v", rounds)
	}
	came := []store.Change{
		{What: store.Joined, Entry: 7, Instead: -1, Round: tournament.After},
		{What: store.Joined, Entry: 8, Instead: 0, Round: tournament.After},
		{What: store.Joined, Entry: 9, Instead: 7, Round: tournament.After}, {What: store.Grown, Entry: -1, Round: 3},
	}
	if got := ledger.InStage(came, 0); len(got) != 2 || got[0].Entry != 8 || got[0].Round != 3 {
		t.Errorf("who came for a later stage is in %+v", got)
	}
	if given := slices.Sorted(maps.Keys(ledger.GivenUp(changes))); !slices.Equal(given, []int{7, 8}) {
		t.Errorf("cancelled are %v", given)
	}
}

// TestDescribe: every change has its sentence.
func TestDescribe(t *testing.T) {
	line := ledger.Of(bots, changes...)
	after := store.Change{What: store.Withdrawn, Entry: 2, Instead: -1, Round: tournament.After}
	for _, tt := range []struct {
		change      store.Change
		stage, want string
	}{
		{changes[0], "only", `a new version of Ann joins stage "only" in round 3`},
		{changes[0], "", "a new version of Ann joins"},
		{changes[2], "only", `Bob is disqualified from stage "only" in round 4: it cheated`},
		{changes[3], "only", `Cid leaves stage "only" in round 6: no longer in the contest file`},
		{changes[4], "only", "1 game will be replayed"},
		{changes[5], "only", `Cid rejoins stage "only" in round 7`},
		{changes[6], "only", `Eve joins stage "only" in round 7`},
		{after, "only", `Cid leaves after stage "only"`},
		{store.Change{What: store.Joined, Name: "Fay", Instead: -1, Broken: "no main"}, "only", "Fay is new and does not start: no main"},
		{store.Change{What: store.Grown, Entry: -1, Why: "games: 5 -> 9"}, "only", "games: 5 -> 9"},
	} {
		if got := line.Describe(tt.change, tt.stage); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestEvents: limits, days, settings and the sandbox are read from the events of a contest.
func TestEvents(t *testing.T) {
	day := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	events := []store.Event{
		{Topic: store.Setting, Of: "sandbox", Now: "none"}, {Topic: store.Day, Of: "2026-03-01", At: day, Stage: 1, Round: 2},
		{Topic: store.Limit, Of: "guard", Now: "1s", At: day, Why: "slow"}, {Topic: store.Setting, Of: "sandbox", Was: "none", Now: "full"},
		{Topic: store.Limit, Of: "guard"},
	}
	limits := []ledger.LimitChange{{At: day, Key: "guard", Value: "1s", Why: "slow"}, {Key: "guard"}}
	if got := ledger.Limits(events); !slices.Equal(got, limits) {
		t.Errorf("limits: %+v", got)
	}
	if got := ledger.Days(events); !slices.Equal(got, []ledger.Day{{Date: "2026-03-01", At: day, Stage: 1, Round: 2}}) {
		t.Errorf("days: %+v", got)
	}
	if got := ledger.Settings(events); !slices.Equal(got, events[3:4]) || ledger.Sandbox(events) != "full" || ledger.Sandbox(nil) != "" {
		t.Errorf("settings: %+v, sandbox %q", got, ledger.Sandbox(events))
	}
}

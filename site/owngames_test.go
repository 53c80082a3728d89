package site

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/contest/run"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/lab/explain"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/films"
	"agon/site/people"
	"agon/site/wire"
)

// archived lets a site read the games of its contests, and compute figures.
func archived(o *Options) {
	decided(o)
	figured(o)
	o.Open = true
	o.Game = func(dir string, number int) (*Game, error) {
		return films.Open(all.Find, func(r *replay.Replay) *film.Chances {
			k, err := all.Find(r.Record.Kind)
			if err != nil {
				return nil
			}
			return explain.Glance(k, r, explain.GlanceMoves)
		}, dir, number)
	}
}

// ownedBy makes a person the author of a bot of a contest.
func (s *served) ownedBy(t *testing.T, contest, bot, person string) (id int64) {
	t.Helper()
	p, err := s.site.people.Named(t.Context(), person)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.site.db.Write(t.Context(), func(tx *sql.Tx) error {
		return tx.QueryRow(`INSERT INTO bot (contest, name, folded, owner) VALUES (?, ?, ?, ?) RETURNING id`, contest, bot, bot,
			p.ID).Scan(&id)
	}); err != nil {
		t.Fatal(err)
	}
	return id
}

// rightsToGames is who gets what about the games of a bot: its author, another member of the author's team, the author of its opponent,
// somebody with an account who has no bot in the contest, somebody without an account, and an organiser.
var rightsToGames = []struct{ phase, operation, author, team, rival, other, guest, organiser string }{
	{"before a freeze", "list-games", "yes", "yes", "yes", "yes", "yes", "yes"}, // as the page of the bot shows them
	{"before a freeze", "get-turns", "yes", "yes", "no", "no", "no", "yes"},
	{"before a freeze", "get-chances", "yes", "yes", "yes", "no", "no", "yes"}, // for who has a bot in the game
	{"before a freeze", "get-replay", "later", "later", "later", "later", "later", "later"},

	{"during a freeze", "list-games", "frozen", "frozen", "frozen", "frozen", "frozen", "yes"},
	{"during a freeze", "get-turns", "frozen", "frozen", "frozen", "frozen", "frozen", "yes"},
	{"during a freeze", "get-chances", "frozen", "frozen", "frozen", "frozen", "frozen", "yes"},
	{"during a freeze", "get-replay", "frozen", "frozen", "frozen", "frozen", "frozen", "later"},

	{"after the end", "list-games", "yes", "yes", "yes", "yes", "yes", "yes"},
	{"after the end", "get-turns", "yes", "yes", "no", "no", "no", "yes"},
	{"after the end", "get-chances", "yes", "yes", "yes", "no", "no", "yes"},
	{"after the end", "get-replay", "yes", "yes", "yes", "yes", "yes", "yes"},
}

// answersToRights are the status and a part of the answer of each word of the table above.
var answersToRights = map[string]struct {
	code int
	part string
}{
	"yes": {200, ""}, "no": {404, missingText}, "later": {422, "are published when it is over"}, "frozen": {422, "are frozen until"},
}

// TestRightsToGames: the games of a bot are read by whom the table names.
func TestRightsToGames(t *testing.T) {
	s := serve(t, func(o *Options) {
		archived(o)
		write(t, filepath.Join(o.Dir, "contests", "long", contests.FileName), strings.Replace(cup, "games = 2", "games = 100000", 1))
	})
	olga := s.as(t, people.Organiser)
	ann, mia := s.named(t, "Ann"), s.named(t, "Mia")
	s.named(t, "Rob")
	s.named(t, "Oscar")
	bots := map[string]int64{}
	for _, contest := range []string{"cup", "long"} {
		bots[contest] = s.ownedBy(t, contest, "one", "Ann")
		s.ownedBy(t, contest, "two", "Rob")
	}
	olga.does("/c/cup/start")
	olga.until("/c/cup", "finished")
	olga.does("/c/long/start")
	ann.does("/team", "name", "Reds")
	ann.does("/team/link")
	mia.does(teamLink.FindStringSubmatch(ann.get("/team").text)[1])
	endless := mustFind(t, s, "long")
	for endless.Newest() == nil || endless.Newest().Stage.Played == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	olga.does("/c/long/pause", "why", "lunch")
	for endless.Busy() != nil {
		time.Sleep(10 * time.Millisecond)
	}

	tokens := map[string]string{"guest": "", "author": s.tokenOf(t, "Ann"), "team": s.tokenOf(t, "Mia"), "rival": s.tokenOf(t, "Rob"),
		"other": s.tokenOf(t, "Oscar"), "organiser": s.tokenOf(t, "The organiser")}
	d, valid := s.description(t)
	asked := ""
	for _, x := range rightsToGames {
		contest := map[bool]string{true: "cup", false: "long"}[x.phase == "after the end"]
		if x.phase == "during a freeze" && asked != x.phase {
			olga.does("/c/long/freeze", "why", "the last day")
		}
		asked = x.phase
		path := operationPath(t, d, x.operation)
		for who, want := range map[string]string{"author": x.author, "team": x.team, "rival": x.rival, "other": x.other, "guest": x.guest,
			"organiser": x.organiser} {
			at := strings.NewReplacer("{contest}", contest, "{bot}", fmt.Sprint(bots[contest]), "{game}", "1").Replace(path)
			if x.operation == "get-turns" {
				at += fmt.Sprint("?seat=", seatOfOne(t, s, contest))
			}
			a := s.call(t, tokens[who], "GET", at, "", "")
			if wanted := answersToRights[want]; a.code != wanted.code || !strings.Contains(a.text, wanted.part) {
				t.Errorf("%s, %s, %s: %d %.200s; want %q", x.phase, x.operation, who, a.code, a.text, want)
			}
			valid(path, "get", a)
		}
	}
}

// operationPath returns the path of an operation.
func operationPath(t *testing.T, d described, id string) string {
	t.Helper()
	for path, methods := range d.Paths {
		if methods["get"].OperationID == id {
			return path
		}
	}
	t.Fatal("there is no operation " + id)
	return ""
}

// seatOfOne returns the seat of the bot one in the first game of a contest.
func seatOfOne(t *testing.T, s *served, contest string) int {
	t.Helper()
	g, err := s.options.Game(mustFind(t, s, contest).Dir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Index(g.Bots, "one")
}

// TestOwnTurns: an author pages through what the own bot was sent and answered, without naming the seat, and nothing of it is another's.
func TestOwnTurns(t *testing.T) {
	s := serve(t, archived)
	olga := s.as(t, people.Organiser)
	s.named(t, "Ann")
	s.named(t, "Rob")
	id := s.ownedBy(t, "cup", "one", "Ann")
	s.ownedBy(t, "cup", "two", "Rob")
	olga.does("/c/cup/start")
	olga.until("/c/cup", "finished")
	sent := map[string]map[int]string{}
	for bot, who := range map[string]string{"one": "Ann", "two": "Rob"} {
		sent[bot] = map[int]string{}
		for from := 0; ; {
			var part wire.Turns
			a := s.call(t, s.tokenOf(t, who), "GET", fmt.Sprintf("%s/contests/cup/games/1/turns?limit=7&from=%d", apiRoot, from), "", "")
			if err := json.Unmarshal([]byte(a.text), &part); err != nil || a.code != 200 || part.Bot != bot || len(part.Turns) == 0 {
				t.Fatalf("%s: %d %s %v", who, a.code, a.text, err)
			}
			for _, x := range part.Turns {
				if x.Sent == "" || x.Answer == "" || sent[bot][x.Turn] != "" {
					t.Errorf("%s: %+v", who, x)
				}
				sent[bot][x.Turn] = x.Sent + x.Answer
			}
			if from = part.Next; from == 0 {
				break
			}
		}
	}
	if len(sent["one"]) < 8 || maps.Equal(sent["one"], sent["two"]) {
		t.Errorf("%d turns of one, and %d of two", len(sent["one"]), len(sent["two"]))
	}
	var games wire.Games
	a := s.call(t, s.tokenOf(t, "Ann"), "GET", fmt.Sprintf("%s/contests/cup/bots/%d/games?opponent=two&limit=1", apiRoot, id), "", "")
	if err := json.Unmarshal([]byte(a.text), &games); err != nil || len(games.Games) != 1 || games.Games[0].Number != 4 ||
		games.Games[0].Opponents[0].Bot != "two" || games.Next != 4 || games.Games[0].Version != 1 ||
		games.Games[0].Day == "" {
		t.Errorf("%s %v", a.text, err)
	}
}

// BenchmarkGamesOfABot asks a site for games of a bot that has 100 000, as a program does, and reports the 99th percentile.
func BenchmarkGamesOfABot(b *testing.B) {
	const games = 100_000
	o := Options{Dir: b.TempDir(), Name: "Test", Kinds: all.Find, Offers: all.Kinds(), Formats: formats.Formats, Open: true,
		Contests: contests.Setup{Open: open, Options: run.Options{Cores: 1}, Answers: time.Minute}}
	file := filepath.Join(o.Dir, "contests", "cup", contests.FileName)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(cup), 0o644)); err != nil {
		b.Fatal(err)
	}
	f := &report.Figures{Stages: []report.Stage{{Name: "all meet"}}, Entries: []report.Version{{Bot: "one", Number: 1},
		{Bot: "two", Number: 1}}}
	f.Index = report.NewIndex(nil)
	for n := range games {
		f.Index.Add(&report.Outcome{Number: n + 1, Seats: []report.SeatResult{{Entry: 0, Place: 1 + n%2}, {Entry: 1, Place: 2 - n%2}}},
			"2026-03-01", f.Entries)
	}
	o.Contests.Figures = func(context.Context, string) (*report.Figures, error) { return f, nil }
	s, err := Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	c, err := s.contests.Find("cup")
	if err := errors.Join(err, s.contests.Start(b.Context(), c)); err != nil {
		b.Fatal(err)
	}
	for state := contests.Playing; state != contests.Over; state, _, _ = c.State() {
		time.Sleep(time.Millisecond)
	}
	ann, err := s.people.Register(b.Context(), people.Account{Name: "Ann", Password: secret})
	if err != nil {
		b.Fatal(err)
	}
	token, err := s.people.NewToken(b.Context(), ann.ID, "test")
	if err != nil {
		b.Fatal(err)
	}
	if err := s.db.Exec(b.Context(), `INSERT INTO bot (id, contest, name, folded, owner) VALUES (7, 'cup', 'one', 'one', ?)`,
		ann.ID); err != nil {
		b.Fatal(err)
	}
	queries := []string{"", "?limit=500", "?opponent=two&result=lost&after=50000", "?fault=late"}
	var took []time.Duration
	for b.Loop() {
		r := httptest.NewRequest("GET", "http://localhost"+apiRoot+"/contests/cup/bots/7/games"+queries[len(took)%len(queries)], nil)
		r.Header.Set("Authorization", "Bearer "+token)
		w, begun := httptest.NewRecorder(), time.Now()
		s.ServeHTTP(w, r)
		took = append(took, time.Since(begun))
		if w.Code != 200 {
			b.Fatal(w.Code, w.Body)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1e3, "ms-p99")
}

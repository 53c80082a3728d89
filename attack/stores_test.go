package attack

import (
	"bytes"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"agon/internal/pgserver"
)

// storesContest is long enough to be disturbed several times.
const storesContest = `
-- cup.toml --
kind = "tron"
seed = 5
[[bots]]
ref = "builtin:random"
[[bots]]
ref = "builtin:hugger"
[[bots]]
ref = "builtin:voronoi"
[[stages]]
name = "final"
format = "arena"
games = 6000
seats = 2
`

// shortContest is storesContest with few games.
func shortContest(t *testing.T) string {
	return lay(t, strings.Replace(storesContest, "games = 6000", "games = 60", 1))
}

// A place is what the standings say of a bot, without times.
type placed struct {
	Name   string  `json:"name"`
	Rank   int     `json:"rank"`
	Played int     `json:"played"`
	Score  float64 `json:"score"`
}

// tableOf returns the table of the last stage.
func tableOf(t *testing.T, o outcome) []placed {
	t.Helper()
	if o.Code != 0 {
		t.Fatalf("agon exits with %d\n%s%s", o.Code, o.Out, o.Err)
	}
	var run struct {
		Stages []struct {
			Standings []placed `json:"standings"`
		} `json:"stages"`
	}
	o.decode(t, &run)
	if len(run.Stages) == 0 || len(run.Stages[0].Standings) != 3 {
		t.Fatalf("no standings in %s", o.Out)
	}
	return run.Stages[0].Standings
}

// A listener collects what a process prints, and waits for words.
type listener struct {
	mu   sync.Mutex
	cond *sync.Cond
	text bytes.Buffer
	over bool
}

func newListener() *listener {
	l := &listener{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *listener) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cond.Broadcast()
	return l.text.Write(p)
}

// hear waits until words were printed n times.
func (l *listener) hear(t *testing.T, words string, n int) {
	t.Helper()
	timer := time.AfterFunc(patience, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.over = true
		l.cond.Broadcast()
	})
	defer timer.Stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	for strings.Count(l.text.String(), words) < n {
		if l.over {
			t.Fatalf("%q is not printed %d times:\n%s", words, n, l.text.String())
		}
		l.cond.Wait()
	}
}

func (l *listener) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// ofGuest returns the environment and the address with which the user guest uses a server.
func ofGuest(t *testing.T, s *pgserver.Server) (env []string, address string) {
	t.Helper()
	u, err := url.Parse(s.LoopbackURL())
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("guest", pgserver.Password)
	return []string{"AGON_STORE=" + u.String()}, s.LoopbackURL()
}

// TestLedgersInADatabase plays a contest with its ledger in PostgreSQL. Every command finds the ledger by the contest's folder, and makes of
// it what it makes of a file. The password is in nothing that is printed, written or shown in the list of processes.
func TestLedgersInADatabase(t *testing.T) {
	t.Parallel()
	server := database.Get(t)
	inFile, inDatabase := shortContest(t), shortContest(t)
	env, address := ofGuest(t, server)
	var said strings.Builder
	do := func(env []string, args ...string) outcome {
		t.Helper()
		o := startIn(t, inDatabase, env, nil, args...).wait()
		said.WriteString(o.Out + o.Err)
		return o
	}
	want := tableOf(t, agon(t, inFile, "run", "cup.toml", "--json"))
	if got := tableOf(t, do(env, "run", "cup.toml", "--json")); !reflect.DeepEqual(got, want) {
		t.Errorf("the table is %+v, with a file %+v", got, want)
	}
	kept, err := os.ReadFile(filepath.Join(inDatabase, "cup", "ledger.url"))
	if err != nil || !strings.Contains(string(kept), strings.TrimPrefix(address, "postgres://")+"?contest=cup-") {
		t.Errorf("the folder remembers %q, %v", kept, err)
	}
	if _, err := os.Stat(filepath.Join(inDatabase, "cup", "ledger.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a file too: %v", err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"verify", "cup"}, "60 games planned, 60 with a result, 0 of these without a replay; 1 table recomputed; the report agrees"},
		{[]string{"doctor", "cup"}, "0 mended, 0 cannot be repaired"},
		{[]string{"logs", "cup", "random"}, "random printed nothing"},
		{[]string{"run", "cup.toml", "--dry-run"}, "60 of 60 games planned so far have been played"},
		{[]string{"play", "cup.toml", "--game", "2"}, "last one alive"},
		{[]string{"bar", "cup.toml", "random", "--why", "a test"}, "random is disqualified"},
		{[]string{"reinstate", "cup", "random", "--why", "a test"}, "random rejoins"},
		{[]string{"withdraw", "cup", "random", "--why", "a test"}, "random leaves"},
		{[]string{"reinstate", "cup", "random", "--why", "a test"}, "random rejoins"},
		{[]string{"limit", "cup", "guard", "2s", "--why", "a test"}, "Limit guard is 2s"},
		{[]string{"again", "cup", "1", "2", "--why", "a test"}, "2 games will be replayed"},
		{[]string{"run", "cup.toml"}, "hugger"},
		{[]string{"verify", "cup.toml"}, "0 refused"},
		{[]string{"__complete", "bar", "cup", ""}, "voronoi"},
		{[]string{"__complete", "verify", "c"}, "cup.toml"},
		{[]string{"refresh", "cup"}, "No run of cup is in progress"},
	} {
		if o := do(env, tt.args...); o.Code != 0 || !strings.Contains(o.Out+o.Err, tt.want) {
			t.Errorf("agon %s exits with %d and prints, without %q:\n%s%s", strings.Join(tt.args, " "), o.Code, tt.want, o.Out, o.Err)
		}
	}

	for _, tt := range []struct {
		name string
		env  []string
		args []string
		code int
		want string
	}{
		{"no password", nil, []string{"verify", "cup"}, 1, `password authentication failed for user "guest"`},
		{"a wrong password", []string{"PGPASSWORD=wrong"}, []string{"verify", "cup"}, 1, `password authentication failed for user "guest"`},
		{"a password on the command line", nil, []string{"run", "cup.toml", "--store", strings.TrimPrefix(env[0], "AGON_STORE=")}, 2, "other users of this machine could read"},
		{"a database of another kind", nil, []string{"run", "cup.toml", "--store", "mysql://u:" + pgserver.Password + "@h/db"}, 2, "must have the form postgres://USER@HOST:PORT/DATABASE"},
		{"an address that cannot be parsed", []string{"AGON_STORE=postgres://u:" + pgserver.Password + "%zz@h/db"}, []string{"verify", "cup"}, 2, "AGON_STORE: the address of a database must have the form"},
		{"nobody there", nil, []string{"run", "cup.toml", "--out", "other", "--store", "postgres://guest@127.0.0.1:1/agon"}, 1, "in 127.0.0.1:1/agon: connection refused"},
		{"no such database", env, []string{"run", "cup.toml", "--out", "other", "--store", address + "2"}, 1, "agon2"},
		{"the ledger is elsewhere", env, []string{"run", "cup.toml", "--store", "sqlite"}, 1, "not in a file in its folder"},
	} {
		if o := do(tt.env, tt.args...); o.Code != tt.code || !strings.Contains(o.Err, tt.want) || strings.Count(o.Err, "\n") != 1 {
			t.Errorf("%s: agon exits with %d and says %q, want %d and %q in one line", tt.name, o.Code, o.Err, tt.code, tt.want)
		}
	}
	with := func(key string) string {
		text, err := os.ReadFile(filepath.Join(inDatabase, "cup.toml"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(inDatabase, "other.toml"), append([]byte(key+"\n"), text...), 0o644); err != nil {
			t.Fatal(err)
		}
		return "other.toml"
	}
	secret := "store = \"" + strings.TrimPrefix(env[0], "AGON_STORE=") + "\""
	if o := do(env, "run", with(secret)); o.Code != 2 || !strings.Contains(o.Err, "other.toml:1:") || !strings.Contains(o.Err, "store contains a password") {
		t.Errorf("a password in the contest's file: %d %q", o.Code, o.Err)
	}
	os.Remove(filepath.Join(inDatabase, "other.toml")) // it has the password
	with(`store = "` + address + `"`)
	if got := tableOf(t, do([]string{"PGPASSWORD=" + pgserver.Password}, "run", "other.toml", "--json")); !reflect.DeepEqual(got, want) {
		t.Errorf("with the address in its file the table is %+v, want %+v", got, want)
	}
	if got := tableOf(t, do(env, "run", "other.toml", "--json", "--fresh")); !reflect.DeepEqual(got, want) {
		t.Errorf("played anew the table is %+v, want %+v", got, want)
	}

	if strings.Contains(said.String(), pgserver.Password) {
		t.Errorf("the password is printed:\n%s", said.String())
	}
	filepath.WalkDir(inDatabase, func(path string, e fs.DirEntry, err error) error {
		if content, _ := os.ReadFile(path); bytes.Contains(content, []byte(pgserver.Password)) {
			t.Errorf("the password is in %s", path)
		}
		return err
	})
}

// TestTwoRunsOfOneContest: two machines, here folders, that share a contest by its name cannot conduct it at once. Decisions made in the one
// folder reach the run in the other.
func TestTwoRunsOfOneContest(t *testing.T) {
	t.Parallel()
	server := database.Get(t)
	one, other := lay(t, storesContest), lay(t, storesContest)
	address := server.URL() + "&contest=shared"
	heard := newListener()
	first := startWith(t, one, heard, "run", "cup.toml", "--plain", "--store", address)
	wait(t, first, func() bool { return results(t, server, "shared") > 0 })
	// A run that is held up keeps its lock.
	send(t, first, syscall.SIGSTOP)
	if o := agon(t, other, "run", "cup.toml", "--store", address); o.Code != 2 || !strings.Contains(o.Err, "is in use by another run (agon on ") || strings.Count(o.Err, "\n") != 1 {
		t.Errorf("a second run: %d %q", o.Code, o.Err)
	}
	send(t, first, syscall.SIGCONT)
	first.Process.Kill()
	<-first.ended
	got := tableOf(t, agon(t, other, "run", "cup.toml", "--json", "--store", address))
	want := tableOf(t, agon(t, lay(t, storesContest), "run", "cup.toml", "--json"))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the second run makes of it %+v, want %+v", got, want)
	}
}

func send(t *testing.T, r *run, s syscall.Signal) {
	t.Helper()
	if err := r.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// results returns the number of results of a contest.
func results(t *testing.T, s *pgserver.Server, contest string) int64 {
	t.Helper()
	n, err := s.Number("SELECT coalesce(max(results), 0) FROM agon.seal WHERE contest = (SELECT number FROM agon.contest WHERE name LIKE '" + contest + "%')")
	if err != nil && !strings.Contains(err.Error(), "42P01") && !strings.Contains(err.Error(), "3F000") { // the tables are not there yet
		t.Fatal(err)
	}
	return n
}

// wait waits until something is so while a run goes on.
func wait(t *testing.T, r *run, is func() bool) {
	t.Helper()
	for begun := time.Now(); !is(); time.Sleep(10 * time.Millisecond) {
		select {
		case err := <-r.ended:
			t.Fatalf("the run has ended: %v\n%v", err, r.Stderr)
		default:
		}
		if time.Since(begun) > patience {
			t.Fatalf("it does not come to pass\n%v", r.Stderr)
		}
	}
}

// TestTheDatabaseRestarts stops PostgreSQL as a crash does while a contest is played, twice, and kills the run once. The table is that of an
// undisturbed run, and every game has one result.
func TestTheDatabaseRestarts(t *testing.T) {
	t.Parallel()
	server, err := pgserver.New(pgserver.ForTests)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	dir := lay(t, storesContest)
	env, _ := ofGuest(t, server)
	begin := func() (*run, *listener) {
		heard := newListener()
		return startIn(t, dir, env, heard, "run", "cup.toml", "--json"), heard
	}
	outage := func(r *run, heard *listener, nth int) {
		t.Helper()
		before := results(t, server, "cup")
		wait(t, r, func() bool { return results(t, server, "cup") > before })
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
		heard.hear(t, "waiting for the database 127.0.0.1:", nth)
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		heard.hear(t, "answers again after", nth)
	}
	r, heard := begin()
	outage(r, heard, 1)
	outage(r, heard, 2)
	before := results(t, server, "cup")
	wait(t, r, func() bool { return results(t, server, "cup") > before })
	r.Process.Kill()
	<-r.ended
	if text := heard.String(); strings.Count(text, "waiting for the database") != 2 || !strings.Contains(text, "nothing is lost") || strings.Contains(text, pgserver.Password) {
		t.Errorf("two outages are told as\n%s", text)
	}

	r, heard = begin()
	outage(r, heard, 1)
	got := tableOf(t, r.wait())
	if want := tableOf(t, agon(t, lay(t, storesContest), "run", "cup.toml", "--json")); !reflect.DeepEqual(got, want) {
		t.Errorf("the table is %+v, undisturbed %+v", got, want)
	}
	counts := []int64{}
	for _, query := range []string{"SELECT count(*) FROM agon.fixture", "SELECT count(*) FROM agon.result", "SELECT count(*) FROM agon.other"} {
		n, err := server.Number(query)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, n)
	}
	if !slices.Equal(counts, []int64{6000, 6000, 0}) {
		t.Errorf("games planned, results and odd results are %d", counts)
	}
	if o := startIn(t, dir, env, nil, "verify", "cup").wait(); o.Code != 0 || !strings.Contains(o.Out, "6000 with a result, 0 of these without a replay") {
		t.Errorf("verify exits with %d:\n%s%s", o.Code, o.Out, o.Err)
	}
}

// TestADatabaseThatStaysAway: a run that waits for the database ends at a signal, and after the time that the address allows.
func TestADatabaseThatStaysAway(t *testing.T) {
	t.Parallel()
	server, err := pgserver.New(pgserver.ForTests)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	dir := lay(t, storesContest)
	for _, tt := range []struct{ name, patience, why string }{
		{"a signal", "10m", "and the run was stopped"},
		{"patience", "300ms", "and the run waited 300ms"},
	} {
		heard := newListener()
		r := startIn(t, dir, nil, heard, "run", "cup.toml", "--out", tt.patience, "--plain", "--store", server.URL()+"&contest="+tt.patience+"&patience="+tt.patience)
		wait(t, r, func() bool { return results(t, server, tt.patience) > 0 })
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
		heard.hear(t, "waiting for the database agon at ", 1)
		if tt.name == "a signal" {
			send(t, r, syscall.SIGINT)
		}
		o := r.wait()
		last := strings.TrimSpace(heard.String())
		last = last[strings.LastIndex(last, "\n")+1:]
		if o.Code != 1 || !strings.Contains(last, "does not answer") || !strings.Contains(last, tt.why) || !strings.Contains(last, "run again to resume") {
			t.Errorf("%s: agon exits with %d after %q", tt.name, o.Code, last)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
	}
	want := tableOf(t, agon(t, lay(t, storesContest), "run", "cup.toml", "--json"))
	for _, out := range []string{"10m", "300ms"} {
		if got := tableOf(t, agon(t, dir, "run", "cup.toml", "--out", out, "--json")); !reflect.DeepEqual(got, want) {
			t.Errorf("resumed, the table is %+v, undisturbed %+v", got, want)
		}
	}
}

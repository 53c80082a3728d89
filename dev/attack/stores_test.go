package attack

import (
	"bytes"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agon/internal/pgserver"
	"agon/internal/tier"
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
	return written(t, strings.Replace(storesContest, "games = 6000", "games = 60", 1))
}

// undisturbed returns the table of storesContest with its ledger in a file.
func undisturbed(t *testing.T) string {
	t.Helper()
	dir := written(t, storesContest)
	must(t, dir, "run", "cup.toml", "--pages", "0")
	return keptTable(t, filepath.Join(dir, "cup"))
}

// meanwhile waits until something is so while a run goes on.
func meanwhile(t *testing.T, r *run, what string, so func() bool) {
	t.Helper()
	until(t, what, func() bool { return so() || !alive(r.Process.Pid) })
	if !so() {
		t.Fatalf("the run ended and still not: %s\n%v", what, r.Stderr)
	}
}

// prints waits until a run has printed words n times.
func prints(t *testing.T, r *run, output *notes, words string, n int) {
	t.Helper()
	meanwhile(t, r, words, func() bool { return strings.Count(output.String(), words) >= n })
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

// newServer starts a server that the test may stop.
func newServer(t *testing.T) *pgserver.Server {
	t.Helper()
	server, err := pgserver.New(pgserver.ForTests)
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server
}

// results returns the number of results of the contest whose name in the database begins so.
func results(t *testing.T, s *pgserver.Server, contest string) int64 {
	t.Helper()
	n, err := s.Number("SELECT coalesce(max(results), 0) FROM agon.seal WHERE contest = (SELECT number FROM agon.contest WHERE name LIKE " +
		"'" + contest + "%')")
	if err != nil && !strings.Contains(err.Error(), "42P01") { // the tables are not there yet
		t.Fatal(err)
	}
	return n
}

// moreResults waits until a run has stored more results.
func moreResults(t *testing.T, r *run, s *pgserver.Server, contest string) {
	t.Helper()
	before := results(t, s, contest)
	meanwhile(t, r, "more results are stored", func() bool { return results(t, s, contest) > before })
}

// TestLedgersInADatabase plays a contest with its ledger in PostgreSQL. Every command finds the ledger by the contest's folder, and makes
// of it what it makes of a file.
func TestLedgersInADatabase(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	server := database.Get(t)
	inFile, inDatabase := shortContest(t), shortContest(t)
	env, address := ofGuest(t, server)
	must(t, inFile, "run", "cup.toml")
	if o := startIn(t, inDatabase, env, nil, "run", "cup.toml").wait(); o.Code != 0 {
		t.Fatalf("agon run exits with %d\n%s%s", o.Code, o.Out, o.Err)
	}
	if got, want := keptTable(t, filepath.Join(inDatabase, "cup")), keptTable(t, filepath.Join(inFile, "cup")); got != want {
		t.Errorf("the table is\n%s\nwith a file\n%s", got, want)
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
		{[]string{"verify", "cup"}, "60 games planned, 60 with a result, 0 of these without a replay; 1 table recomputed; the report " +
			"agrees"},
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
		if o := startIn(t, inDatabase, env, nil, tt.args...).wait(); o.Code != 0 || !strings.Contains(o.Out+o.Err, tt.want) {
			t.Errorf("agon %s exits with %d and prints, without %q:\n%s%s", strings.Join(tt.args, " "), o.Code, tt.want, o.Out, o.Err)
		}
	}
	if n, err := server.Number("SELECT count(*) FROM agon.contest WHERE name LIKE 'sample%'"); n != 0 || err != nil {
		t.Errorf("the dry run stored %d contests, %v", n, err)
	}
	if err := server.Exec("UPDATE agon.result SET scores = '[9.5,0]' WHERE fixture = 7 AND contest = (SELECT number FROM agon.contest " +
		"WHERE name LIKE 'cup-%')"); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"run", "verify"} {
		o := startIn(t, inDatabase, env, nil, command, "cup.toml").wait()
		if o.Code != 3 || !strings.Contains(o.Err,
			"is damaged: not every row can be read: the result of game 7 is not as it was written; nothing was read from it") {
			t.Errorf("after a row was altered agon %s exits with %d and says %q", command, o.Code, o.Err)
		}
	}
}

// TestAddressesAndPasswords: the place of a ledger is given in several ways, each with its own errors. The password is in nothing that is
// printed or written.
func TestAddressesAndPasswords(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	dir := shortContest(t)
	env, address := ofGuest(t, server)
	secret := strings.TrimPrefix(env[0], "AGON_STORE=")
	with := func(name, store string) {
		text, err := os.ReadFile(filepath.Join(dir, "cup.toml"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), append([]byte("store = \""+store+"\"\n"), text...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	with("public.toml", address)
	with("secret.toml", secret)
	var output strings.Builder
	for _, tt := range []struct {
		name string
		env  []string
		args []string
		code int
		want string
	}{
		{"the environment has it all", env, []string{"run", "cup.toml", "--pages", "0"}, 0, "Report: "},
		{"no password", nil, []string{"verify", "cup"}, 1, `password authentication failed for user "guest"`},
		{"a wrong password", []string{"PGPASSWORD=wrong"}, []string{"verify", "cup"}, 1, `password authentication failed for user "guest"`},
		{"a password of its own", []string{"PGPASSWORD=" + pgserver.Password}, []string{"verify", "cup"}, 0, "the report agrees"},
		{"a password on the command line", nil, []string{"run", "cup.toml", "--store", secret}, 2,
			"other users of this machine could read"},
		{"a password in the contest's file", env, []string{"run", "secret.toml"}, 2, "secret.toml:1:1: store contains a password"},
		{"an address in the contest's file", []string{"PGPASSWORD=" + pgserver.Password}, []string{"run", "public.toml", "--pages", "0"}, 0,
			"Report: "},
		{"played anew", env, []string{"run", "public.toml", "--fresh", "--pages", "0"}, 0, "Report: "},
		{"a database of another kind", nil, []string{"run", "cup.toml", "--store", "mysql://u:" + pgserver.Password + "@h/db"}, 2,
			"must have the form postgres://USER@HOST:PORT/DATABASE"},
		{"an address that cannot be parsed", []string{"AGON_STORE=postgres://u:" + pgserver.Password + "%zz@h/db"},
			[]string{"verify", "cup"}, 2, "AGON_STORE: the address of a database must have the form"},
		{"nobody there", nil, []string{"run", "cup.toml", "--out", "other", "--store", "postgres://guest@127.0.0.1:1/agon"}, 1,
			"in 127.0.0.1:1/agon: connection refused"},
		{"no such database", env, []string{"run", "cup.toml", "--out", "other", "--store", address + "2"}, 1, "agon2"},
		{"the ledger is elsewhere", env, []string{"run", "cup.toml", "--store", "sqlite"}, 1, "not in a file in its folder"},
	} {
		o := startIn(t, dir, tt.env, nil, tt.args...).wait()
		output.WriteString(o.Out + o.Err)
		if o.Code != tt.code || !strings.Contains(o.Out+o.Err, tt.want) || tt.code != 0 && strings.Count(o.Err, "\n") != 1 {
			t.Errorf("%s: agon exits with %d and prints\n%s%s\nwant %d and %q, errors in one line", tt.name, o.Code, o.Out, o.Err, tt.code,
				tt.want)
		}
	}
	if strings.Contains(output.String(), pgserver.Password) {
		t.Errorf("the password is printed:\n%s", output.String())
	}
	os.Remove(filepath.Join(dir, "secret.toml"))
	filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if content, _ := os.ReadFile(path); bytes.Contains(content, []byte(pgserver.Password)) {
			t.Errorf("the password is in %s", path)
		}
		return err
	})
}

// TestTwoRunsOfOneContest: two machines, here folders, that share a contest by its name cannot conduct it at once. A decision that is made
// in the other folder reaches the run in the first. When that is killed, a run in the other goes on.
func TestTwoRunsOfOneContest(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	server := database.Get(t)
	one, other := written(t, storesContest), written(t, storesContest)
	address := server.URL() + "&contest=shared"
	first := startWith(t, one, &notes{}, "run", "cup.toml", "--plain", "--store", address)
	moreResults(t, first, server, "shared")
	syscall.Kill(first.Process.Pid, syscall.SIGSTOP) // a run that is held up keeps its lock
	if o := agon(t, other, "run", "cup.toml", "--store", address); o.Code != 2 ||
		!strings.Contains(o.Err, "is in use by another run (agon on ") || strings.Count(o.Err, "\n") != 1 {
		t.Errorf("a second run: %d %q", o.Code, o.Err)
	}
	content, err := os.ReadFile(filepath.Join(one, "cup", "ledger.url"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "cup", "ledger.url"), content, 0o644); err != nil {
		t.Fatal(err)
	}
	if o := must(t, other, "bar", "cup", "random", "--why", "a test"); !strings.Contains(o.Out, "A run of cup is in progress") {
		t.Errorf("agon bar prints %q", o.Out)
	}
	syscall.Kill(first.Process.Pid, syscall.SIGCONT)
	meanwhile(t, first, "the decision is answered", func() bool {
		n, err := server.Number("SELECT count(*) FROM agon.event WHERE topic = 'answer'")
		if err != nil {
			t.Fatal(err)
		}
		return n > 0
	})
	first.Process.Kill()
	<-first.ended
	if o := must(t, other, "run", "cup.toml", "--pages", "0"); !strings.Contains(o.Out, "random is disqualified") {
		t.Errorf("the second run makes of it\n%s", o.Out)
	}
}

// TestTheDatabaseRestarts stops PostgreSQL as a crash does while a contest is played, twice, and kills the run once. The table is that of
// an undisturbed run, and every game has one result.
func TestTheDatabaseRestarts(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	server := newServer(t)
	dir := written(t, storesContest)
	env, _ := ofGuest(t, server)
	begin := func() (*run, *notes) {
		output := &notes{}
		return startIn(t, dir, env, output, "run", "cup.toml", "--plain", "--pages", "0"), output
	}
	outage := func(r *run, output *notes, nth int) {
		t.Helper()
		moreResults(t, r, server, "cup")
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
		prints(t, r, output, "waiting for the database 127.0.0.1:", nth)
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		prints(t, r, output, "answers again after", nth)
	}
	r, output := begin()
	outage(r, output, 1)
	outage(r, output, 2)
	moreResults(t, r, server, "cup")
	r.Process.Kill()
	<-r.ended
	if text := output.String(); strings.Count(text, "waiting for the database") != 2 || !strings.Contains(text, "nothing is lost") ||
		strings.Contains(text, pgserver.Password) {
		t.Errorf("two outages are told as\n%s", text)
	}

	r, output = begin()
	outage(r, output, 1)
	if o := r.wait(); o.Code != 0 {
		t.Fatalf("agon exits with %d\n%s", o.Code, output)
	}
	if got, want := keptTable(t, filepath.Join(dir, "cup")), undisturbed(t); got != want {
		t.Errorf("the table is\n%s\nundisturbed\n%s", got, want)
	}
	for table, want := range map[string]int64{"fixture": 6000, "result": 6000, "other": 0} {
		if n, err := server.Number("SELECT count(*) FROM agon." + table); err != nil || n != want {
			t.Errorf("there are %d rows of %s, %v; want %d", n, table, err, want)
		}
	}
	if o := startIn(t, dir, env, nil, "verify", "cup").wait(); o.Code != 0 ||
		!strings.Contains(o.Out, "6000 with a result, 0 of these without a replay") {
		t.Errorf("verify exits with %d:\n%s%s", o.Code, o.Out, o.Err)
	}
}

// TestADatabaseThatStaysAway: a run that waits for the database ends at a signal, and after the time that the address allows.
func TestADatabaseThatStaysAway(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	server := newServer(t)
	dir := written(t, storesContest)
	for _, tt := range []struct{ name, patience, why string }{
		{"a signal", "10m", "and the run was stopped"},
		{"patience", "300ms", "and the run waited 300ms"},
	} {
		output := &notes{}
		r := startWith(t, dir, output, "run", "cup.toml", "--out", tt.patience, "--plain", "--store",
			server.URL()+"&contest="+tt.patience+"&patience="+tt.patience)
		moreResults(t, r, server, tt.patience)
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
		if tt.name == "a signal" {
			prints(t, r, output, "waiting for the database agon at ", 1)
			syscall.Kill(r.Process.Pid, syscall.SIGINT)
		}
		o := r.wait()
		last := strings.TrimSpace(output.String())
		last = last[strings.LastIndex(last, "\n")+1:]
		if o.Code != 1 || !strings.Contains(last, "does not answer") || !strings.Contains(last, tt.why) ||
			!strings.Contains(last, "run again to resume") {
			t.Errorf("%s: agon exits with %d after %q", tt.name, o.Code, last)
		}
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
	}
	want := undisturbed(t)
	for _, out := range []string{"10m", "300ms"} {
		must(t, dir, "run", "cup.toml", "--out", out, "--pages", "0")
		if got := keptTable(t, filepath.Join(dir, out)); got != want {
			t.Errorf("resumed, the table is\n%s\nundisturbed\n%s", got, want)
		}
	}
}

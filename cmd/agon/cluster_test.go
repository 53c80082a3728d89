package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/contest/fleet"
	"agon/contest/fleet/connection"
	"agon/contest/fleet/member"
	"agon/contest/queue"
	"agon/contest/queue/jetstream"
	"agon/contest/run"
	"agon/game"
	"agon/games/all"
	"agon/internal/natscluster"
	"agon/internal/pgserver"
	"agon/internal/tier"
	"agon/show/report"
)

// A clusterTest is a contest whose queue is on a cluster of three NATS servers, with its ledger in PostgreSQL where that is installed.
type clusterTest struct {
	*fleetTest
	cluster  *natscluster.Cluster
	database *pgserver.Server // nil: the ledger is a file
	space    string           // of the queue

	mu     sync.Mutex
	server *exec.Cmd
	output *bytes.Buffer // by the server now
	killed map[*exec.Cmd]bool
	ended  chan struct{} // closed when the contest is over
	table  string
}

func newClusterTest(t *testing.T, games int) *clusterTest {
	c := &clusterTest{fleetTest: newFleetTest(t, games), cluster: natscluster.Start(t, 3, true, jetstream.MaxMessage),
		killed: map[*exec.Cmd]bool{}, ended: make(chan struct{})}
	s, err := pgserver.New(pgserver.ForTests)
	switch {
	case errors.Is(err, pgserver.ErrMissing):
		t.Logf("the ledger is a file: %v", err)
	case err != nil:
		t.Fatal(err)
	default:
		c.database = s
		t.Cleanup(func() { s.Close() })
	}
	return c
}

// serve runs the contest, again and again while it is killed, until it is over.
func (c *clusterTest) serve() {
	defer close(c.ended)
	for {
		var out, output bytes.Buffer
		cmd := c.away("run", "away.toml", "--json", "--no-cores", "--nats", c.cluster.URL(), "--nats-creds", c.cluster.Credentials())
		cmd.Stdout, cmd.Stderr = &out, &locked{mu: &c.mu, to: &output}
		c.mu.Lock()
		err := cmd.Start()
		c.server, c.output = cmd, &output
		c.mu.Unlock()
		if err == nil {
			err = cmd.Wait()
		}
		c.mu.Lock()
		killed := c.killed[cmd]
		c.t.Logf("server: %v\n%s", err, &output)
		c.mu.Unlock()
		switch {
		case err == nil:
			c.table = untimed(c.t, out.Bytes())
			names := named(c.t, out.Bytes())
			for _, m := range comers.FindAllStringSubmatch(output.String(), -1) {
				if !slices.Contains(names, m[1]) {
					c.t.Errorf("worker %s came to the last run, which names %q", m[1], names)
				}
			}
			return
		case !killed:
			c.t.Errorf("the run fails: %v", err)
			return
		}
	}
}

// comers finds the workers that came to a run in what it says.
var comers = regexp.MustCompile(`worker (\w+) is here`)

// named returns the workers of a run.
func named(t *testing.T, text []byte) (list []string) {
	var run report.Run
	if err := json.Unmarshal(text, &struct{ Workers *[]report.Worker }{&run.Workers}); err != nil {
		t.Error(err)
	}
	for _, w := range run.Workers {
		if w.Cores > 0 {
			list = append(list, w.Name)
		}
	}
	return list
}

// away returns a command with the contest's ledger in its environment.
func (c *clusterTest) away(args ...string) *exec.Cmd {
	cmd := c.command(args...)
	if c.database != nil {
		cmd.Env = append(cmd.Env, storeVariable+"="+c.database.URL())
	}
	return cmd
}

// locked is a writer below a lock.
type locked struct {
	mu *sync.Mutex
	to *bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(p)
}

// until waits for a line of the server, and returns it. It fails the test after a time that no machine needs.
func (c *clusterTest) until(pattern string) []string {
	c.t.Helper()
	find := regexp.MustCompile(pattern)
	for begun := time.Now(); time.Since(begun) < 2*time.Minute; time.Sleep(20 * time.Millisecond) {
		c.mu.Lock()
		var found []string
		if c.output != nil {
			found = find.FindStringSubmatch(c.output.String())
		}
		c.mu.Unlock()
		if found != nil {
			return found
		}
		select {
		case <-c.ended:
			c.t.Fatalf("the contest is over, and the server has never said %q", pattern)
		default:
		}
	}
	c.t.Fatalf("the server never says %q", pattern)
	return nil
}

// over reports whether the contest is.
func (c *clusterTest) over() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// join starts a worker.
func (c *clusterTest) join(name string, before ...string) *exec.Cmd {
	c.t.Helper()
	cmd := c.command("worker", "--nats", c.cluster.URL(), "--nats-creds", c.cluster.Credentials(), "--space", c.space, "--name", name,
		"--cores", "1", "--cache", filepath.Join(c.dir, "files-"+name))
	if len(before) > 0 {
		cmd.Args = append(before, cmd.Args...)
		cmd.Args[len(before)] = c.agon
		cmd.Path, cmd.Err = before[0], nil
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		c.t.Logf("%s: %s", name, &out)
	})
	return cmd
}

// liar joins a worker of this process that reports some games honestly, and then forges one.
func (c *clusterTest) liar(ctx context.Context) {
	link, err := jetstream.Dial(ctx, c.cluster.URL(),
		jetstream.Options{Space: c.space, Worker: "liar", Classes: fleet.Classes("liar"), Credentials: c.cluster.Credentials()})
	if err != nil {
		c.t.Error(err)
		return
	}
	defer link.Close()
	queues := link.Queues()
	queues.Results = &forging{Queue: queues.Results}
	err = member.Run(ctx, ctx, member.Options{
		Name: "liar", Link: queues, Lease: connection.Lease, Cores: 1,
		Kinds: func(name string, _ map[string][]byte) (*game.Kind, error) { return all.Find(name) },
		Note:  func(text string) { c.t.Logf("liar: %s", text) },
		Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener {
			return &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0),
				Cache: filepath.Join(c.dir, "liar")}
		},
	})
	if err != nil && ctx.Err() == nil {
		c.t.Logf("liar: %v", err)
	}
}

// forging reports a game that was never played, after some that were.
type forging struct {
	queue.Queue
	reports int
}

func (f *forging) Offer(ctx context.Context, jobs ...queue.Job) error {
	for i := range jobs {
		r, err := fleet.Decode[fleet.Report](jobs[i].Body)
		if err != nil {
			return err
		}
		if f.reports++; f.reports > 2 && len(r.Games) > 0 {
			g := r.Games[0].Replay
			if len(g) > 0 {
				g[len(g)/2] ^= 1
			}
		}
		if jobs[i].Body, err = fleet.Encode(r); err != nil {
			return err
		}
	}
	return f.Queue.Offer(ctx, jobs...)
}

// TestNothingIsLost disturbs a contest in every way that this machine allows: workers, the run, servers of the queue and of the ledger are
// killed and come back, a worker falls silent for longer than its leases, one forges, one has a full disk, and a second run is tried. The
// table is that of an undisturbed run.
func TestNothingIsLost(t *testing.T) {
	tier.Alone(t)
	games, rounds := 40, 1
	if n, err := strconv.Atoi(os.Getenv("AGON_SOAK")); err == nil {
		games, rounds = 700, n
	}
	for nth := range rounds {
		t.Run(strconv.Itoa(nth+1), func(t *testing.T) { nothingIsLost(t, games) })
	}
}

func nothingIsLost(t *testing.T, games int) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are stopped and found as on Linux")
	}
	c := newClusterTest(t, games)
	want := c.run("here.toml")
	go c.serve()
	c.space = c.until(`--space (\S+)`)[1]

	forging, stop := context.WithCancel(context.Background())
	var liar sync.WaitGroup
	liar.Go(func() { c.liar(forging) })
	defer func() { stop(); liar.Wait() }()
	c.until("worker liar is set aside")

	full := c.fullDisk()
	workers := map[string]*exec.Cmd{}
	for _, name := range []string{"one", "two", "three"} {
		workers[name] = c.join(name)
	}
	again := func(name string) {
		workers[name].Process.Kill()
		workers[name].Wait()
		workers[name] = c.join(name)
	}
	done := map[string]int{}
	disturb := func(what string, f func() error) {
		if c.over() {
			return
		}
		if err := f(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		done[what]++
	}
	for nth := 0; !c.over(); nth++ {
		disturb("worker killed", func() error { again("one"); return nil })
		disturb("second run", func() error {
			output, err := c.away("run", "away.toml", "--no-cores", "--nats", c.cluster.URL(), "--nats-creds",
				c.cluster.Credentials()).CombinedOutput()
			if err == nil && !c.over() {
				return fmt.Errorf("it was not refused: %s", output)
			}
			if err != nil && !bytes.Contains(output, []byte("another")) {
				return fmt.Errorf("it is refused with %s", output)
			}
			return nil
		})
		var back func()
		disturb("worker silent", func() error { back = c.silence(workers["two"]); return nil })
		disturb("leader killed", func() error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			n, err := c.cluster.Leader(ctx, "jobs")
			if err != nil {
				return err
			}
			c.cluster.Kill(n)
			time.Sleep(time.Second) // it is away for a while
			c.cluster.Restart(n)
			return nil
		})
		if c.database != nil {
			disturb("PostgreSQL restarted", func() error { return errors.Join(c.database.Stop(), c.database.Start()) })
		}
		if nth < 6 { // the run is to end
			disturb("run killed", func() error {
				c.mu.Lock()
				defer c.mu.Unlock()
				c.killed[c.server] = true
				return c.server.Process.Kill()
			})
		}
		if back != nil {
			select {
			case <-c.ended:
			case <-time.After(connection.Lease + 2*time.Second): // its leases are elsewhere
			}
			back()
		}
	}
	t.Logf("disturbed: %v", done)
	for _, what := range []string{"worker killed", "second run", "worker silent", "leader killed", "run killed"} {
		if done[what] == 0 {
			t.Errorf("the contest was over before this: %s", what)
		}
	}
	if c.table != want {
		t.Errorf("%s\nwant\n%s", c.table, want)
	}
	if text, err := c.away("verify", "away").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, text)
	}
	if full != nil {
		full.Process.Signal(syscall.SIGTERM)
		full.Wait()
	}
	for name, cmd := range workers {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("worker %s does not leave: %v", name, err)
		}
	}
	stop()
	liar.Wait()
	if left := processes(t, c.dir, os.Getpid()); left != "" {
		t.Errorf("processes are left:\n%s", left)
	}
}

// silence stops a worker's processes until back is called: to others its machine is away, and then comes back with leases that have ended.
func (c *clusterTest) silence(cmd *exec.Cmd) (back func()) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGSTOP)
	return sync.OnceFunc(func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT) })
}

// fullDisk joins a worker whose folder for bots has no room, where root can make one; nil elsewhere.
func (c *clusterTest) fullDisk() *exec.Cmd {
	dir := filepath.Join(c.dir, "files-full")
	if err := os.Mkdir(dir, 0o755); err != nil {
		c.t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4k", "agon-full", dir).CombinedOutput(); err != nil {
		c.t.Logf("no worker with a full disk: %v: %s", err, out)
		return nil
	}
	c.t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
	if err := os.WriteFile(filepath.Join(dir, "full"), make([]byte, 4096), 0o644); err != nil {
		c.t.Log(err)
	}
	return c.join("full")
}

// processes returns the command lines that name a folder, but for one process.
func processes(t *testing.T, dir string, but int) string {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil && bytes.Contains(text, []byte(dir)) && name != fmt.Sprintf("/proc/%d/cmdline", but) {
			lines = append(lines, strings.ReplaceAll(string(text), "\x00", " "))
		}
	}
	return strings.Join(lines, "\n")
}

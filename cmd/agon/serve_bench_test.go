//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"agon/format/tournament"
	"agon/show/report"
	sitecontests "agon/site/contests"
	"agon/site/database"
	"agon/site/people"
	"agon/site/wire"
)

// siteContest is a contest of built-in bots that takes submissions and has no end.
const siteContest = `
name = "Contest %d"
kind = "colour-battle"
seed = 7
[[bots]]
folder = "entries"
[[bots]]
ref = "one=builtin:steve"
[[bots]]
ref = "two=builtin:rambo"
[[stages]]
name = "ladder"
format = "ladder"
`

// A benchSite is the folder of a site, and its server while one runs.
type benchSite struct {
	agon    string // the binary
	dir     string
	token   string // of an organiser
	address string
	cmd     *exec.Cmd
}

// newBenchSite makes the folder of a site with contests. Its server, once started, stops with the benchmark.
func newBenchSite(b *testing.B, n int) *benchSite {
	b.Helper()
	s := &benchSite{dir: b.TempDir(), agon: benched(b)}
	b.Cleanup(s.stop)
	for i := range n {
		folder := filepath.Join(s.dir, "contests", fmt.Sprintf("c%d", i))
		if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, sitecontests.FileName), fmt.Appendf(nil,
			siteContest, i), 0o644)); err != nil {
			b.Fatal(err)
		}
	}
	s.must(b, s.database(b.Context(), func(db *database.Database) error {
		who := people.New(db, nil)
		code, err := who.Invite(b.Context(), people.Invitation{Role: people.Organiser, Uses: 1, Expires: time.Now().Add(time.Hour)})
		if err != nil {
			return err
		}
		p, err := who.Accept(b.Context(), code, people.Account{Name: "Olga", Password: "three words in a row"})
		if err != nil {
			return err
		}
		s.token, err = who.NewToken(b.Context(), p.ID, "bench")
		return err
	}))
	return s
}

// must ends a benchmark by an error.
func (s *benchSite) must(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (s *benchSite) database(ctx context.Context, f func(*database.Database) error) error {
	db, err := database.Open(ctx, filepath.Join(s.dir, "site.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	return f(db)
}

// table keeps a table of many bots for the first contest, which is over: its folder has no ledger.
func (s *benchSite) table(ctx context.Context, bots, games int) error {
	t := &sitecontests.Table{At: time.Now(), Over: true, Stage: report.Stage{Name: "ladder", Format: "ladder", Played: games,
		Planned: games, Finished: true, Unit: "%", By: tournament.ByRating}}
	for i := range bots {
		l := report.Standing{Name: fmt.Sprintf("Bot number %d", i), Author: "somebody"}
		l.Entry, l.Rank, l.RankLow, l.RankHigh = i, i+1, max(1, i-5), i+5
		l.Played, l.Score, l.Low, l.High, l.Rating, l.RatingError = games/bots, 50, 48, 52, 2000-float64(i), 12
		t.Stage.Standings = append(t.Stage.Standings, l)
	}
	data := bytes.NewBuffer([]byte{1}) // the version of the form
	if err := gob.NewEncoder(data).Encode(t); err != nil {
		return err
	}
	return s.database(ctx, func(db *database.Database) error {
		return db.Write(ctx, func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO contest (name, state, since, table_at, table_data) VALUES ('c0', 'over', 1, 1, ?)`, data.Bytes())
			return err
		})
	})
}

// start starts the server, and returns how long it took until it was ready.
func (s *benchSite) start(ctx context.Context, more ...string) (time.Duration, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	s.address = "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		return 0, err
	}
	begun := time.Now()
	s.cmd = exec.CommandContext(ctx, s.agon, append([]string{"serve", s.dir, "--listen", strings.TrimPrefix(s.address, "http://")},
		more...)...)
	if err := s.cmd.Start(); err != nil {
		return 0, err
	}
	for time.Since(begun) < 20*time.Second {
		resp, err := http.Get(s.address + "/readyz")
		if err != nil {
			time.Sleep(time.Millisecond)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return time.Since(begun), nil
		}
	}
	return 0, fmt.Errorf("the site is never ready")
}

// stop stops the server.
func (s *benchSite) stop() {
	if s.cmd != nil && s.cmd.Process != nil {
		s.cmd.Process.Signal(os.Interrupt)
		s.cmd.Wait()
		s.cmd = nil
	}
}

// resident returns the memory of the server, in MB.
func (s *benchSite) resident() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kib / 1000, err
		}
	}
	return 0, fmt.Errorf("no VmRSS")
}

// get loads a page.
func (s *benchSite) get(client *http.Client, path string) error {
	resp, err := client.Get(s.address + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return nil
}

// BenchmarkSiteStart reports the time until a site of 20 contests is ready, and its memory after 20 pages.
func BenchmarkSiteStart(b *testing.B) {
	s := newBenchSite(b, 20)
	var took []time.Duration
	memory := 0.0
	for b.Loop() {
		d, err := s.start(b.Context())
		s.must(b, err)
		took = append(took, d)
		for range 20 {
			s.must(b, s.get(http.DefaultClient, "/"))
		}
		m, err := s.resident()
		s.must(b, err)
		memory = max(memory, m)
		s.stop()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms-to-ready")
	b.ReportMetric(memory, "MB")
}

// BenchmarkSiteStandings loads the page of a table of 1000 bots and a million games one time after the other; the folder has no ledger.
func BenchmarkSiteStandings(b *testing.B) {
	s := newBenchSite(b, 1)
	s.must(b, s.table(b.Context(), 1000, 1_000_000))
	_, err := s.start(b.Context())
	s.must(b, err)
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		s.must(b, s.get(http.DefaultClient, "/c/c0"))
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)*99/100].Seconds()*1e3, "ms-p99")
	b.ReportMetric(took[len(took)/2].Seconds()*1e3, "ms-median")
}

// pagesLast is how long pages are loaded.
const pagesLast = 8 * time.Second

// pages loads a page by several clients at once, and returns how many came in a second.
func (s *benchSite) pages(path string, last time.Duration) (float64, error) {
	var n atomic.Int64
	var wait sync.WaitGroup
	failed := make(chan error, 16)
	until := time.Now().Add(last)
	for range 16 {
		wait.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			for time.Now().Before(until) {
				if err := s.get(client, path); err != nil {
					failed <- err
					return
				}
				n.Add(1)
			}
		})
	}
	wait.Wait()
	select {
	case err := <-failed:
		return 0, err
	default:
		return float64(n.Load()) / last.Seconds(), nil
	}
}

// post calls an operation of the site's interface.
func (s *benchSite) post(path string) error {
	r, err := http.NewRequest(http.MethodPost, s.address+"/api/v1"+path, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return nil
}

// BenchmarkSitePages reports the pages a second of a site that is idle, and of one whose built-in bots play on all cores; the 16
// clients are on the same cores.
func BenchmarkSitePages(b *testing.B) {
	s := newBenchSite(b, 20)
	_, err := s.start(b.Context())
	s.must(b, err)
	for b.Loop() {
		idle, err := s.pages("/c/c0", pagesLast)
		s.must(b, err)
		s.must(b, s.post("/contests/c1/start"))
		busy, err := s.pages("/c/c1", pagesLast)
		s.must(b, err)
		b.ReportMetric(idle, "idle-pages/s")
		b.ReportMetric(busy, "pages/s")
	}
}

// BenchmarkSiteVerdict hands in a Python bot by agon submit, until its verdict.
func BenchmarkSiteVerdict(b *testing.B) {
	s := newBenchSite(b, 1)
	_, err := s.start(b.Context())
	s.must(b, err)
	bot := filepath.Join(s.dir, "walker.py")
	s.must(b, os.WriteFile(bot, fmt.Appendf(nil, siteWalker, "return Move.UP"), 0o644))
	longest := time.Duration(0)
	for b.Loop() {
		begun := time.Now()
		cmd := exec.CommandContext(b.Context(), s.agon, "submit", s.address+"/c/c0", bot)
		cmd.Env = append(os.Environ(), tokenVariable+"="+s.token)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		longest = max(longest, time.Since(begun))
	}
	b.ReportMetric(longest.Seconds(), "s-longest")
}

// watchers is how many watch one live game, and watchersLast how long they are measured once all are there.
const (
	watchers     = 2000
	watchersLast = 10 * time.Second
)

// seen is when the shots of a showing came first to anybody.
type seen struct {
	mu    sync.Mutex
	first map[string][]time.Time // by the name of the showing; of each shot
	worst time.Duration
	from  time.Time // deliveries before it do not count
}

// delivered notes that a watcher who had the shots up to one has those up to another, and how long after the first of anybody it got
// the oldest of them.
func (s *seen) delivered(name string, had, has int) {
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.first[name]) <= has {
		s.first[name] = append(s.first[name], now)
	}
	if had >= 0 && had < has && !s.from.IsZero() && s.first[name][had+1].After(s.from) {
		s.worst = max(s.worst, now.Sub(s.first[name][had+1]))
	}
}

// watch follows the game on the screen until ctx is done, and the next ones.
func (s *benchSite) watch(ctx context.Context, client *http.Client, path string, all *seen, joined func()) {
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address+path, nil)
		if err != nil {
			return
		}
		r.Header.Set("Accept", "text/event-stream")
		resp, err := client.Do(r)
		if err != nil {
			continue
		}
		lines := bufio.NewReaderSize(resp.Body, 4<<10)
		had := -1
		for {
			line, err := lines.ReadSlice('\n')
			if err == bufio.ErrBufferFull {
				continue // a long line of data
			}
			if err != nil {
				break
			}
			text, ok := strings.CutPrefix(strings.TrimSpace(string(line[:min(len(line), 64)])), "id: ")
			if !ok {
				continue
			}
			name, shot, _ := strings.Cut(text, "-")
			has, err := strconv.Atoi(shot)
			if err != nil {
				continue
			}
			all.delivered(name, had, has)
			had = has
			joined()
		}
		resp.Body.Close()
	}
}

// BenchmarkSiteWatchers measures how far the slowest of many watchers is behind the first, and what one costs in memory.
func BenchmarkSiteWatchers(b *testing.B) {
	for b.Loop() {
		watchersOf(b, newBenchSite(b, 1))
	}
}

func watchersOf(b *testing.B, s *benchSite) {
	ctx := b.Context()
	_, err := s.start(ctx, "--jobs", "1")
	s.must(b, err)
	s.must(b, s.post("/contests/c0/start"))
	for begun := time.Now(); s.get(http.DefaultClient, "/c/c0/live/picture.png") != nil; {
		if time.Since(begun) > 20*time.Second {
			b.Fatal("no game comes on the screen")
		}
		time.Sleep(50 * time.Millisecond)
	}
	before, err := s.resident()
	s.must(b, err)
	watching, stop := context.WithCancel(ctx)
	defer stop()
	all := &seen{first: map[string][]time.Time{}}
	var there atomic.Int64
	var wait sync.WaitGroup
	for range watchers {
		wait.Go(func() {
			var once sync.Once
			client := &http.Client{Transport: &http.Transport{ReadBufferSize: 4 << 10}}
			s.watch(watching, client, "/c/c0/live/stream", all, func() { once.Do(func() { there.Add(1) }) })
		})
	}
	for begun := time.Now(); there.Load() < watchers; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > 40*time.Second {
			stop()
			wait.Wait()
			b.Fatalf("%d of %d watchers get shots", there.Load(), watchers)
		}
	}
	all.mu.Lock()
	all.from = time.Now()
	all.mu.Unlock()
	time.Sleep(watchersLast)
	after, err := s.resident()
	stop()
	wait.Wait()
	s.must(b, err)
	b.ReportMetric(all.worst.Seconds(), "s-behind")
	b.ReportMetric((after-before)*1000/watchers, "KB")
}

// loadLast is how long games are counted, without pages and with them, each twice in turn.
const loadLast = 15 * time.Second

// BenchmarkSiteLoad measures how many games fewer are played while pages are loaded, against the part of the cores that pages take
// meanwhile: the processor time of the server and the clients beyond what the server takes for as many games without pages.
func BenchmarkSiteLoad(b *testing.B) {
	for b.Loop() {
		loaded(b, newBenchSite(b, 1))
	}
}

func loaded(b *testing.B, s *benchSite) {
	s.must(b, s.thinking())
	_, err := s.start(b.Context())
	s.must(b, err)
	s.must(b, s.post("/contests/c0/start"))
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) { // until the first games are in the table
		if n, err := s.played(); err == nil && n >= 20 {
			break
		}
		if time.Since(begun) > 40*time.Second {
			b.Fatal("no game is played")
		}
	}
	var alone, with load
	for range 2 {
		s.must(b, s.measure(&alone))
		failed := make(chan error, 1)
		go func() {
			rate, err := s.pages("/c/c0", loadLast)
			with.pages += rate * loadLast.Seconds()
			failed <- err
		}()
		s.must(b, errors.Join(s.measure(&with), <-failed))
	}
	const cores = 2
	games := with.games / alone.games
	b.ReportMetric(100*(1-(with.games/with.wall)/(alone.games/alone.wall)), "%games-lost")
	b.ReportMetric(100*(with.processor-games*alone.processor)/cores/with.wall, "%cores-taken")
}

// A load is what a time took and brought.
type load struct{ games, pages, wall, processor float64 }

// measure adds a time of loadLast to a load.
func (s *benchSite) measure(l *load) error {
	before, err := s.played()
	used, begun := s.processor(), time.Now()
	if err != nil {
		return err
	}
	time.Sleep(loadLast)
	after, err := s.played()
	l.games += float64(after - before)
	l.processor += (s.processor() - used).Seconds()
	l.wall += time.Since(begun).Seconds()
	return err
}

// thinking gives the first contest bots that think 0.3 to 1 ms a move, in processes.
func (s *benchSite) thinking() error {
	bot, err := filepath.Abs("../../dev/bench/middle.py")
	if err != nil {
		return err
	}
	text := "name = \"Thinking\"\nkind = \"colour-battle\"\nseed = 7\n[options]\nrounds = 50\n[[stages]]\nname = \"ladder\"\nformat = " +
		"\"ladder\"\n"
	for i := range 4 {
		text += fmt.Sprintf("[[bots]]\nref = \"bot%d=%s\"\n", i, bot)
	}
	return os.WriteFile(filepath.Join(s.dir, "contests", "c0", sitecontests.FileName), []byte(text), 0o644)
}

// played returns the number of games in the table of the first contest, which is as old as a second.
func (s *benchSite) played() (int, error) {
	resp, err := http.Get(s.address + "/api/v1/contests/c0")
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var c wire.Contest
	if err := json.NewDecoder(resp.Body).Decode(&c); err != nil {
		return 0, err
	}
	if c.Table == nil {
		return 0, fmt.Errorf("no game is played")
	}
	return c.Table.Games, nil
}

// processor returns the processor time of the server and of this program.
func (s *benchSite) processor() (d time.Duration) {
	for _, pid := range []int{s.cmd.Process.Pid, os.Getpid()} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		for _, field := range fields[11:13] { // user and system, in hundredths of a second
			n, err := strconv.Atoi(field)
			if err == nil {
				d += time.Duration(n) * 10 * time.Millisecond
			}
		}
	}
	return d
}

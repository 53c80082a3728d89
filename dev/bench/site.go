package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/gob"
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
	"time"

	"agon/format/tournament"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/database"
	"agon/site/people"
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

// siteBot is a Python bot for the verdict.
const siteBot = `from ..bot_control import Move

class Walker:
    def get_name(self): return "walker"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        return Move.UP
`

// A benchSite is the folder of a site, and its server while one runs.
type benchSite struct {
	dir     string
	token   string // of an organiser
	address string
	cmd     *exec.Cmd
}

// newSite makes the folder of a site with contests.
func newSite(ctx context.Context, n int) (*benchSite, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return nil, err
	}
	s := &benchSite{dir: dir}
	if err := os.Chmod(dir, 0o755); err != nil { // bots run as other users
		return s, err
	}
	for i := range n {
		folder := filepath.Join(dir, "contests", fmt.Sprintf("c%d", i))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return s, err
		}
		if err := os.WriteFile(filepath.Join(folder, contests.FileName), fmt.Appendf(nil, siteContest, i), 0o644); err != nil {
			return s, err
		}
	}
	return s, s.database(ctx, func(db *database.Database) error {
		who := people.New(db, nil)
		code, err := who.Invite(ctx, people.Invitation{Role: people.Organiser, Uses: 1, Expires: time.Now().Add(time.Hour)})
		if err != nil {
			return err
		}
		p, err := who.Accept(ctx, code, people.Account{Name: "Olga", Password: "three words in a row"})
		if err != nil {
			return err
		}
		s.token, err = who.NewToken(ctx, p.ID, "bench")
		return err
	})
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
	t := &contests.Table{At: time.Now(), Over: true, Stage: report.Stage{Name: "ladder", Format: "ladder", Played: games, Planned: games, Finished: true, Unit: "%", By: tournament.ByRating}}
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
	s.cmd = exec.CommandContext(ctx, binary(), append([]string{"serve", s.dir, "--listen", strings.TrimPrefix(s.address, "http://")}, more...)...)
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

// close stops the server and removes the folder.
func (s *benchSite) close() {
	s.stop()
	os.RemoveAll(s.dir)
}

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

func siteStart(ctx context.Context) (string, bool, error) {
	s, err := newSite(ctx, 20)
	if s != nil {
		defer s.close()
	}
	if err != nil {
		return "", false, err
	}
	var took []time.Duration
	memory := 0.0
	for range 5 {
		d, err := s.start(ctx)
		if err != nil {
			return "", false, err
		}
		took = append(took, d)
		for range 20 {
			if err := s.get(http.DefaultClient, "/"); err != nil {
				return "", false, err
			}
		}
		m, err := s.resident()
		if err != nil {
			return "", false, err
		}
		memory = max(memory, m)
		s.stop()
	}
	slices.Sort(took)
	return fmt.Sprintf("%d ms, median of 5; %.0f MB after 20 pages, the most of 5", took[2].Milliseconds(), memory), took[2] <= 200*time.Millisecond && memory <= 60, nil
}

func siteStandings(ctx context.Context) (string, bool, error) {
	s, err := newSite(ctx, 1)
	if s != nil {
		defer s.close()
	}
	if err == nil {
		err = s.table(ctx, 1000, 1_000_000)
	}
	if err == nil {
		_, err = s.start(ctx)
	}
	if err != nil {
		return "", false, err
	}
	var took []time.Duration
	for range 1000 {
		begun := time.Now()
		if err := s.get(http.DefaultClient, "/c/c0"); err != nil {
			return "", false, err
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	return fmt.Sprintf("%.1f ms, median %.1f ms, of 1000 pages one after the other; the folder has no ledger", p99.Seconds()*1e3, took[len(took)/2].Seconds()*1e3), p99 <= 20*time.Millisecond, nil
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

func sitePages(ctx context.Context) (string, bool, error) {
	s, err := newSite(ctx, 20)
	if s != nil {
		defer s.close()
	}
	if err == nil {
		_, err = s.start(ctx)
	}
	if err != nil {
		return "", false, err
	}
	idle, err := s.pages("/c/c0", pagesLast)
	if err == nil {
		err = s.post("/contests/c1/start")
	}
	if err != nil {
		return "", false, err
	}
	busy, err := s.pages("/c/c1", pagesLast)
	return fmt.Sprintf("%.0f while built-in bots play on both cores, %.0f with none; the 16 clients are on the same cores", busy, idle), busy >= 1000, err
}

func siteVerdict(ctx context.Context) (string, bool, error) {
	s, err := newSite(ctx, 1)
	if s != nil {
		defer s.close()
	}
	if err == nil {
		_, err = s.start(ctx)
	}
	if err != nil {
		return "", false, err
	}
	bot := filepath.Join(s.dir, "walker.py")
	if err := os.WriteFile(bot, []byte(siteBot), 0o644); err != nil {
		return "", false, err
	}
	var took []time.Duration
	for range 5 {
		begun := time.Now()
		cmd := exec.CommandContext(ctx, binary(), "submit", s.address+"/c/c0", bot)
		cmd.Env = append(os.Environ(), "AGON_TOKEN="+s.token)
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", false, fmt.Errorf("%w: %s", err, out)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	return fmt.Sprintf("%.2f s, median of 5, %.2f s the longest", took[2].Seconds(), took[4].Seconds()), took[4] <= 3*time.Second, nil
}

// siteRows returns the rows of a contest site.
func siteRows() []row {
	return []row{
		{"site: start to ready with 20 contests, and idle memory", "200 ms, 60 MB", siteStart},
		{"site: the page of a table of 1000 bots and a million games, p99", "20 ms, no game read", siteStandings},
		{"site: pages a second on two cores while games are played", "1000", sitePages},
		{"site: games lost to pages, against the part of the cores that pages take", "no more", siteEfficiency},
		{"site: 2000 watchers of one live game on loopback", "1 s behind, 20 KB each", siteWatchers},
		{"site: agon submit of a Python bot until its verdict", "3 s", siteVerdict},
	}
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"agon/site/contests"
	"agon/site/wire"
)

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

// delivered notes that a watcher who had the shots up to one has those up to another, and how long after the first of anybody it got the oldest of them.
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

// siteWatchers measures how far the slowest of many watchers is behind the first, and what one costs in memory.
func siteWatchers(ctx context.Context) (string, bool, error) {
	s, err := newSite(ctx, 1)
	if s != nil {
		defer s.close()
	}
	if err == nil {
		_, err = s.start(ctx, "--jobs", "1")
	}
	if err == nil {
		err = s.post("/contests/c0/start")
	}
	if err != nil {
		return "", false, err
	}
	for begun := time.Now(); s.get(http.DefaultClient, "/c/c0/live/picture.png") != nil; {
		if time.Since(begun) > 20*time.Second {
			return "", false, fmt.Errorf("no game comes on the screen")
		}
		time.Sleep(50 * time.Millisecond)
	}
	before, err := s.resident()
	if err != nil {
		return "", false, err
	}
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
			return "", false, fmt.Errorf("%d of %d watchers get shots", there.Load(), watchers)
		}
	}
	all.mu.Lock()
	all.from = time.Now()
	all.mu.Unlock()
	time.Sleep(watchersLast)
	after, err := s.resident()
	stop()
	wait.Wait()
	if err != nil {
		return "", false, err
	}
	each := (after - before) * 1000 / watchers // kB
	return fmt.Sprintf("%.2f s the farthest behind the first, %.1f KB each; server, one core of games and clients on the same two cores", all.worst.Seconds(), each), all.worst <= time.Second && each <= 20, nil
}

// loadLast is how long games are counted, without pages and with them, each twice in turn.
const loadLast = 15 * time.Second

// siteEfficiency measures how many games fewer are played while pages are loaded, against the part of the cores that pages take meanwhile: the processor
// time of the server and the clients beyond what the server takes for as many games without pages.
func siteEfficiency(ctx context.Context) (string, bool, error) {
	s, err := newSite(ctx, 1)
	if s != nil {
		defer s.close()
	}
	if err == nil {
		err = s.thinking()
	}
	if err == nil {
		_, err = s.start(ctx)
	}
	if err == nil {
		err = s.post("/contests/c0/start")
	}
	if err != nil {
		return "", false, err
	}
	for begun := time.Now(); ; time.Sleep(100 * time.Millisecond) { // until the first games are in the table
		if n, err := s.played(); err == nil && n >= 20 {
			break
		}
		if time.Since(begun) > 40*time.Second {
			return "", false, fmt.Errorf("no game is played")
		}
	}
	var alone, with load
	for range 2 {
		if err := s.measure(&alone); err != nil {
			return "", false, err
		}
		failed := make(chan error, 1)
		go func() {
			rate, err := s.pages("/c/c0", loadLast)
			with.pages += rate * loadLast.Seconds()
			failed <- err
		}()
		if err := errors.Join(s.measure(&with), <-failed); err != nil {
			return "", false, err
		}
	}
	const cores = 2
	games := with.games / alone.games
	taken := (with.processor - games*alone.processor) / cores / with.wall
	lost := 1 - (with.games/with.wall)/(alone.games/alone.wall)
	return fmt.Sprintf("games fall by %.0f %% while %.0f pages a second take %.0f %% of the cores, clients included", 100*lost, with.pages/with.wall, 100*taken), lost <= taken, nil
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
	bot, err := filepath.Abs("dev/bench/bots/robots/middle/bot.py")
	if err != nil {
		return err
	}
	text := "name = \"Thinking\"\nkind = \"colour-battle\"\nseed = 7\n[options]\nrounds = 50\n[[stages]]\nname = \"ladder\"\nformat = \"ladder\"\n"
	for i := range 4 {
		text += fmt.Sprintf("[[bots]]\nref = \"bot%d=%s\"\n", i, bot)
	}
	return os.WriteFile(filepath.Join(s.dir, "contests", "c0", contests.FileName), []byte(text), 0o644)
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

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"agon/contest"
	"agon/replay"
	"agon/replay/archive"
	"agon/report"
	"agon/report/compile"
	"agon/site"
	"agon/store"
	"agon/web"
)

// siteFigures computes the figures of a contest's folder, whoever plays it.
func siteFigures(ctx context.Context, dir string) (*report.Figures, error) {
	live, err := contest.Running(dir)
	if err != nil {
		return nil, err
	}
	c, err := recall(ctx, dir, live, archive.Open)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	result, _, err := c.Recount(ctx)
	if err != nil {
		return nil, err
	}
	games, err := firstOfEach(ctx, c)
	if err != nil {
		return nil, err
	}
	c.Describe(games)
	return compile.Figures(ctx, c, result)
}

// firstOfEach returns a game of each entry, if it has one: its replay has the author.
func firstOfEach(ctx context.Context, c *contest.Contest) (list []store.Game, err error) {
	seen := map[int]bool{}
	err = c.EachDone(ctx, func(g *store.Game) error {
		if !slices.ContainsFunc(g.Seats, func(entry int) bool { return !seen[entry] }) {
			return nil
		}
		own := *g
		own.Seats = slices.Clone(g.Seats)
		for _, entry := range own.Seats {
			seen[entry] = true
		}
		list = append(list, own)
		return nil
	})
	return list, err
}

// siteGame returns a game of a contest's folder, by its number from 1. The error is [fs.ErrNotExist] if it has no replay.
func siteGame(dir string, number int) (*site.Game, error) {
	replays, err := archive.Open(filepath.Join(dir, archive.Name))
	if err != nil {
		return nil, err
	}
	defer replays.Close()
	if !slices.Contains(replays.Games(), int64(number-1)) {
		return nil, fs.ErrNotExist
	}
	data, err := replays.Get(int64(number - 1))
	if err != nil {
		return nil, err
	}
	rep, err := replay.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	f, err := filmOf(rep)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	g := &site.Game{Film: f, Replay: data, Log: func(seat int) (web.SeatLog, error) { return siteLog(dir, number, rep, seat) }}
	for _, s := range rep.Seats {
		g.Bots = append(g.Bots, s.Name)
	}
	return g, nil
}

// siteLog returns the log of a seat of a game, turn by turn.
func siteLog(dir string, number int, rep *replay.Replay, seat int) (web.SeatLog, error) {
	entry := rep.Seats[seat].Slot
	own := contest.GameLog{Game: number}
	files, err := filepath.Glob(filepath.Join(escapeGlob(dir), "logs", fmt.Sprintf("%03d-*.log", entry)))
	if err != nil {
		return web.SeatLog{}, err
	}
	for _, file := range files {
		logs, err := contest.ReadLogFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return web.SeatLog{}, err
		}
		// A game that was played again stands twice: what was printed last belongs to its replay.
		for _, g := range logs {
			if g.Game == number {
				own = g
			}
		}
	}
	turns := turnLogs(own, rep, entry, everyRound)
	slices.SortStableFunc(turns, func(a, b turnLog) int { return cmp.Compare(a.Turn, b.Turn) })
	return pageLog(seat, turns), nil
}

// pageLog returns the turns of a seat as a page holds them.
func pageLog(seat int, turns []turnLog) web.SeatLog {
	list := web.SeatLog{Seat: seat}
	size := 0
	for i := range turns {
		if size += len(turns[i].Sent); size > mostInPage {
			turns[i].Sent = ""
		}
		if turns[i].Turn >= 0 {
			list.Turns = append(list.Turns, turns[i].forPage())
		}
	}
	return list
}

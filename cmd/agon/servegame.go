package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"agon/contest"
	"agon/contest/compile"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/show/report"
	"agon/show/web"
	"agon/site"
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
	return compile.Figures(ctx, c, result)
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
	files, err := contest.LogFiles(dir)
	if err != nil {
		return web.SeatLog{}, err
	}
	var records []gamelog.Record
	for _, file := range files {
		if file.Entry == entry {
			if records, err = file.Read(0); err != nil {
				return web.SeatLog{}, err
			}
		}
	}
	turns := turnLogs(number, gamelog.Of(records, number), rep, entry, everyRound)
	slices.SortStableFunc(turns, func(a, b turnLog) int { return cmp.Compare(a.Turn, b.Turn) })
	return pageLog(seat, turns), nil
}

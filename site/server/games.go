package server

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"agon/contest/compile"
	"agon/contest/logs"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/show/film"
	"agon/show/report"
	"agon/show/web"
	"agon/site"
)

// figures computes the figures of a contest's folder, whoever plays it.
func (s *Setup) figures(ctx context.Context, dir string) (*report.Figures, error) {
	c, err := s.Folders.Read(ctx, dir)
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

// game returns a game of a contest's folder, by its number from 1. The error is [fs.ErrNotExist] if it has no replay.
func (s *Setup) game(dir string, number int) (*site.Game, error) {
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
	f, err := film.OfReplay(s.Folders.Kinds, rep)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	g := &site.Game{Film: f, Replay: data, Log: func(seat int) (web.SeatLog, error) { return logs.Seat(s.Folders.Kinds, dir, number, rep, seat) }}
	for _, seat := range rep.Seats {
		g.Bots = append(g.Bots, seat.Name)
	}
	return g, nil
}

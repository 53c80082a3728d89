package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"agon/internal/pgserver"
	"agon/store"
	"agon/store/postgres"
	"agon/store/sqlite"
	"agon/tournament"
)

// resultRows returns the rows of ledgers. Results are those of games of two seats; nothing is played.
func resultRows() []row {
	return []row{
		{"results into SQLite, 1000 a transaction", "50 000/s", resultsInto(openSQLite)},
		{"results into PostgreSQL, 1000 a transaction, its writes flushed", "50 000/s", resultsInto(openPostgres)},
		{"results: opening and reading a ledger of 1 M games, PostgreSQL over SQLite", "at most 1.25", readingAgain},
	}
}

// A bank opens a new ledger, and opens it again.
type bank struct {
	open  func(ctx context.Context) (store.Store, error)
	close func()
}

func openSQLite() (*bank, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, sqlite.Name)
	return &bank{
		open:  func(ctx context.Context) (store.Store, error) { return sqlite.Open(ctx, path) },
		close: func() { os.RemoveAll(dir) },
	}, nil
}

func openPostgres() (*bank, error) {
	server, err := pgserver.New(pgserver.Durable)
	if err != nil {
		return nil, err
	}
	a, err := postgres.Parse(server.URL())
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	a.Contest = "bench"
	return &bank{
		open: func(ctx context.Context) (store.Store, error) {
			return postgres.Open(ctx, a, postgres.Patience{})
		},
		close: func() { server.Close() },
	}, nil
}

const batchOfResults = 1000

// fill plans and records games, and returns the time that recording took.
func fill(ctx context.Context, s store.Store, first, games int) (time.Duration, error) {
	r := rand.New(rand.NewPCG(1, uint64(first)))
	var spent time.Duration
	for at := first; at < first+games; at += batchOfResults {
		fixtures := make([]tournament.Fixture, batchOfResults)
		results := make([]tournament.Result, batchOfResults)
		for i := range fixtures {
			fixtures[i] = tournament.Fixture{ID: at + i, Round: at / batchOfResults, Match: at + i, Seats: []int{r.IntN(50), 50 + r.IntN(50)}, Seed: r.Int64()}
			results[i] = drawn(fixtures[i], 100, r)
		}
		if err := s.Plan(ctx, fixtures...); err != nil {
			return 0, err
		}
		begun := time.Now()
		if _, err := s.Record(ctx, results...); err != nil {
			return 0, err
		}
		spent += time.Since(begun)
	}
	return spent, nil
}

func resultsInto(opened func() (*bank, error)) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		const games, goal = 100_000, 50_000
		b, err := opened()
		if err != nil {
			return "", false, err
		}
		defer b.close()
		s, err := b.open(ctx)
		if err != nil {
			return "", false, err
		}
		defer s.Close()
		best := 0.0
		for turn := range turns {
			spent, err := fill(ctx, s, turn*games, games)
			if err != nil {
				return "", false, err
			}
			best = max(best, perSecond(games, spent))
		}
		return fmt.Sprintf("%.0f/s", best), best >= goal, nil
	}
}

// readingAgain opens ledgers of a million games, which reads and checks every row, and reads all games.
func readingAgain(ctx context.Context) (string, bool, error) {
	const games, goal = 1_000_000, 1.25
	var sides [2]func() (float64, error)
	for i, opened := range []func() (*bank, error){openPostgres, openSQLite} {
		b, err := opened()
		if err != nil {
			return "", false, err
		}
		defer b.close()
		s, err := b.open(ctx)
		if err != nil {
			return "", false, err
		}
		_, err = fill(ctx, s, 0, games)
		if err := errors.Join(err, s.Close()); err != nil {
			return "", false, err
		}
		sides[i] = func() (float64, error) {
			begun := time.Now()
			s, err := b.open(ctx)
			if err != nil {
				return 0, err
			}
			defer s.Close()
			n := 0
			for _, err := range s.Games(ctx) {
				if err != nil {
					return 0, err
				}
				n++
			}
			if n != games {
				return 0, fmt.Errorf("%d games were read of %d", n, games)
			}
			return perSecond(games, time.Since(begun)), nil
		}
	}
	one, other, err := duel(sides[0], sides[1])
	if err != nil {
		return "", false, err
	}
	ratio := other / one
	return fmt.Sprintf("%.2f (%.2f s, %.2f s)", ratio, games/one, games/other), ratio <= goal, nil
}

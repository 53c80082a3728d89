package main

import (
	"context"
	"fmt"
)

// resultRows returns the rows of ledgers. They run a benchmark that all stores share: results of games of two seats, 1000 in a transaction.
func resultRows() []row {
	return []row{
		{"results into SQLite, 1000 in a transaction", "50 000/s", recording("contest/store/sqlite")},
		{"results into PostgreSQL, 1000 in a transaction, flushed to the disk", "50 000/s", recording("contest/store/postgres")},
	}
}

func recording(folder string) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		const goal = 50_000
		m, err := measured(ctx, folder, "BenchmarkRows", "100x", "ns/row")
		if err != nil {
			return "", false, err
		}
		reached := 1e9 / m["ns/row"]
		return fmt.Sprintf("%.0f/s", reached), reached >= goal, nil
	}
}

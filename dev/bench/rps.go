package main

import (
	"context"
	"fmt"
)

// rpsRows returns the rows of BattleBots.
func rpsRows() []row {
	return []row{
		{"rps: rules alone, one core", "50 M rounds/s, no allocation", rpsRules},
		{"rps: GIF of 51 frames of 60 x 60", "at most 60 ms", rpsFilm},
		{"rps: 51 rounds of two static Go bots from an image archive, no engine, level full", "at most 700 ms", imageGame("go", 700)},
		{"rps: 51 rounds of two Python bots from an image archive, no engine, level full", "at most 2000 ms", imageGame("python", 2000)},
	}
}

func rpsRules(ctx context.Context) (string, bool, error) {
	m, err := measured(ctx, "games/rps", "BenchmarkRounds", "20000000x", "ns/op", "allocs/op")
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.0f M rounds/s, %.0f allocations", 1e3/m["ns/op"], m["allocs/op"]), m["ns/op"] <= 20 && m["allocs/op"] == 0, nil
}

func rpsFilm(ctx context.Context) (string, bool, error) {
	m, err := measured(ctx, "art", "BenchmarkGIF/picture", "20x", "ms/gif")
	if err != nil {
		return "", false, err
	}
	return fmt.Sprintf("%.0f ms", m["ms/gif"]), m["ms/gif"] <= 60, nil
}

func imageGame(language string, limit float64) func(context.Context) (string, bool, error) {
	return func(ctx context.Context) (string, bool, error) {
		unit := "ms/game-" + language
		m, err := measured(ctx, "bot/lineup", "BenchmarkImageGame/"+language, "5x", unit)
		if err != nil {
			return "", false, err
		}
		return fmt.Sprintf("%.0f ms", m[unit]), m[unit] <= limit, nil
	}
}

package main

import (
	"agon/tournament"
	"agon/web"
)

// climb adds what a leaderboard shows of a line, where its format tells how ratings came about.
func climb(row *web.StandingRow, line tournament.Standing) {
	row.Rating, row.RatingError = line.Rating, line.RatingError
	row.Won, row.Drawn, row.Lost = line.GamesWon, line.GamesDrawn, line.GamesLost
	for _, p := range line.Curve {
		row.Curve = append(row.Curve, web.CurvePoint{Games: p.Games, Rating: p.Rating, Error: p.Error})
	}
}

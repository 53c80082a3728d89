package contest

import (
	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/game"
	"agon/games/all"
	formats "agon/tournament/all"
)

// setup returns the same Setup as cmd/agon.
func setup() Setup {
	return Setup{
		Kinds:   all.Find,
		Formats: formats.Formats,
		Opener: func(k *game.Kind, _ *File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: bot.Plain{}, Log: bot.NewLog(0)}
		},
		Ledgers: ledgersOfTests(),
	}
}

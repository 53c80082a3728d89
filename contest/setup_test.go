package contest

import (
	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/contest/config"
	"agon/game"
	"agon/games/all"
	formats "agon/tournament/all"
)

// setup returns the same Setup as cmd/agon.
func setup() Setup {
	return Setup{
		Kinds:   all.Find,
		Formats: formats.Formats,
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
		Ledgers: ledgersOfTests(),
	}
}

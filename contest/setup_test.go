package contest_test

import (
	"context"
	"io/fs"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/record/replay/archive"
)

// setup returns the same Setup as cmd/agon.
func setup() contest.Setup {
	return contest.Setup{
		Kinds:   all.Find,
		Formats: formats.Formats,
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
		Ledgers: ledgersOfTests(),
		Recall: func(ctx context.Context, dir string) (*contest.Contest, error) {
			if !ledgers.Has(dir) {
				return nil, fs.ErrNotExist
			}
			return contest.Recall(ctx, dir, contest.Recalling{Kinds: all.Find, Formats: formats.Formats, Store: readLedger,
				Archive: archive.Open})
		},
	}
}

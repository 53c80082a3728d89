package contest

import (
	"context"
	"io/fs"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/contest/config"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/record/replay/archive"
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
		Recall: func(ctx context.Context, dir string) (*Contest, error) {
			if !ledgers.Has(dir) {
				return nil, fs.ErrNotExist
			}
			return Recall(ctx, dir, Recalling{Kinds: all.Find, Formats: formats.Formats, Store: readLedger, Archive: archive.Open})
		},
	}
}

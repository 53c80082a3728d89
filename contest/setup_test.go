package contest

import (
	"context"
	"path/filepath"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/game"
	"agon/games/all"
	"agon/store"
	"agon/store/sqlite"
	formats "agon/tournament/all"
)

// setup is what cmd/agon wires up.
func setup() Setup {
	return Setup{
		Kinds:   all.Find,
		Formats: formats.Formats,
		Opener: func(k *game.Kind, _ *File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: bot.Plain{}, Log: bot.NewLog(0)}
		},
		Store: func(ctx context.Context, dir string) (store.Store, error) {
			return sqlite.Open(ctx, filepath.Join(dir, "ledger.db"))
		},
	}
}

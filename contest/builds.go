package contest

import (
	"context"
	"errors"
	"fmt"
	"os"

	"agon/bot/build"
	"agon/contest/config"
)

// checkTools checks the file's choices for building and running bots: [runtimes] start, [packages] is readable, shims are known.
func checkTools(ctx context.Context, f *config.File) (err error) {
	var bad *build.BadRuntime
	if _, err = build.Runtimes(ctx, f.Runtimes); errors.As(err, &bad) {
		return f.Mistake(config.Place{Table: "runtimes", Key: bad.Name}, fmt.Errorf("[runtimes] %w", err))
	}
	if f.Packages != "" {
		if _, err := os.ReadDir(f.Packages); err != nil {
			return f.Mistake(config.Place{Table: "packages", Key: "folder"}, fmt.Errorf("[packages] folder %s: %w", f.Packages, err))
		}
	}
	if err := build.CheckShims(f.Shims); err != nil {
		return f.Mistake(config.Place{Key: "shims"}, err)
	}
	return nil
}

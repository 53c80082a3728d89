package lineup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"agon/bot/pyhost"
)

// A looked is what a class host has found in a file, as the cache keeps it.
type looked struct {
	Bots    []pyhost.Found
	Version string // of the interpreter
}

// errWarned is the end of a look that is not kept: a bot in the file printed something, or cannot be constructed.
var errWarned = errors.New("the bot printed something, or cannot be constructed")

// look returns the bots in an isolated file, as [pyhost.Look] does. A file that was loaded before in a sandbox is not loaded again: with
// the same files, interpreter, packages and limits it has the same bots. Whatever had a message is loaded again, so that it is printed
// again.
func (o *Opener) look(ctx context.Context, c pyhost.Config, h *isolated) ([]pyhost.Found, error) {
	if c.List || o.Reload || c.Launcher.Level() == "none" { // a bot without a sandbox may depend on anything
		return pyhost.Look(c)
	}
	installed := o.reading.installed(c.Python)
	builder, err := o.tools()
	if installed == "" || err != nil {
		return pyhost.Look(c)
	}
	var found []pyhost.Found
	var failure error
	ran, before := false, o.Log.Total()
	sum := sha256.Sum256([]byte(installed + c.Loaded() + h.source.Hash))
	dir, err := builder.Cache.Keep(ctx, "looked", hex.EncodeToString(sum[:16]), func(dir string) error {
		ran = true
		if found, failure = pyhost.Look(c); failure != nil {
			return failure
		}
		if o.Log.Total() != before || len(found) == 0 || slices.ContainsFunc(found, func(f pyhost.Found) bool { return f.Error != "" }) {
			return errWarned
		}
		return keepLooked(dir, looked{found, found[0].Version})
	})
	if ran { // what was found counts, whether it is kept or not
		return found, failure
	}
	if err == nil {
		if found, err = readLooked(dir); err == nil {
			return found, nil
		}
	}
	return pyhost.Look(c)
}

const lookedName = "bots.json"

func keepLooked(dir string, l looked) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, lookedName), text, 0o644)
}

func readLooked(dir string) ([]pyhost.Found, error) {
	text, err := os.ReadFile(filepath.Join(dir, lookedName))
	if err != nil {
		return nil, err
	}
	var l looked
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, err
	}
	for i := range l.Bots {
		l.Bots[i].Version = l.Version
	}
	return l.Bots, nil
}

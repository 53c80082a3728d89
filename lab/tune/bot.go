package tune

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/build"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/nearest"
	"agon/internal/wholefile"
	"agon/lab/tuning"
)

// declares shows how parameters are declared.
const declares = "declare parameters in its bot.toml, as in\n[parameters]\ndepth = { value = 3, from = 1, to = 8 }"

// parameters reads the parameters of the bot, and begins the path with their values.
func (t *Tuner) parameters() error {
	ref := t.Bot
	info, err := os.Stat(ref)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is a file, and agon tune wants a bot's folder: put it into one, and %s", ref, declares)
	}
	if t.path, err = filepath.Abs(ref); err != nil {
		return cause.Host(err)
	}
	if t.all, err = build.ReadParameters(ref); err != nil {
		return fmt.Errorf("%s: %w", ref, err)
	}
	if len(t.all) == 0 {
		return fmt.Errorf("%s has no parameters: %s", ref, declares)
	}
	var names []string
	for _, p := range t.all {
		names = append(names, p.Name)
	}
	for _, name := range t.Only {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%s has no parameter %q%s", ref, name, nearest.Hint(name, names))
		}
	}
	var start []float64
	t.search = tuning.Search{Rounds: t.Rounds, Seed: t.Session.Seed, Width: t.Width, Step: t.Step}
	for i, p := range t.all {
		if len(t.Only) > 0 && !slices.Contains(t.Only, p.Name) {
			continue
		}
		t.tuned = append(t.tuned, i)
		t.search.Axes = append(t.search.Axes, tuning.Axis{From: p.From, To: p.To, Whole: p.Whole})
		start = append(start, p.Value)
	}
	t.values = [][]float64{start}
	return nil
}

// version makes a version of the bot: a copy of its folder with other values in its bot.toml.
func (t *Tuner) version(dir string, values []float64) error {
	if err := os.RemoveAll(dir); err != nil { // a run that was killed may have left a part of it
		return cause.Host(err)
	}
	if err := os.CopyFS(dir, os.DirFS(t.path)); err != nil {
		if errors.Is(err, fs.ErrInvalid) {
			return fmt.Errorf("%s cannot be copied: it has an entry that is not a file, a folder or a link: %w", clean.Text(t.Bot), err)
		}
		return cause.Host(fmt.Errorf("copy the bot: %w", err))
	}
	name := filepath.Join(dir, "bot.toml")
	text, err := os.ReadFile(name)
	if err != nil {
		return cause.Host(err)
	}
	changed := map[string]float64{}
	for i, value := range values {
		changed[t.all[t.tuned[i]].Name] = value
	}
	if text, err = build.ChangeParameters(text, changed); err != nil {
		return err
	}
	return cause.Host(wholefile.WriteBytes(name, text))
}

// text returns values of the tuned parameters as text: "depth 4, weight 1.7".
func (t *Tuner) text(at []float64) string {
	var all []string
	for i, v := range at {
		all = append(all, t.all[t.tuned[i]].Name+" "+fmt.Sprintf("%.4g", v))
	}
	return strings.Join(all, ", ")
}

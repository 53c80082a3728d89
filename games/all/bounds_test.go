package all

import (
	"errors"
	"math"
	"strings"
	"testing"

	"agon/game"
)

// TestNumbersAreBounded: a huge number, or one that is none, is refused in a sentence that names the option: of a kind, and of a built-in
// bot.
func TestNumbersAreBounded(t *testing.T) {
	for _, k := range Kinds() {
		bounded(t, k.Name, k.Options)
		for _, b := range k.Builtins {
			bounded(t, k.Name+" "+b.Name, b.Params)
		}
	}
}

func bounded(t *testing.T, of string, options []game.Option) {
	t.Helper()
	for _, o := range options {
		switch o.Default.(type) {
		case int, float64, game.List:
		default:
			continue
		}
		if o.Min == 0 && o.Max == 0 {
			t.Errorf("%s: option %s has no bounds", of, o.Name)
		}
		for _, v := range []any{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, int64(math.MaxInt64), int64(math.MinInt64), "1e309",
			"99999999999999999999", "nan"} {
			_, err := game.NewSettings(options, map[string]any{o.Name: v})
			var wrong *game.OptionError
			if !errors.As(err, &wrong) || wrong.Option != o.Name || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %s = %v: %v", of, o.Name, v, err)
			}
		}
	}
}

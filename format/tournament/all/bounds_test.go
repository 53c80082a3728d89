package all

import (
	"errors"
	"math"
	"strings"
	"testing"

	"agon/game"
)

// TestNumbersAreBounded: a huge number, or one that is none, is refused where a file is read, in a sentence that names the key.
func TestNumbersAreBounded(t *testing.T) {
	for _, f := range Formats {
		for _, key := range f.Keys {
			switch key.Default.(type) {
			case int, float64, game.List:
			default:
				continue
			}
			if key.Min == 0 && key.Max == 0 {
				t.Errorf("%s: key %s has no bounds", f.Name, key.Name)
			}
			for _, v := range []any{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, int64(math.MaxInt64), int64(math.MinInt64),
				"1e309", "99999999999999999999", "nan"} {
				_, err := f.Make(map[string]any{key.Name: v})
				var wrong *game.OptionError
				if !errors.As(err, &wrong) || wrong.Option != key.Name || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: %s = %v: %v", f.Name, key.Name, v, err)
				}
			}
		}
	}
}

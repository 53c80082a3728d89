package game

import (
	"fmt"
	"strconv"
	"strings"
)

// An Until is a goal as the value of an option: a whole number, or a percentage, "20" or "95%". In a file a percentage is text: "95 %".
type Until string

// leastPercent and mostPercent bound percentages.
const (
	leastPercent = 50
	mostPercent  = 99.9
)

// Count returns the whole number, 0 for a percentage.
func (u Until) Count() int {
	n, _ := strconv.Atoi(string(u))
	return n
}

// Level returns the percentage as a probability, 0 for a whole number.
func (u Until) Level() float64 {
	text, percent := strings.CutSuffix(string(u), "%")
	if !percent {
		return 0
	}
	level, _ := strconv.ParseFloat(text, 64)
	return level / 100
}

// Until returns the value of such an option.
func (s Settings) Until(name string) Until { return s.values[name].(Until) }

// until parses a goal. Whole numbers lie between the option's bounds; without bounds there are only 0 and percentages.
func (o Option) until(v any) (Until, error) {
	text := strings.ReplaceAll(fmt.Sprint(v), " ", "")
	if share, percent := strings.CutSuffix(text, "%"); percent {
		level, err := strconv.ParseFloat(share, 64)
		if err != nil || !(level >= leastPercent && level <= mostPercent) {
			return "", fmt.Errorf("option %s must be from %v %% to %v %%, not %q", o.Name, leastPercent, mostPercent, v)
		}
		return Until(strconv.FormatFloat(level, 'f', -1, 64) + "%"), nil
	}
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= o.Min && n <= o.Max:
		return Until(strconv.Itoa(n)), nil
	case o.Max > 0:
		return "", fmt.Errorf("option %s must be a percentage such as \"95 %%\", or a whole number from %d to %d, not %v", o.Name, o.Min,
			o.Max, v)
	}
	return "", fmt.Errorf("option %s must be a percentage such as \"95 %%\", not %v", o.Name, v)
}

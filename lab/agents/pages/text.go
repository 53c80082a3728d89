package pages

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agon/internal/clean"
	"agon/internal/numerals"
	"agon/lab/agents/verdict"
)

// words are the functions of all templates.
var words = map[string]any{
	"figure": figure, "gain": gain, "share": share, "percent": percent, "took": took, "size": size, "counts": counts[int],
	"amounts": counts[float64], "grouped": numerals.Grouped, "rounded": func(x float64) string { return numerals.Decimals(x, 0) },
	"clean": clean.Text, "percentage": func(part float64) float64 { return 100 * part }, "plus": func(a, b int) int { return a + b },
	"head": head, "tail": tail, "indent": indent, "diff": diff,
	"cell": func(s string) string {
		return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(clean.Text(s))
	},
}

// figure writes a figure with its interval: "143 (60 to 226)".
func figure(f *verdict.Figure) string {
	if f == nil {
		return "–"
	}
	return fmt.Sprintf("%s (%s to %s)", numerals.Decimals(f.Value, 0), numerals.Decimals(f.Low, 0), numerals.Decimals(f.High, 0))
}

// gain writes a gain: "+143 (60 to 226)".
func gain(f *verdict.Figure) string {
	if f != nil && f.Value >= 0.5 {
		return "+" + figure(f)
	}
	return figure(f)
}

// share writes a part in percent: "80 % (60 to 105)".
func share(f *verdict.Figure) string {
	if f == nil {
		return "–"
	}
	return strings.Replace(figure(&verdict.Figure{Value: 100 * f.Value, Low: 100 * f.Low, High: 100 * f.High}), " (", " % (", 1)
}

// percent writes a probability that draws give, of which none is certain.
func percent(p float64) string {
	switch {
	case p > 0.995:
		return "> 99 %"
	case p < 0.005:
		return "< 1 %"
	}
	return numerals.Decimals(100*p, 0) + " %"
}

// mostCounts is the number of counts that are written.
const mostCounts = 8

// counts writes numbers by name: "cost 3.2, tokens 120 000".
func counts[N int | float64](all map[string]N) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if len(list) == mostCounts {
			list = append(list, "…")
			break
		}
		value := numerals.Trimmed(float64(all[name]))
		if n := int(all[name]); N(n) == all[name] {
			value = numerals.Grouped(n)
		}
		list = append(list, clean.Text(name[:min(40, len(name))])+" "+value)
	}
	return cmp.Or(strings.Join(list, ", "), "–")
}

// took writes milliseconds: "12.3 s", "4 min 10 s".
func took(ms int64) string {
	switch s := ms / 1000; {
	case s < 60:
		return numerals.Decimals(float64(ms)/1000, 1) + " s"
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	}
}

// size writes a number of bytes.
func size(bytes int64) string {
	switch {
	case bytes >= 1e6:
		return numerals.Decimals(float64(bytes)/1e6, 1) + " MB"
	case bytes >= 1e4:
		return numerals.Decimals(float64(bytes)/1e3, 0) + " kB"
	}
	return numerals.Counted(int(bytes), "byte")
}

// mostText is the number of bytes of a text that a page shows.
const mostText = 100_000

// head returns the beginning of a text, escaped.
func head(text string) string {
	if left := len(text) - mostText; left > 0 {
		return clean.Text(strings.ToValidUTF8(text[:mostText], "")) + "\n… and " + size(int64(left)) + " more"
	}
	return clean.Text(text)
}

// tail returns the end of a text, escaped.
func tail(text string) string {
	if left := len(text) - mostText; left > 0 {
		return size(int64(left)) + " before this are left out …\n" + clean.Text(strings.ToValidUTF8(text[left:], ""))
	}
	return clean.Text(text)
}

// indent writes JSON on several lines.
func indent(text json.RawMessage) string {
	var out bytes.Buffer
	if json.Indent(&out, text, "", "  ") != nil {
		return ""
	}
	return head(out.String())
}

// A line is one of a diff.
type line struct{ Class, Text string }

var classes = []struct{ prefix, class string }{{"+++", "file"}, {"---", "file"}, {"diff ", "file"}, {"@@", "hunk"}, {"+", "added"},
	{"-", "removed"}}

// diff returns the lines of a diff with their classes.
func diff(text string) (list []line) {
	for of := range strings.Lines(head(text)) {
		class := ""
		for _, c := range classes {
			if strings.HasPrefix(of, c.prefix) {
				class = c.class
				break
			}
		}
		list = append(list, line{class, of})
	}
	return list
}

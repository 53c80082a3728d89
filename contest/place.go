package contest

import (
	"regexp"
	"strings"
)

// A place is where something stands in a contest.toml: a key in a table, which is counted from 0 where there are several of its name.
// The table of what stands above all tables is "".
type place struct {
	table string
	nth   int
	key   string
}

// header is the line that begins a table.
var header = regexp.MustCompile(`^\s*\[{1,2}\s*"?([^\]"]+?)"?\s*\]{1,2}`)

// lineOf is the line of a place: that of the key, else that of its table, 0 where there is neither.
func lineOf(text string, p place) int {
	last := p.key[strings.LastIndexByte(p.key, '.')+1:]
	word := `"?` + regexp.QuoteMeta(last) + `"?\s*[.=]`
	set := regexp.MustCompile(`^\s*` + word + `|[{,]\s*` + word)
	in, seen, begun := "", -1, 0
	for i, row := range strings.Split(text, "\n") {
		if h := header.FindStringSubmatch(row); h != nil {
			in = h[1]
			if in == p.table {
				seen++
			}
			if in == p.table && seen == p.nth {
				begun = i + 1
			}
			if p.table == "" && (in == last || strings.HasPrefix(in, last+".")) {
				return i + 1
			}
			continue
		}
		inside := p.table == "" && in == "" || seen == p.nth && (in == p.table || strings.HasPrefix(in, p.table+"."))
		if inside && set.MatchString(row) {
			return i + 1
		}
	}
	if begun == 0 && p.table != "" {
		return lineOf(text, place{key: p.table})
	}
	return begun
}

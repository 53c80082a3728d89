package similar

// A Span is a run of tokens that both versions of a pair have, by its lines. It is long enough that it surely has a fingerprint.
type Span struct {
	One   Lines `json:"one"`
	Other Lines `json:"other"`
}

// Lines are lines of a file.
type Lines struct {
	File string `json:"file"`
	From int    `json:"from"` // from 1
	To   int    `json:"to"`   // included
}

// A text is a file with its grams.
type text struct {
	name   string
	tokens []Token
	grams  []uint64
	used   []bool // grams that are in a span, or were taken out
}

// A place is that of a gram.
type place struct{ file, at int }

// texts returns the files of a side.
func (c *comparison) texts(files []File) (list []text) {
	for _, f := range files {
		tokens := Tokens(f.Name, f.Text)
		t := text{name: f.Name, tokens: tokens, grams: grams(tokens)}
		t.used = make([]bool, len(t.grams))
		for i, h := range t.grams {
			t.used[i] = c.given[h] || c.common[h]
		}
		list = append(list, t)
	}
	return list
}

// mostPlaces is the number of places in the other version that are tried for a gram.
const mostPlaces = 16

// span finds the spans of a pair: from each gram that both have it takes the longest run of equal grams that are in no span yet.
func (c *comparison) span(p *Pair) {
	one, other := c.texts(p.One.Files), c.texts(p.Other.Files)
	places := map[uint64][]place{}
	for file := range other {
		for at, h := range other[file].grams {
			if had := places[h]; len(had) < mostPlaces && !other[file].used[at] {
				places[h] = append(had, place{file, at})
			}
		}
	}
	p.Spans = []Span{}
	for i := range one {
		for at, h := range one[i].grams {
			var best *text
			from, most := 0, 0
			for _, x := range places[h] {
				if n := run(&one[i], &other[x.file], at, x.at); n > most {
					best, from, most = &other[x.file], x.at, n
				}
			}
			if most >= window {
				p.Spans = append(p.Spans, Span{one[i].take(at, most), best.take(from, most)})
			}
		}
	}
	p.One.Lines = covered(p.Spans, func(s Span) Lines { return s.One })
	p.Other.Lines = covered(p.Spans, func(s Span) Lines { return s.Other })
}

// run returns the number of equal grams from a place on that are in no span.
func run(one, other *text, at, from int) (n int) {
	for at+n < len(one.grams) && from+n < len(other.grams) && one.grams[at+n] == other.grams[from+n] && !one.used[at+n] &&
		!other.used[from+n] {
		n++
	}
	return n
}

// take marks grams as those of a span, and returns their lines.
func (t *text) take(at, n int) Lines {
	for i := range n {
		t.used[at+i] = true
	}
	return Lines{t.name, t.tokens[at].Line, t.tokens[at+n-1+gram-1].Line}
}

// covered returns the number of lines in some spans.
func covered(spans []Span, side func(Span) Lines) int {
	lines := map[Lines]bool{}
	for _, s := range spans {
		for l := side(s); l.From <= l.To; l.From++ {
			lines[Lines{l.File, l.From, l.From}] = true
		}
	}
	return len(lines)
}

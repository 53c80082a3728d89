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

// texts returns the files of a version.
func (c *comparison) texts(files []File) (list []*text) {
	for _, f := range files {
		t := &text{name: f.Name, tokens: Tokens(f.Name, f.Text)}
		for _, h := range grams(t.tokens) {
			t.grams, t.used = append(t.grams, h), append(t.used, c.given[h] || c.common[h])
		}
		list = append(list, t)
	}
	return list
}

// A place is that of a gram in a text.
type place struct {
	*text
	at int
}

// mostPlaces is the number of places in the other version that are tried for a gram.
const mostPlaces = 16

// span finds the spans of a pair: from each gram that both have it takes the longest run of equal grams that are in no span yet.
func (c *comparison) span(p *Pair) {
	places := map[uint64][]place{}
	for _, t := range c.texts(p.Other.Files) {
		for at, h := range t.grams {
			if !t.used[at] && len(places[h]) < mostPlaces {
				places[h] = append(places[h], place{t, at})
			}
		}
	}
	p.Spans = []Span{}
	one, other := map[Lines]bool{}, map[Lines]bool{}
	for _, t := range c.texts(p.One.Files) {
		for at, h := range t.grams {
			var best place
			most := 0
			for _, x := range places[h] {
				if n := x.run(place{t, at}); n > most {
					best, most = x, n
				}
			}
			if most >= window {
				p.Spans = append(p.Spans, Span{place{t, at}.take(most, one), best.take(most, other)})
			}
		}
	}
	p.One.Lines, p.Other.Lines = len(one), len(other)
}

// run returns the number of equal grams from two places on that are in no span.
func (x place) run(y place) (n int) {
	for ; x.at < len(x.grams) && y.at < len(y.grams) && x.grams[x.at] == y.grams[y.at] && !x.used[x.at] && !y.used[y.at]; n++ {
		x.at++
		y.at++
	}
	return n
}

// take marks n grams as those of a span, adds their lines to those that match, and returns them.
func (x place) take(n int, match map[Lines]bool) Lines {
	for i := range n {
		x.used[x.at+i] = true
	}
	l := Lines{x.name, x.tokens[x.at].Line, x.tokens[x.at+n-1+gram-1].Line}
	for at := l.From; at <= l.To; at++ {
		match[Lines{File: x.name, From: at}] = true
	}
	return l
}

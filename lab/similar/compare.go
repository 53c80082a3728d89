package similar

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"agon/bot/build"
	"agon/internal/numerals"
)

// Bounds of a comparison.
const (
	mostVersions = 2000
	mostPairs    = 200
	fewest       = 8 // fingerprints that a pair shares, at least
)

// Caution is what whoever sees a result must know.
const Caution = "A hint for people to look at, not a verdict: bots may be alike since their authors learned from the same source, or " +
	"since the game leaves few ways to write a thing."

// A File is a text of a version. Its lines end with \n, and it is valid UTF-8.
type File struct{ Name, Text string }

// A Version is what an author handed in at one time.
type Version struct {
	Author string `json:"author"`
	Bot    string `json:"bot"`
	Number int    `json:"version"` // of its bot, from 1; 0: it has none
	Files  []File `json:"-"`
}

// Label names a version: "rambo, version 3".
func (v *Version) Label() string {
	if v.Number == 0 {
		return v.Bot
	}
	return fmt.Sprintf("%s, version %d", v.Bot, v.Number)
}

// A Result is what a comparison found.
type Result struct {
	Caution  string   `json:"caution"`
	Authors  int      `json:"authors"`
	Versions int      `json:"versions"`
	Given    int      `json:"given"`    // files that everybody was given
	Common   int      `json:"common"`   // fingerprints that too many authors have
	Least    float64  `json:"least"`    // share from which pairs are listed
	Pairs    []Pair   `json:"pairs"`    // the most similar first
	LeftOut  []string `json:"left_out"` // sentences
}

// A Pair is the two versions of two authors that share the most fingerprints.
type Pair struct {
	One    Side   `json:"one"`
	Other  Side   `json:"other"`
	Shared int    `json:"shared"` // fingerprints
	Spans  []Span `json:"spans"`
}

// Share returns the greater share of the two.
func (p *Pair) Share() float64 { return max(p.One.Share, p.Other.Share) }

// A Side is one of the two versions of a pair.
type Side struct {
	Version
	Language string  `json:"language"` // empty: unknown
	Share    float64 `json:"share"`    // of its fingerprints that the other has, without those that were taken out
	Lines    int     `json:"lines"`    // that match
}

// A comparison compares versions, which it orders.
type comparison struct {
	versions []*sample
	given    map[uint64]bool // grams of files that everybody was given
	common   map[uint64]bool
	authors  int
}

// A sample is a version with its fingerprints, sorted, without those that were taken out.
type sample struct {
	Version
	author int
	prints []uint64
}

func byName(a, b File) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text)) }

// Compare compares versions of different authors, without the files that everybody was given, and returns the pairs of authors whose share
// is at least so large. The error is that of ctx.
func Compare(ctx context.Context, versions []Version, given []File, least float64) (*Result, error) {
	c := &comparison{given: map[uint64]bool{}, common: map[uint64]bool{}}
	for _, f := range given {
		for _, h := range grams(Tokens(f.Name, f.Text)) {
			c.given[h] = true
		}
	}
	for _, v := range versions {
		v.Files = slices.DeleteFunc(slices.SortedFunc(slices.Values(v.Files), byName), func(f File) bool {
			return slices.ContainsFunc(given, func(g File) bool { return g.Text == f.Text })
		})
		c.versions = append(c.versions, &sample{Version: v})
	}
	slices.SortFunc(c.versions, func(a, b *sample) int {
		return cmp.Or(cmp.Compare(a.Author, b.Author), cmp.Compare(a.Bot, b.Bot), cmp.Compare(a.Number, b.Number),
			slices.CompareFunc(a.Files, b.Files, byName))
	})
	r := &Result{Caution: Caution, Given: len(given), Least: least, Pairs: []Pair{}, LeftOut: []string{}}
	if n := len(c.versions) - mostVersions; n > 0 {
		c.versions = c.versions[:mostVersions]
		r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s: at most %d are compared", numerals.Counted(n, "version"), mostVersions))
	}
	c.fingerprint(ctx)
	c.takeOut()
	short := 0
	for _, s := range c.versions {
		if len(s.prints) < fewest {
			short++
		}
	}
	if short > 0 {
		r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s with fewer than %d fingerprints beside what was taken out",
			numerals.Counted(short, "version"), fewest))
	}
	r.Authors, r.Versions, r.Common = c.authors, len(c.versions), len(c.common)
	c.pairs(r)
	return r, ctx.Err()
}

// fingerprint finds the fingerprints of all versions, of several at once, and numbers their authors.
func (c *comparison) fingerprint(ctx context.Context) {
	var all sync.WaitGroup
	lanes := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, s := range c.versions {
		if i == 0 || c.versions[i-1].Author != s.Author {
			c.authors++
		}
		s.author = c.authors
		lanes <- struct{}{}
		all.Go(func() {
			for _, f := range s.Files {
				if ctx.Err() == nil {
					s.prints = winnowed(s.prints, grams(Tokens(f.Name, f.Text)))
				}
			}
			slices.Sort(s.prints)
			s.prints = slices.DeleteFunc(slices.Compact(s.prints), func(h uint64) bool { return c.given[h] })
			<-lanes
		})
	}
	all.Wait()
}

// takeOut takes out the fingerprints that too many authors have.
func (c *comparison) takeOut() {
	type having struct{ last, authors int32 }
	all := map[uint64]having{}
	for _, s := range c.versions {
		for _, h := range s.prints {
			if had := all[h]; had.last != int32(s.author) {
				all[h] = having{int32(s.author), had.authors + 1}
			}
		}
	}
	for h, x := range all {
		if n := int(x.authors); c.authors >= 5 && n > 3 && 4*n > c.authors {
			c.common[h] = true
		}
	}
	for _, s := range c.versions {
		s.prints = slices.DeleteFunc(s.prints, func(h uint64) bool { return c.common[h] })
	}
}

// pairs adds the pairs to the result.
func (c *comparison) pairs(r *Result) {
	type two struct{ one, other int }
	best, having := map[two]Pair{}, map[uint64][]int32{}
	for i, other := range c.versions {
		shared := make([]int, i) // with each version before it
		for _, h := range other.prints {
			for _, one := range having[h] {
				shared[one]++
			}
			having[h] = append(having[h], int32(i))
		}
		for at, n := range shared {
			one := c.versions[at]
			if key := (two{one.author, other.author}); key.one != key.other && n >= fewest && n > best[key].Shared {
				best[key] = Pair{One: one.side(n), Other: other.side(n), Shared: n}
			}
		}
	}
	for _, p := range best {
		if p.Share() >= r.Least {
			r.Pairs = append(r.Pairs, p)
		}
	}
	slices.SortFunc(r.Pairs, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(a.Share(), b.Share()), -cmp.Compare(a.One.Share+a.Other.Share, b.One.Share+b.Other.Share),
			cmp.Compare(a.One.Author, b.One.Author), cmp.Compare(a.Other.Author, b.Other.Author))
	})
	if n := len(r.Pairs) - mostPairs; n > 0 {
		r.Pairs = r.Pairs[:mostPairs]
		r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s less similar than the %d that are listed", numerals.Counted(n, "pair"), mostPairs))
	}
	for i := range r.Pairs {
		c.span(&r.Pairs[i])
	}
}

// side returns a version as a side of a pair that shares n fingerprints. Its language is that of its longest source.
func (s *sample) side(n int) Side {
	side, longest := Side{Version: s.Version, Share: float64(n) / float64(len(s.prints))}, 0
	for _, f := range s.Files {
		if l, ok := build.SourceLanguage(f.Name); ok && len(f.Text) > longest {
			longest, side.Language = len(f.Text), l.Name
		}
	}
	return side
}

package similar

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"agon/bot/build"
	"agon/internal/numerals"
)

// Bounds of a comparison; the package's documentation has the others.
const (
	mostVersions = 2000
	mostPairs    = 200
	fewest       = 8 // fingerprints that a pair shares, at least
	fewAuthors   = 5 // below it nothing is common
)

// Caution is what whoever sees a result must know.
const Caution = "A hint for people to look at, not a verdict: bots may be alike since their authors learned from the same source, or " +
	"since the game leaves few ways to write a thing."

// A File is a text of a version. Its lines end with \n, and it is valid UTF-8.
type File struct{ Name, Text string }

// A Version is what an author handed in at one time.
type Version struct {
	Author, Bot string
	Number      int // of its bot, from 1; 0: it has none
	Files       []File
}

func (v *Version) order(w *Version) int {
	files := func(a, b File) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text)) }
	return cmp.Or(cmp.Compare(v.Author, w.Author), cmp.Compare(v.Bot, w.Bot), cmp.Compare(v.Number, w.Number),
		slices.CompareFunc(v.Files, w.Files, files))
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
	Author   string  `json:"author"`
	Bot      string  `json:"bot"`
	Version  int     `json:"version"` // 0: it has no number
	Language string  `json:"language"`
	Share    float64 `json:"share"` // of its fingerprints that the other has, without those that were taken out
	Lines    int     `json:"lines"` // that match
	Files    []File  `json:"-"`
}

// A comparison compares versions, which it orders.
type comparison struct {
	versions []*sample
	given    map[uint64]bool // grams of files that everybody was given
	common   map[uint64]bool
	authors  int
}

// A sample is a version with its fingerprints.
type sample struct {
	*Version
	author int
	prints []uint64 // sorted, without those that were taken out
}

// Compare compares versions of different authors, without the files that everybody was given, and returns the pairs of authors whose share
// is at least so large. The error is that of ctx.
func Compare(ctx context.Context, versions []Version, given []File, least float64) (*Result, error) {
	r := &Result{Caution: Caution, Given: len(given), Least: least, Pairs: []Pair{}, LeftOut: []string{}}
	c := &comparison{given: map[uint64]bool{}, common: map[uint64]bool{}}
	equal := map[string]bool{}
	for _, f := range given {
		equal[f.Text] = true
		for _, h := range grams(Tokens(f.Name, f.Text)) {
			c.given[h] = true
		}
	}
	for _, v := range versions {
		v.Files = slices.DeleteFunc(slices.Clone(v.Files), func(f File) bool { return equal[f.Text] })
		slices.SortFunc(v.Files, func(a, b File) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text)) })
		c.versions = append(c.versions, &sample{Version: &v})
	}
	slices.SortFunc(c.versions, func(a, b *sample) int { return a.order(b.Version) })
	if n := len(c.versions); n > mostVersions {
		c.versions = c.versions[:mostVersions]
		r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s: at most %d are compared", numerals.Counted(n-mostVersions, "version"), mostVersions))
	}
	if err := c.fingerprint(ctx); err != nil {
		return nil, err
	}
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

// fingerprint finds the fingerprints of all versions, those of several authors at once.
func (c *comparison) fingerprint(ctx context.Context) error {
	var all sync.WaitGroup
	lanes := make(chan struct{}, runtime.GOMAXPROCS(0))
	for at := 0; at < len(c.versions); c.authors++ {
		end := at + 1
		for end < len(c.versions) && c.versions[end].Author == c.versions[at].Author {
			end++
		}
		own, author := c.versions[at:end], c.authors
		lanes <- struct{}{}
		all.Go(func() {
			defer func() { <-lanes }()
			for _, s := range own {
				if s.author = author; ctx.Err() == nil {
					s.fingerprint(c.given)
				}
			}
		})
		at = end
	}
	all.Wait()
	return ctx.Err()
}

// fingerprint finds the fingerprints of a version.
func (s *sample) fingerprint(given map[uint64]bool) {
	for _, f := range s.Files {
		s.prints = winnowed(s.prints, grams(Tokens(f.Name, f.Text)))
	}
	slices.Sort(s.prints)
	s.prints = slices.DeleteFunc(slices.Compact(s.prints), func(h uint64) bool { return given[h] })
}

// takeOut takes out the fingerprints that too many authors have.
func (c *comparison) takeOut() {
	if c.authors < fewAuthors {
		return
	}
	authors, last := map[uint64]int{}, map[uint64]int{}
	for _, s := range c.versions {
		for _, h := range s.prints {
			if last[h] != s.author+1 {
				last[h] = s.author + 1
				authors[h]++
			}
		}
	}
	for h, n := range authors {
		if n > 3 && 4*n > c.authors {
			c.common[h] = true
		}
	}
	for _, s := range c.versions {
		s.prints = slices.DeleteFunc(s.prints, func(h uint64) bool { return c.common[h] })
	}
}

// shared counts the fingerprints that each two versions of different authors share, by the first and the second.
func (c *comparison) shared() [][]uint32 {
	having := map[uint64][]int{}
	counts := make([][]uint32, len(c.versions))
	for other, s := range c.versions {
		counts[other] = make([]uint32, other) // of versions before it
		for _, h := range s.prints {
			for _, one := range having[h] {
				counts[other][one]++
			}
			having[h] = append(having[h], other)
		}
	}
	return counts
}

// pairs adds the pairs to the result.
func (c *comparison) pairs(r *Result) {
	type two struct{ one, other int }
	best, counts := map[two]two{}, c.shared()
	for other, s := range c.versions {
		for one, n := range counts[other] {
			key := two{c.versions[one].author, s.author}
			if had, ok := best[key]; key.one != key.other && n >= fewest && (!ok || n > counts[had.other][had.one]) {
				best[key] = two{one, other}
			}
		}
	}
	for _, of := range best {
		one, other, n := c.versions[of.one], c.versions[of.other], counts[of.other][of.one]
		p := Pair{One: one.side(n), Other: other.side(n), Shared: int(n)}
		if p.Share() >= r.Least {
			r.Pairs = append(r.Pairs, p)
		}
	}
	slices.SortFunc(r.Pairs, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(a.Share(), b.Share()), -cmp.Compare(a.One.Share+a.Other.Share, b.One.Share+b.Other.Share),
			strings.Compare(a.One.Author, b.One.Author), strings.Compare(a.Other.Author, b.Other.Author))
	})
	if n := len(r.Pairs); n > mostPairs {
		r.Pairs = r.Pairs[:mostPairs]
		r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s less similar than those listed, of which there are at most %d",
			numerals.Counted(n-mostPairs, "pair"), mostPairs))
	}
	for i := range r.Pairs {
		c.span(&r.Pairs[i])
	}
}

// side returns a version as a side of a pair that shares n fingerprints.
func (s *sample) side(n uint32) Side {
	side := Side{Author: s.Author, Bot: s.Bot, Version: s.Number, Share: float64(n) / float64(len(s.prints)), Files: s.Files}
	longest := 0
	for _, f := range s.Files {
		if l, ok := build.SourceLanguage(f.Name); ok && len(f.Text) > longest {
			longest, side.Language = len(f.Text), l.Name
		}
	}
	return side
}

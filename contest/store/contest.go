package store

import (
	"fmt"
	"strings"
)

// A Contest is what defines a contest. If anything but its name changes, results from before and after do not belong together.
type Contest struct {
	Name       string // for readers
	Kind       string
	Rules      string // the version of the kind's rules
	Seed       int64
	Secret     string  // the secret that was drawn; empty if the contest's file sets it, or if it is derived from the seed
	SecretHash string  // SHA-256 in hexadecimal digits of a secret that the file sets; else empty
	Average    string  // the average time of a move that is enforced, as in "20ms"; empty for none
	Options    []Value // of the kind, all of them
	Stages     []Stage
	Bots       []Bot // with which it began, by number of the entry
}

// A Value is a named value as text.
type Value struct{ Name, Text string }

// A Stage is a part of a contest under one format.
type Stage struct {
	Name, Format string
	Keys         []Value // of the format, as the contest's file sets them
}

// String returns the format with its keys: "arena games=20".
func (s Stage) String() string {
	words := []string{s.Format}
	for _, key := range s.Keys {
		words = append(words, key.Name+"="+key.Text)
	}
	return strings.Join(words, " ")
}

// A Bot is an entry with which a contest began.
type Bot struct {
	Name, Author string
	Hash         string // of its files; the first 16 digits in ledgers that were begun before the whole was kept
	Image        string // the ID of its container image; empty if it has none
	Broken       string // why it cannot play; empty if it can. Pairings depend on whether it plays
}

// Unknown is the reason of a broken bot in a ledger that was begun before reasons were kept.
const Unknown = "it could not be loaded"

// Facts lists what defines the contest, for readers. Names are unique: "seed", "option rounds", "bot rambo".
func (c *Contest) Facts() []Value {
	facts := []Value{{"kind", c.Kind}, {"rules", c.Rules}, {"seed", fmt.Sprint(c.Seed)}}
	add := func(name, text string) {
		if text != "" {
			facts = append(facts, Value{name, text})
		}
	}
	add("secret", c.Secret)
	add("hash of the secret", c.SecretHash)
	for _, o := range c.Options {
		facts = append(facts, Value{"option " + o.Name, o.Text})
	}
	for i, s := range c.Stages {
		facts = append(facts, Value{fmt.Sprintf("stage %d (%s)", i+1, s.Name), s.String()})
	}
	add("enforced average", c.Average)
	for _, b := range c.Bots {
		hash := b.Hash
		if b.Broken != "" {
			hash += ", cannot play"
		}
		facts = append(facts, Value{"bot " + b.Name, hash})
		add("image of "+b.Name, b.Image)
	}
	return facts
}

// Differences describes the changes from one contest to another; nil if there are none that matter.
func (c *Contest) Differences(now *Contest) (list []string) {
	was, is := c.Facts(), now.Facts()
	before, after := texts(was), texts(is)
	for _, fact := range was {
		text, ok := after[fact.Name]
		switch {
		case !ok:
			list = append(list, fact.Name+" is gone")
		case text != fact.Text:
			list = append(list, fmt.Sprintf("%s was %s and is now %s", fact.Name, fact.Text, text))
		}
	}
	for _, fact := range is {
		if _, ok := before[fact.Name]; !ok {
			list = append(list, fact.Name+" is new")
		}
	}
	for i := range was {
		if len(list) == 0 && was[i] != is[i] {
			return []string{fmt.Sprintf("%s stands where %s stood", is[i].Name, was[i].Name)}
		}
	}
	return list
}

// texts returns values by name.
func texts(values []Value) map[string]string {
	all := make(map[string]string, len(values))
	for _, v := range values {
		all[v.Name] = v.Text
	}
	return all
}

// Check returns an error if the contest has no kind, or if a fact is not unique.
func (c *Contest) Check() error {
	if c.Kind == "" {
		return fmt.Errorf("a contest without a kind")
	}
	seen := map[string]bool{}
	for _, fact := range c.Facts() {
		if seen[fact.Name] {
			return fmt.Errorf("fact %q of the contest is listed twice", fact.Name)
		}
		seen[fact.Name] = true
	}
	return nil
}

// Changed is the error of a contest that differs from the one in the store.
type Changed struct {
	Differences []string
}

// Error lists the differences.
func (c *Changed) Error() string {
	return "this is not the contest that was begun here: " + strings.Join(c.Differences, "; ")
}

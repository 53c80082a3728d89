package store

import (
	"fmt"
	"strings"
)

// A Fingerprint identifies a contest by facts in a fixed order: kind, version, seed, options, stages, and the hash of every bot. If one
// of them changes, results from before and after do not belong together.
type Fingerprint []Fact

// A Fact is a part of a fingerprint. Names are for readers and unique: "seed", "option rounds", "bot rambo".
type Fact struct {
	Name, Value string
}

// Value returns the value of a fact, and whether it exists.
func (f Fingerprint) Value(name string) (string, bool) {
	for _, fact := range f {
		if fact.Name == name {
			return fact.Value, true
		}
	}
	return "", false
}

// Differences describes the changes from one fingerprint to another; nil if they are equal.
func (f Fingerprint) Differences(now Fingerprint) []string {
	var list []string
	for _, was := range f {
		value, ok := now.Value(was.Name)
		switch {
		case !ok:
			list = append(list, was.Name+" is gone")
		case value != was.Value:
			list = append(list, fmt.Sprintf("%s was %s and is now %s", was.Name, was.Value, value))
		}
	}
	for _, is := range now {
		if _, ok := f.Value(is.Name); !ok {
			list = append(list, is.Name+" is new")
		}
	}
	if len(list) > 0 {
		return list
	}
	for i := range f {
		if f[i] != now[i] {
			return []string{fmt.Sprintf("%s stands where %s stood", now[i].Name, f[i].Name)}
		}
	}
	return nil
}

// Check returns an error if there are no facts, or if a name is empty or not unique.
func (f Fingerprint) Check() error {
	if len(f) == 0 {
		return fmt.Errorf("a contest without a single fact")
	}
	seen := make(map[string]bool, len(f))
	for _, fact := range f {
		if fact.Name == "" || seen[fact.Name] {
			return fmt.Errorf("fact %q is unnamed or listed twice", fact.Name)
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

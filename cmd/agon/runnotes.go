package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/bot/lineup"
	"agon/tournament"
)

// mark is what stands beside a bot in tables; empty for most.
func (r *runReport) mark(entry int) string {
	if r.contest.Doubt(entry) != "" {
		return clockDisagrees
	}
	return ""
}

// joined puts remarks together.
func joined(remarks ...string) string {
	return strings.Join(slices.DeleteFunc(remarks, func(s string) bool { return s == "" }), ", ")
}

// told is what is to be said of the contest as a whole: settings that changed while it was played, bots whose clocks are not believed,
// and, when it is over, how a game of it is played again.
func (r *runReport) told() []string {
	var lines []string
	for _, e := range r.contest.Changes() {
		lines = append(lines, fmt.Sprintf("%s: %s was %s before and %s from then on", e.At.Local().Format(time.DateTime), e.What, e.Was, e.Now))
	}
	for entry, e := range r.contest.Entries {
		if why := r.contest.Doubt(entry); why != "" {
			lines = append(lines, fmt.Sprintf("%s: %s: %s", e.Name, clockDisagrees, why))
		}
	}
	if again := r.again(); again != "" {
		lines = append(lines, "To play game 1 again: "+again)
	}
	return lines
}

// secret is what seeded the bots' generators. It is published when the contest is over and nobody can gain by it.
func (r *runReport) secret() string {
	if !r.result.Finished || !slices.ContainsFunc(r.contest.Entries, func(e lineup.Entry) bool { return e.Seeded() }) {
		return ""
	}
	return r.contest.Secret.String()
}

// errFirst ends the reading of games after the first.
var errFirst = errors.New("the first game is enough")

// again is the command that plays the first game of a finished contest again; empty where chance of bots needs no secret.
func (r *runReport) again() string {
	secret := r.secret()
	if secret == "" {
		return ""
	}
	words := []string{"agon play", r.contest.Kind.Name}
	err := r.contest.Games(context.Background(), func(f tournament.Fixture, _ tournament.Result) error {
		for _, entry := range f.Seats {
			words = append(words, quoted(r.contest.Entries[entry].Ref))
		}
		for _, option := range r.contest.Settings.Changed() {
			words = append(words, "--set", quoted(option))
		}
		words = append(words, "--seed", fmt.Sprint(f.Seed), "--secret", secret)
		return errFirst
	})
	if !errors.Is(err, errFirst) {
		return ""
	}
	return strings.Join(words, " ")
}

// quoted is a word for a shell.
func quoted(word string) string {
	if strings.ContainsAny(word, " '\"\\$&*?()<>|;`#~[]{}!\t\n") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

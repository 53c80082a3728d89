package site

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/wholefile"
	"agon/record/gamelog"
	"agon/site/matches"
	"agon/site/people"
)

// A step of a match: it is played up to a turn, from its beginning by other bots if they are another number.
type step struct{ bot, turns int }

// inSteps returns a player of matches that plays the steps it is given, and the rest when there are no more.
func inSteps(steps <-chan step) matches.Player {
	return func(ctx context.Context, g matches.Game) (*matches.Result, bool, error) {
		n, err := deal(g, 0)
		for bot := 0; err == nil; {
			select {
			case s, ok := <-steps:
				if !ok {
					n.play(math.MaxInt)
					return n.end(g)
				}
				if s.bot != bot {
					if n, err = deal(g, s.bot); err != nil {
						return nil, false, err
					}
					bot = s.bot
				}
				n.play(s.turns)
				err = errors.Join(says(g, 0, "mine", s), says(g, 1, "theirs", s), n.write(filepath.Join(g.Dir, matches.LiveName)))
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
		return nil, false, err
	}
}

// says writes what a seat's bot printed up to a step.
func says(g matches.Game, seat int, whose string, s step) error {
	var text []byte
	for turn := 1; turn <= s.turns; turn++ {
		text = gamelog.Append(text, gamelog.Record{Turn: turn, Kind: gamelog.Output,
			Text: fmt.Sprintf("%s in turn %d of bot %d\n", whose, turn, s.bot)})
	}
	path := filepath.Join(g.Dir, matches.LogsName, fmt.Sprintf("%02d-bot.log", seat))
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), wholefile.WriteBytes(path, text))
}

// reads reads a stream up to a line with a text.
func (b *browser) reads(lines *bufio.Scanner, text string) {
	b.t.Helper()
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			return
		}
	}
	b.t.Fatalf("the stream ends without %q", text)
}

// Who asked for a match sees its turns while it is played, and nobody else does. If it is played again with other moves, the page says so
// and a new one shows them.
func TestMatchWhileItIsPlayed(t *testing.T) {
	steps := make(chan step)
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		o.Match = inSteps(steps)
	})
	paul, vera, anybody := s.as(t, people.Participant), s.as(t, people.Organiser), s.as(t, people.Anybody)
	mine := s.submitted(t, "The participant", "Quiet Flood")
	a := paul.postForm("/c/open/matches", map[string][]string{"seat": {fmt.Sprint(mine), "=one"}, "map": {"7"}})
	if a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	if text := paul.until(a.to, ">being played<"); strings.Contains(text, "/game/") {
		t.Error("a game without turns is offered")
	}
	if got := paul.get(a.to + "/game/"); got.code != 404 {
		t.Errorf("the page of a game without turns: %d", got.code)
	}
	steps <- step{0, 3}
	paul.until(a.to, `href="`+a.to+`/game/">Watch live<`)
	first := paul.streamOf(t.Context(), a.to+"/game/stream", "")
	paul.reads(first, "-3")
	paul.shows("its page", a.to+"/game/", `data-seats="0"`, `href="/assets/top.css"`, `action="/sign-out"`, "The participant</a>",
		`href="/c/open"`)
	paul.shows("the rows so far", a.to+"/game/log/turns?seat=0&turn=-1", `"turn":3,`, "mine in turn 3 of bot 0")
	paul.shows("a turn so far", a.to+"/game/log?seat=0&turn=3", "mine in turn 3", `"sent":"`, `"answer":"`)
	for _, path := range []string{"/game/log/turns?seat=0&turn=-1", "/game/log?seat=0&turn=9"} {
		if got := paul.get(a.to + path); strings.Contains(got.text, `"turn":4`) || got.text == "" {
			t.Errorf("%s tells of a turn that was not played: %s", path, got.text)
		}
	}
	for _, path := range []string{"/game/log/turns?seat=1&turn=-1", "/game/log?seat=1&turn=3"} {
		if got := paul.get(a.to + path); got.code != 200 || strings.Contains(got.text, "theirs") || strings.Contains(got.text, "sent") ||
			strings.Contains(got.text, "answer") {
			t.Errorf("the other seat's %s: %d %s", path, got.code, got.text)
		}
	}
	for _, path := range []string{"/game/", "/game/stream", "/game/log?seat=0&turn=1", "/game/log/turns?seat=0&turn=-1"} {
		for name, b := range map[string]*browser{"an organiser": vera, "anybody": anybody} {
			if got := b.get(a.to + path); got.code == 200 {
				t.Errorf("%s gets %s", name, path)
			}
		}
	}
	steps <- step{0, 5}
	paul.reads(first, "-5")
	paul.shows("the rows that have come", a.to+"/game/log/turns?seat=0&turn=3", "mine in turn 4", "mine in turn 5")
	steps <- step{1, 4} // it may come to the same turns
	steps <- step{1, 8}
	paul.reads(first, "The match is played again")
	second := paul.streamOf(t.Context(), a.to+"/game/stream", "")
	paul.reads(second, "-8")
	if got := paul.get(a.to + "/game/log/turns?seat=0&turn=-1"); !strings.Contains(got.text, "mine in turn 8 of bot 1") ||
		strings.Contains(got.text, "of bot 0") {
		t.Errorf("the rows of the match that is played again: %s", got.text)
	}
	close(steps)
	paul.reads(second, `data: {"end":`)
	paul.until(a.to, ">played<")
	paul.shows("the output once it is over", a.to+"/game/log/turns?seat=0&turn=-1", "I begin")
	if got := paul.get(a.to + "/game/log/turns?seat=1&turn=-1"); strings.Contains(got.text, "I answer") ||
		strings.Contains(got.text, "theirs") {
		t.Errorf("the rows of another's bot: %s", got.text)
	}
	paul.reads(paul.streamOf(t.Context(), a.to+"/game/stream", ""), `data: {"end":`)
}

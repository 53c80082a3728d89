package session

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest/config"
	"agon/game"
	"agon/games/tron"
	"agon/internal/cause"
)

// opened returns a session of tron.
func opened(t *testing.T, o Options) *Session {
	t.Helper()
	kind := game.New(tron.Spec)
	o.Kinds = func(name string) (*game.Kind, error) {
		if name != kind.Name {
			return nil, errors.New("no such kind")
		}
		return kind, nil
	}
	s := New(o)
	t.Cleanup(func() { s.Close() })
	return s
}

// TestKind: options are checked, and an error names the one that is wrong.
func TestKind(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  []string
		want string
	}{
		{"tron", []string{"width=12"}, ""},
		{"chess", nil, "no such kind"},
		{"tron", []string{"width"}, `--set wants KEY=VALUE, not "width"`},
		{"tron", []string{"widht=12"}, "(agon games tron lists the options)"},
	} {
		_, settings, err := opened(t, Options{Set: tt.set}).Kind(tt.name)
		if tt.want == "" && (err != nil || !slices.Contains(settings.Texts(),
			"width=12")) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s %q: %v, want %q", tt.name, tt.set, err, tt.want)
		}
	}
}

// TestUnder: a contest's guard and clock hold where the options have none, and the session itself keeps its own.
func TestUnder(t *testing.T) {
	f := &config.File{Path: "some/contest.toml"}
	f.Limits.Guard, f.Limits.CPUClock = time.Minute, true
	s := opened(t, Options{})
	if u := s.Under(f); u.Guard != time.Minute || !u.CPUClock || s.Guard != 0 || s.CPUClock || u.Launcher != s.Launcher {
		t.Errorf("%+v of %+v", u.Options, s.Options)
	}
	if u := opened(t, Options{Guard: time.Second}).Under(f); u.Guard != time.Second {
		t.Errorf("the options' own guard is %v", u.Guard)
	}
	o, err := s.OpenerUnder(game.New(tron.Spec), f)
	if err != nil || len(o.Private) != 2 || o.Private[0] != o.Private[1]+".toml" || !filepath.IsAbs(o.Private[0]) {
		t.Errorf("private are %q, %v", o.Private, err)
	}
}

// TestBot: a reference must be one bot that can play; one that cannot is the bot's fault, not the user's.
func TestBot(t *testing.T) {
	s := opened(t, Options{})
	k := game.New(tron.Spec)
	e, err := s.Bot(t.Context(), s.Opener(k, bot.NewLog(0)), "builtin:hugger")
	if err != nil || e.Name != "hugger" {
		t.Errorf("%v, %+v", err, e)
	}
	if entries, err := s.Bots(t.Context(), s.Opener(k, bot.NewLog(0)), nil); err != nil || len(entries) != k.UsualSeats {
		t.Errorf("without references: %v, %d bots", err, len(entries))
	}
	for _, tt := range []struct {
		entries []lineup.Entry
		want    string
		of      cause.Whose
	}{
		{nil, "x.py has no bot", cause.User},
		{[]lineup.Entry{{Name: "A"}, {Name: "B"}}, "x.py has 2 bots: A, B; name one, as in x.py:A", cause.User},
		{[]lineup.Entry{{Name: "A", Broken: "SyntaxError"}}, "A cannot play: SyntaxError", cause.Subject},
	} {
		if _, err := Single("x.py", tt.entries); err == nil || err.Error() != tt.want || cause.Of(err) != tt.of {
			t.Errorf("%+v: %v of %d, want %q", tt.entries, err, cause.Of(err), tt.want)
		}
	}
}

// TestDraw: a chosen seed is kept, a drawn one fits into 53 bits and is another one each time.
func TestDraw(t *testing.T) {
	if n := opened(t, Options{Seed: 0, Seeded: true}).Draw(); n != 0 {
		t.Errorf("the seed 0 becomes %d", n)
	}
	s := opened(t, Options{})
	if one, two := s.Draw(), s.Draw(); one == two || one < 0 || one >= 1<<53 {
		t.Errorf("%d and %d", one, two)
	}
	if a, b := s.BotSecret(7).String(), opened(t, Options{Secret: "mine"}).BotSecret(7).String(); a == b {
		t.Errorf("the secret %q is not the chosen one", b)
	}
}

// TestTools: a contest's file gets absolute paths, and what is not there is named with its flag.
func TestTools(t *testing.T) {
	f := &config.File{Shims: []string{"one"}}
	tools := Tools{Runtimes: []string{"python=py"}, Libraries: "lib", Shims: []string{"two"}}
	if err := tools.AddTo(f); err != nil || !filepath.IsAbs(f.Runtimes["python"]) || !filepath.IsAbs(f.Packages) || len(f.Shims) != 2 {
		t.Errorf("%v, %+v", err, f)
	}
	if err := (&Tools{Runtimes: []string{"python"}}).AddTo(f); err == nil || err.Error() != `--runtime wants NAME=PATH, not "python"` {
		t.Errorf("a runtime without a path: %v", err)
	}
	s := opened(t, Options{Tools: Tools{Libraries: filepath.Join(t.TempDir(), "none")}})
	if _, err := s.Bots(t.Context(), s.Opener(game.New(tron.Spec), bot.NewLog(0)),
		[]string{"builtin:hugger"}); err == nil || !strings.HasPrefix(err.Error(), "--libraries: ") || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("libraries that are not there: %v", err)
	}
}

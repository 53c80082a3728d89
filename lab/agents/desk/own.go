package desk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"agon/contest/config"
	"agon/lab/tools"
)

// actions returns the tools of an edit alone.
func (d *Desk) actions() []tools.Action {
	number := func(name, about string) tools.Field {
		return tools.Field{Name: name, Type: tools.Number, Least: 1, About: about}
	}
	return []tools.Action{
		{Name: "submit", About: "Hand in a version of your bot: it is checked, and plays in this round if it passes and no later one does.",
			Fields: []tools.Field{{Name: "bot", Type: tools.Text, About: "file or folder of the bot (the whole workspace)"}}, Do: d.submit},
		{Name: "budget", About: "What is left of this edit's submissions and practice games.", Do: d.budget},
		{Name: "opponents", About: "The bots that practice games can be played against, besides those in the workspace.", Do: d.opponents},
		{Name: "logs", About: "What your bot printed in the games of the rounds before, with what it was sent, its moves and faults.",
			Fields: []tools.Field{number("game", "number of one game"), number("round", "number of a turn of that game")}, Do: d.logs},
	}
}

// submit checks a version, which counts as a submission, and hands it in if it passes.
func (d *Desk) submit(ctx context.Context, in tools.Input) (r tools.Result, err error) {
	entered, err := d.enter(ctx)
	if err != nil {
		return tools.Result{}, err
	}
	defer func() { err = errors.Join(err, entered.Leave(&r)) }()
	name := in.Text("bot")
	if name == "" {
		name = "."
	}
	folder := entered.(*room).fresh()
	if _, err := d.copy(ctx, name, folder); err != nil {
		return tools.Result{}, err
	}
	sum, err := hash(folder)
	if err != nil {
		return tools.Result{}, err
	}
	if err := d.countSubmission(name); err != nil {
		return tools.Result{}, err
	}
	r, err = d.check(ctx, entered, folder, sum)
	if err != nil { // the host failed, or the bell rang
		d.mu.Lock()
		d.used.submissions--
		d.mu.Unlock()
	}
	return r, err
}

// countSubmission counts a submission.
func (d *Desk) countSubmission(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.used.submissions >= d.Limits.Submissions {
		return fmt.Errorf("all %d submissions of this edit are used", d.Limits.Submissions)
	}
	d.used.submissions++
	d.bot = name
	return nil
}

// A runner runs commands of agon's own.
type runner interface {
	Run(ctx context.Context, out io.Writer, words ...string) (code int, told string, err error)
}

// Exit codes of agon check.
const (
	passed = 0
	usage  = 2 // the bot is none that agon knows
	failed = 3
)

// check checks a version as every hand-in is checked, and hands it in if it passes. An error is the host's.
func (d *Desk) check(ctx context.Context, with runner, folder, sum string) (tools.Result, error) {
	var out bytes.Buffer
	words := append([]string{"check", "--json", "--handed-in"}, d.Bots...)
	code, told, err := with.Run(ctx, &out, append(words, "--", d.Contest, d.Name+"="+folder)...)
	if err != nil {
		return tools.Result{}, err
	}
	if code != passed && code != usage && code != failed {
		return tools.Result{}, fmt.Errorf("check what %s handed in: %s", d.Name, told)
	}
	verdict := json.RawMessage("null")
	if out.Len() > 0 {
		verdict = bytes.TrimSpace(out.Bytes())
		told = faults(verdict)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return tools.Result{}, err
	}
	d.tried, d.why = sum, d.scrub(cmp.Or(strings.TrimSpace(told), "it failed its check"))
	if code == passed {
		if err := replace(d.Setup.Handed, folder); err != nil {
			return tools.Result{}, err
		}
		d.handed, d.why = sum, ""
	}
	data, err := json.Marshal(map[string]any{"passed": code == passed, "why": d.why, "sha256": sum,
		"submissions_left": d.Limits.Submissions - d.used.submissions, "check": verdict})
	return tools.Result{Data: data, Bad: code != passed}, err
}

// faults returns what a check found wrong, line by line.
func faults(verdict []byte) string {
	var found struct {
		Findings []struct {
			What, Told string
			Good       bool
		} `json:"findings"`
	}
	if err := json.Unmarshal(verdict, &found); err != nil {
		return err.Error()
	}
	var lines []string
	for _, f := range found.Findings {
		if !f.Good {
			lines = append(lines, f.What+": "+f.Told)
		}
	}
	return strings.Join(lines, "\n")
}

// replace makes a copy of a folder in place of another.
func replace(to, from string) error {
	fresh := to + ".new"
	if err := errors.Join(os.RemoveAll(fresh), os.MkdirAll(filepath.Dir(to), 0o755)); err != nil {
		return err
	}
	return errors.Join(os.CopyFS(fresh, os.DirFS(from)), os.RemoveAll(to), os.Rename(fresh, to))
}

// budget returns what is left.
func (d *Desk) budget(context.Context, tools.Input) (tools.Result, error) {
	submissions, practice := d.Used()
	left := func(used, most int) map[string]int {
		return map[string]int{"used": used, "most": most, "left": most - used}
	}
	data, err := json.Marshal(map[string]any{"submissions": left(submissions, d.Limits.Submissions),
		"practice_games": left(practice, d.Limits.Practice)})
	return tools.Result{Data: data}, err
}

// opponents lists bots by the names that the tools take.
func (d *Desk) opponents(ctx context.Context, _ tools.Input) (tools.Result, error) {
	f, err := config.ReadAhead(d.Contest)
	if err != nil {
		return tools.Result{}, err
	}
	var out bytes.Buffer
	if code, told, err := d.commands().Run(ctx, &out, "games", "--json", "--", f.Kind); err != nil || code != 0 {
		return tools.Result{}, errors.Join(err, errors.New(told))
	}
	var kind struct {
		Builtins []struct{ Name, About string }
	}
	if err := json.Unmarshal(out.Bytes(), &kind); err != nil {
		return tools.Result{}, err
	}
	var lines strings.Builder
	for _, b := range kind.Builtins {
		fmt.Fprintf(&lines, "builtin:%s  %s\n", b.Name, b.About)
	}
	for _, agent := range d.Agents {
		prefix := "rival:" + agent
		if agent == d.Name {
			prefix = "mine"
		} else if d.Sees != "all-code" {
			continue
		}
		for round := 0; round <= d.Rounds && d.Versions != nil; round++ {
			if _, ok := d.Versions(agent, round); ok {
				fmt.Fprintf(&lines, "%s@%d\n", prefix, round)
			}
		}
	}
	return tools.Result{Text: lines.String()}, nil
}

// logs returns the log of the agent's own bot.
func (d *Desk) logs(ctx context.Context, in tools.Input) (r tools.Result, err error) {
	entered, err := d.enter(ctx)
	if err != nil {
		return tools.Result{}, err
	}
	defer func() { err = errors.Join(err, entered.Leave(&r)) }()
	words := []string{"logs"}
	for _, field := range []string{"game", "round"} {
		if n := in.Number(field, 0); n > 0 {
			words = append(words, fmt.Sprintf("--%s=%d", field, n))
		}
	}
	return tools.RunText(ctx, entered, append(words, "--", d.Dir, d.Name)...)
}

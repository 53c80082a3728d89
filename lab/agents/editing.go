package agents

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/contest"
	"agon/contest/config"
	"agon/internal/wholefile"
	"agon/lab/agents/desk"
	"agon/lab/agents/edit"
	"agon/lab/agents/feedback"
	"agon/lab/agents/verdict"
	"agon/lab/starter"
	"agon/lab/tools"
)

// An editing is one edit of one agent.
type editing struct {
	*run
	agent *config.Agent
	round int
}

// recordFile returns the path of the record of an edit.
func (e *editing) recordFile(round int) string {
	return filepath.Join(e.roundDir(e.agent.Name, round), "edit.json")
}

// done reports whether the edit is over.
func (e *editing) done() (bool, error) {
	_, err := os.Stat(e.recordFile(e.round))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// edit makes the edit, from the state that the edit before left. Its record is written last: without it nothing of the edit counts.
func (e *editing) edit(ctx context.Context) error {
	name := e.agent.Name
	before, err := e.record(e.round - 1)
	if err != nil {
		return err
	}
	s, d := e.setup(), &desk.Desk{}
	if err := e.prepare(ctx, s, before); err != nil {
		return fmt.Errorf("prepare edit %d of %s: %w", e.round, name, err)
	}
	transcript, err := os.Create(filepath.Join(e.dir(), "transcript.log"))
	if err != nil {
		return err
	}
	defer transcript.Close()
	d = desk.New(e.desk(before.Bot))
	defer d.Close(ctx)
	s.Tools, s.Transcript = tools.Handler(d), transcript
	e.status.edits(name, d.Used)
	record := Record{}
	if record.Record, err = e.made(ctx, s, d); err != nil {
		return fmt.Errorf("edit %d of %s: %w", e.round, name, err)
	}
	if err := d.Close(ctx); err != nil {
		return fmt.Errorf("check what %s handed in in round %d: %w", name, e.round, err)
	}
	record.Round, record.Bot = e.round, d.Bot()
	record.Handed, record.Rejected = d.Handed()
	record.Submissions, record.Practice = d.Used()
	if err := e.withhold(&record, s.Secrets); err != nil {
		return err
	}
	if err := e.keep(ctx, s, &record); err != nil {
		return fmt.Errorf("keep edit %d of %s: %w", e.round, name, err)
	}
	if err := errors.Join(ctx.Err(), writeJSON(e.recordFile(e.round), record)); err != nil {
		return err
	}
	e.status.edited(name, &record)
	e.Note(fmt.Sprintf("round %d, %s: %s", e.round, name, record.sentence()))
	return nil
}

// made has the agent edit, in the sandbox or on a machine of its own.
func (e *editing) made(ctx context.Context, s edit.Setup, d *desk.Desk) (edit.Record, error) {
	if !e.agent.Remote {
		return edit.Run(ctx, s)
	}
	return e.Remote.Edit(ctx, s, e.round, func() (submissions, practice int) {
		submissions, practice = d.Used()
		return e.File.Agents.Edit.Submissions - submissions, e.File.Agents.Edit.Practice - practice
	})
}

// withhold removes the version that was handed in if it has a secret: others may read it, and it is published with its games.
func (e *editing) withhold(r *Record, secrets edit.Secrets) error {
	if r.Handed == "" || len(secrets) == 0 {
		return nil
	}
	folder, found := e.handed(e.agent.Name, e.round), ""
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || found != "" {
			return err
		}
		text, err := os.ReadFile(path)
		for name, value := range secrets {
			if one := (edit.Secrets{name: value}); !bytes.Equal(one.Blank(text), text) {
				found = name
			}
		}
		return err
	})
	if err != nil || found == "" {
		return err
	}
	r.Handed, r.Rejected = "", fmt.Sprintf("a file of it has the value of %s, which others could read", found)
	return os.RemoveAll(folder)
}

// A Record says how an edit went, and where the next begins.
type Record struct {
	edit.Record
	Bot   string `json:"bot"`   // what was submitted last, below the workspace; empty: the workspace
	State int    `json:"state"` // the round whose state the next edit begins with
}

// sentence says how the edit went and what came of it.
func (r *Record) sentence() string {
	switch {
	case r.Handed != "":
		return r.Text + "; a new version plays"
	case r.Rejected != "":
		return r.Text + "; no new version: " + r.Rejected
	}
	return r.Text + "; nothing new was handed in"
}

// record returns the record of an edit; that of round 0 is empty.
func (e *editing) record(round int) (r Record, err error) {
	if round == 0 {
		return r, nil
	}
	text, err := os.ReadFile(e.recordFile(round))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// dir returns the folder of the edit.
func (e *editing) dir() string { return e.roundDir(e.agent.Name, e.round) }

// setup returns the edit without its tools.
func (e *editing) setup() edit.Setup {
	a, limits, secrets := e.agentDir(e.agent.Name), &e.File.Agents.Edit, edit.Secrets{}
	for _, secret := range e.agent.Secrets {
		secrets[secret] = e.Getenv(secret)
	}
	s := edit.Setup{
		Launcher: e.Launcher, Name: e.agent.Name, Run: e.agent.Run, Base: filepath.Dir(e.File.Path), Reads: e.agent.Reads, Secrets: secrets,
		Limits:  edit.Limits{Wall: limits.Wall, CPU: limits.CPU, Memory: limits.Memory, Disk: limits.Disk, Tasks: limits.Tasks},
		Network: e.File.Agents.Network, Workspace: filepath.Join(a, "workspace"), Home: filepath.Join(a, "home"), Own: e.Own,
	}
	s.Env = []string{fmt.Sprintf("AGON_ROUND=%d", e.round), "AGON_TASK=" + filepath.Join(s.Workspace, taskFile)}
	return s
}

// desk returns what the agent may use while it edits.
func (e *editing) desk(before string) desk.Setup {
	return desk.Setup{
		Contest: e.File.Path, Workspace: filepath.Join(e.agentDir(e.agent.Name), "workspace"), Limits: e.File.Agents.Edit,
		Sees: e.File.Agents.Sees, Agents: e.all(), Name: e.agent.Name, Rounds: e.round - 1, Own: e.Own, Bots: e.Flags, Cores: e.cores,
		Handed: e.handed(e.agent.Name, e.round), Dir: e.run.dir, Before: before,
		Versions: func(agent string, round int) (string, bool) {
			if round >= e.round {
				return "", false // of this round: other agents still edit
			}
			return e.handed(agent, round), exists(e.handed(agent, round))
		},
	}
}

// prepare makes the workspace as the agent finds it: what it left, what it may read of the round before, and the task.
func (e *editing) prepare(ctx context.Context, s edit.Setup, before Record) error {
	if err := clear(e.dir(), notes); err != nil {
		return err
	}
	if err := os.Chmod(e.agentDir(e.agent.Name), 0o700); err != nil { // its home may have secrets
		return err
	}
	state := ""
	if before.State > 0 {
		state = e.state(before.State)
	}
	if err := edit.Restore(ctx, s, state); err != nil {
		return err
	}
	if e.round == 1 {
		if err := e.start(s.Workspace); err != nil {
			return err
		}
	}
	root, err := os.OpenRoot(s.Workspace)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := errors.Join(root.RemoveAll(notes), root.RemoveAll(taskFile)); err != nil {
		return err
	}
	if from := filepath.Join(e.dir(), notes); exists(from) {
		if err := os.CopyFS(filepath.Join(s.Workspace, notes), os.DirFS(from)); err != nil {
			return err
		}
	}
	if err := root.WriteFile(taskFile, []byte(e.task()), 0o644); err != nil {
		return err
	}
	note, err := edit.Commit(ctx, s, fmt.Sprintf("Before edit %d", e.round))
	if note != "" {
		e.Note(fmt.Sprintf("round %d, %s: %s", e.round, e.agent.Name, note))
	}
	return err
}

// notes is the name of the folder with what an agent may read of the round before.
const notes = "feedback"

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// state returns the file that has workspace and home after an edit.
func (e *editing) state(round int) string {
	return filepath.Join(e.roundDir(e.agent.Name, round), "state.tar.zst")
}

// clear removes everything from a folder but some entries, and makes the folder.
func clear(dir string, but ...string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, x := range entries {
		if !slices.Contains(but, x.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, x.Name())))
		}
	}
	return err
}

// start fills the workspace of the first round. What is there is the version of round 0, which plays until another passes its check.
func (e *editing) start(workspace string) error {
	first := e.handed(e.agent.Name, 0)
	switch kind, language, _ := strings.Cut(e.File.Agents.Start, ":"); {
	case kind == "empty":
		return nil
	case kind == "starter" && !filepath.IsAbs(e.File.Agents.Start):
		files, err := starter.Bot(e.Kind, cmp.Or(language, "python"), false)
		if err != nil {
			return err
		}
		if err := starter.Write(workspace, files); err != nil {
			return err
		}
	default:
		if err := os.CopyFS(workspace, os.DirFS(e.File.Agents.Start)); err != nil {
			return fmt.Errorf("copy the folder that all start from: %w", err)
		}
	}
	if exists(first) {
		return nil
	}
	fresh := first + ".new"
	if err := errors.Join(os.RemoveAll(fresh), os.MkdirAll(filepath.Dir(first), 0o755)); err != nil {
		return err
	}
	if err := os.CopyFS(fresh, os.DirFS(workspace)); err != nil {
		return err
	}
	return os.Rename(fresh, first)
}

// keep keeps what the edit left: the difference, and the state from which the next begins. Where the folders hold too much, that is the
// state before the edit.
func (e *editing) keep(ctx context.Context, s edit.Setup, r *Record) error {
	before, err := e.record(e.round - 1)
	if err != nil {
		return err
	}
	old := ""
	if before.State > 0 {
		old = e.state(before.State)
	}
	err = wholefile.Write(filepath.Join(e.dir(), "diff.patch"), func(w io.Writer) error {
		return edit.Diff(ctx, s, old, []string{notes, taskFile}, w)
	})
	if err != nil {
		return err
	}
	r.State = e.round
	if err = edit.Snapshot(ctx, s, e.state(e.round)); errors.Is(err, edit.ErrLarge) {
		r.State, r.Text = before.State, r.Text+"; "+err.Error()+", so the next edit begins as this one did"
		return nil
	}
	return err
}

// feedback writes what each agent may read of a round that is over. It is in its workspace when the next edit begins.
func (r *run) feedback(ctx context.Context, c *contest.Contest, result *contest.Result, round int) error {
	for i := range r.File.Agents.Agents {
		e := &editing{run: r, agent: &r.File.Agents.Agents[i], round: round}
		record, err := e.record(round)
		if err != nil {
			return err
		}
		o := feedback.Options{
			Agent: e.agent.Name, Round: round, Sees: r.File.Agents.Sees, Folder: filepath.Join(r.roundDir(e.agent.Name, round+1), notes),
			Refused: record.Rejected, Code: func(bot string) (string, bool) { return r.code(bot, round) }, Explain: r.Explain,
		}
		if err := os.MkdirAll(filepath.Dir(o.Folder), 0o755); err != nil {
			return err
		}
		if err := feedback.Write(ctx, c, result, o); err != nil {
			return fmt.Errorf("write what %s may read of round %d: %w", e.agent.Name, round, err)
		}
	}
	return nil
}

// code returns the folder of the version with which an agent played a round.
func (r *run) code(agent string, round int) (folder string, ok bool) {
	p, err := r.plan(round, verdict.Run{})
	if err != nil {
		return "", false
	}
	version, ok := p.Versions[agent]
	return r.handed(agent, version), ok
}

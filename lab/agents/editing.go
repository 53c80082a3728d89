package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agon/contest"
	"agon/contest/config"
	"agon/lab/agents/desk"
	"agon/lab/agents/edit"
	"agon/lab/agents/feedback"
	"agon/lab/starter"
	"agon/lab/tools"
)

// An editing is one edit of one agent.
type editing struct {
	*run
	agent *config.Agent
	round int
}

// recordFile returns the path of the edit's record.
func (e *editing) recordFile() string { return filepath.Join(e.roundDir(e.agent.Name, e.round), "edit.json") }

// done reports whether the edit is over.
func (e *editing) done() (bool, error) {
	_, err := os.Stat(e.recordFile())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// edit makes the edit, from the state that the edit before left. Its record is written last: without it nothing of the edit counts.
func (e *editing) edit(ctx context.Context) error {
	name, dir := e.agent.Name, e.roundDir(e.agent.Name, e.round)
	workspace, home := filepath.Join(e.agentDir(name), "workspace"), filepath.Join(e.agentDir(name), "home")
	if err := e.prepare(ctx, dir, workspace, home); err != nil {
		return fmt.Errorf("prepare edit %d of %s: %w", e.round, name, err)
	}
	transcript, err := os.Create(filepath.Join(dir, "transcript.log"))
	if err != nil {
		return err
	}
	defer transcript.Close()
	d := desk.New(e.desk(workspace))
	e.status.edits(name, d.Used)
	secrets := map[string]string{}
	for _, secret := range e.agent.Secrets {
		secrets[secret] = e.Getenv(secret)
	}
	record, err := edit.Run(ctx, edit.Setup{
		Launcher: e.Launcher, Name: name, Run: e.agent.Run, Base: filepath.Dir(e.File.Path), Reads: e.agent.Reads, Secrets: secrets,
		Limits: e.File.Agents.Edit, Network: e.File.Agents.Network, Workspace: workspace, Home: home, Own: e.Own,
		Env:   []string{fmt.Sprintf("AGON_ROUND=%d", e.round), "AGON_TASK=" + filepath.Join(workspace, taskFile)},
		Tools: tools.Handler(d), Transcript: transcript,
	})
	if err != nil {
		return fmt.Errorf("edit %d of %s: %w", e.round, name, err)
	}
	if err := d.Close(ctx); err != nil {
		return fmt.Errorf("check what %s handed in in round %d: %w", name, e.round, err)
	}
	record.Round = e.round
	record.Handed, record.Refused = d.Handed()
	record.Submissions, record.Practice = d.Used()
	if err := e.keep(dir, workspace, home); err != nil {
		return fmt.Errorf("keep edit %d of %s: %w", e.round, name, err)
	}
	if err := writeJSON(e.recordFile(), record); err != nil {
		return err
	}
	e.status.edited(name, record)
	e.Note(fmt.Sprintf("round %d, %s: %s", e.round, name, record.Text))
	return ctx.Err()
}

// desk returns what the agent may use while it edits.
func (e *editing) desk(workspace string) desk.Setup {
	var names []string
	for i := range e.File.Agents.Agents {
		names = append(names, e.File.Agents.Agents[i].Name)
	}
	return desk.Setup{
		Contest: e.File.Path, Workspace: workspace, Limits: e.File.Agents.Edit, Sees: e.File.Agents.Sees, Agents: names, Name: e.agent.Name,
		Rounds: e.round, Own: e.Own, Cores: e.cores, Handed: e.handed(e.agent.Name, e.round), Dir: e.dir,
		Versions: func(agent string, round int) (string, bool) {
			if round >= e.round {
				return "", false // of this round: other agents still edit
			}
			_, err := os.Stat(e.handed(agent, round))
			return e.handed(agent, round), err == nil
		},
	}
}

// prepare makes the workspace as the agent finds it: what it left, the feedback, the task.
func (e *editing) prepare(ctx context.Context, dir, workspace, home string) error {
	for _, folder := range []string{workspace, home} {
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	notes := filepath.Join(dir, "feedback") // was written when the round before ended
	if err := clear(dir, "feedback"); err != nil {
		return err
	}
	if e.round == 1 {
		if err := e.start(workspace); err != nil {
			return err
		}
	} else if err := edit.Restore(e.state(e.round-1), workspace, home); err != nil {
		return err
	}
	root, err := os.OpenRoot(workspace)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := errors.Join(root.RemoveAll("feedback"), root.RemoveAll(taskFile)); err != nil {
		return err
	}
	if _, err := os.Stat(notes); err == nil {
		if err := os.CopyFS(filepath.Join(workspace, "feedback"), os.DirFS(notes)); err != nil {
			return err
		}
	}
	if err := root.WriteFile(taskFile, []byte(e.task()), 0o644); err != nil {
		return err
	}
	note, err := edit.Commit(workspace, fmt.Sprintf("Before edit %d", e.round))
	if note != "" {
		e.Note(fmt.Sprintf("round %d, %s: %s", e.round, e.agent.Name, note))
	}
	return err
}

// state returns the file that has workspace and home after an edit.
func (e *editing) state(round int) string { return filepath.Join(e.roundDir(e.agent.Name, round), "state.tar.zst") }

// clear removes everything from a folder but one entry, and makes the folder.
func clear(dir, but string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, x := range entries {
		if x.Name() != but {
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
	if _, err := os.Stat(first); err == nil {
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

// keep keeps what the edit left: the difference, and the state from which the next begins.
func (e *editing) keep(dir, workspace, home string) error {
	text, err := edit.Diff(workspace)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "diff.patch"), text, 0o644); err != nil {
		return err
	}
	return edit.Snapshot(e.state(e.round), workspace, home)
}

// feedback writes what each agent may read of a round that is over. It is in its workspace when the next edit begins.
func (r *run) feedback(ctx context.Context, c *contest.Contest, result *contest.Result, round int) error {
	for i := range r.File.Agents.Agents {
		name := r.File.Agents.Agents[i].Name
		folder := filepath.Join(r.roundDir(name, round+1), "feedback")
		if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
			return err
		}
		o := feedback.Options{Agent: name, Round: round, Sees: r.File.Agents.Sees, Folder: folder}
		if r.Explain != nil {
			o.Explain = func(ctx context.Context, game int, bot string) (string, error) { return r.Explain(ctx, r.dir, game, bot) }
		}
		if err := feedback.Write(ctx, c, result, o); err != nil {
			return fmt.Errorf("write what %s may read of round %d: %w", name, round, err)
		}
	}
	return nil
}

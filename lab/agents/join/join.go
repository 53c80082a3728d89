/*
Package join takes part in a contest of agents from another machine: for each round it fetches the workspace, runs the agent's command in
it, and hands the workspace in when the command ends.

	join.go    rounds, and one edit
	host.go    requests to the host, which are tried again while it does not answer
	folder.go  the workspace, fetched and sent

The command finds what it would find in the sandbox: AGON_ROUND, AGON_WORKSPACE, AGON_TASK, AGON_REPORT and AGON_TOOLS, an address of this
machine where the tools of the edit answer. Before each call the workspace is sent if it has changed. At the bell the command is ended with
everything that it has started.
*/
package join

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/lab/agents/remote"
	"agon/lab/tools"
)

// A Setup says for whom to join, and what edits.
type Setup struct {
	Base    string   // the address below which the host answers agents
	Token   string   // of the agent
	Folder  string   // for the workspace; empty: one of the agent's name
	Command []string // edits, in the workspace; none: a person does
	Own     string   // this program, the command agon of the agent
	Note    func(text string)
}

// sendEvery is how often the workspace is sent during an edit, if it has changed: it counts at the bell.
const sendEvery = 30 * time.Second

// Run takes part until the contest is over or ctx is done.
func (s *Setup) Run(ctx context.Context) error {
	if err := adopt(); err != nil {
		return fmt.Errorf("prepare to end commands with what they start: %w", err)
	}
	h := &host{Setup: s}
	last := remote.Status{}
	for {
		now, err := h.poll(ctx, last.Revision)
		switch {
		case err != nil:
			return err
		case now.Doing == remote.Over:
			s.Note(now.Contest + " is over")
			return nil
		case now.Edit != "":
			if err := h.takePart(ctx, now); err != nil {
				return err
			}
		case now.Doing != last.Doing || now.Round != last.Round:
			s.Note(fmt.Sprintf("%s, round %d of %d: %s", now.Agent, now.Round, now.Rounds,
				map[string]string{remote.Waits: "waits for the edit to begin", remote.Plays: "the games are played"}[now.Doing]))
		}
		last = now
	}
}

// takePart makes one edit. An error ends the client.
func (h *host) takePart(ctx context.Context, now remote.Status) error {
	if h.Folder == "" {
		if h.Folder = now.Agent; h.Folder != filepath.Base(h.Folder) || !filepath.IsLocal(h.Folder) {
			return fmt.Errorf("the agent is called %q, which is no name of a folder: name one with --folder", now.Agent)
		}
	}
	var err error
	if h.Folder, err = filepath.Abs(h.Folder); err != nil {
		return err
	}
	h.began(now)
	live, end := context.WithCancelCause(ctx)
	defer end(nil)
	switch err := h.fetch(live); {
	case refused(err, http.StatusForbidden, http.StatusConflict):
		return nil // it is over already
	case err != nil:
		return err
	}
	h.Note(fmt.Sprintf("%s, round %d of %d: the workspace is in %s; %v, %d submissions and %d practice games are left", now.Agent,
		now.Round, now.Rounds, h.Folder, (time.Duration(now.Left) * time.Millisecond).Round(time.Second), now.Submissions, now.Practice))
	var work sync.WaitGroup
	defer work.Wait()
	defer end(nil)
	work.Go(func() { h.watch(live, end, now) })
	work.Go(func() { h.sendOften(live) })
	if err := h.edit(live, now); err != nil {
		return err
	}
	if cause := context.Cause(live); cause != nil && !errors.Is(cause, errBell) && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return ctx.Err()
}

// errBell ends an edit that is over.
var errBell = errors.New("the edit is over")

// watch ends an edit when the host does, and notices when it has begun anew.
func (h *host) watch(ctx context.Context, end context.CancelCauseFunc, now remote.Status) {
	round := now.Round
	for ctx.Err() == nil {
		next, err := h.poll(ctx, now.Revision)
		switch {
		case err != nil:
			end(err)
			return
		case next.Edit == "" && next.Doing == remote.Waits && next.Round == 0: // the host has just been started, or pauses
		case next.Edit == "" || next.Round != round:
			end(errBell)
			return
		case next.Edit != now.Edit:
			h.Note("the host has begun the edit anew: the workspace is sent again")
			h.began(next)
		}
		now = next
	}
}

// sendOften sends the workspace from time to time.
func (h *host) sendOften(ctx context.Context) {
	tick := time.NewTicker(sendEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := h.send(ctx); err != nil && ctx.Err() == nil {
				h.Note(err.Error())
			}
		}
	}
}

// edit has the command edit, or a person.
func (h *host) edit(ctx context.Context, now remote.Status) error {
	temp, err := os.MkdirTemp("", "agon-join-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := os.Symlink(h.Own, filepath.Join(temp, "agon")); err != nil {
		return fmt.Errorf("put agon on PATH: %w", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("serve the tools: %w", err)
	}
	path, report := "/"+rand.Text(), filepath.Join(temp, "report.json")
	mux := http.NewServeMux()
	mux.Handle(path+"/", http.StripPrefix(path, tools.Handler(h)))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 30 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	go server.Serve(l) // ends with the server
	defer server.Close()
	env := []string{fmt.Sprintf("AGON_ROUND=%d", now.Round), "AGON_WORKSPACE=" + h.Folder,
		"AGON_TASK=" + filepath.Join(h.Folder, remote.TaskFile), "AGON_REPORT=" + report,
		fmt.Sprintf("AGON_TOOLS=http://%s%s", l.Addr(), path)}
	if len(h.Command) == 0 {
		h.Note("edit there, and hand in from another terminal until the bell:\n  " + env[1] + " " + env[4] + " agon tool submit bot=.")
		<-ctx.Done()
		return nil
	}
	path = temp + string(filepath.ListSeparator) + os.Getenv("PATH")
	if err := h.command(ctx, append(env, "PATH="+path)); err != nil || ctx.Err() != nil {
		return err
	}
	if err := h.done(ctx, report); err != nil && ctx.Err() == nil {
		h.Note(err.Error())
	}
	return nil
}

// command runs the agent's command until it ends, or the bell. An error is one of starting it.
func (h *host) command(ctx context.Context, env []string) error {
	cmd := exec.Command(h.Command[0], h.Command[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = h.Folder, os.Stdin, os.Stdout, os.Stderr
	own := func(v string) bool { return strings.HasPrefix(v, "AGON_") || strings.HasPrefix(v, "PATH=") }
	cmd.Env = append(slices.DeleteFunc(os.Environ(), own), env...)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the agent: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		endAll(cmd.Process.Pid)
		if err != nil {
			h.Note(fmt.Sprintf("%s ended: %v", h.Command[0], err))
		}
	case <-ctx.Done():
		h.Note(fmt.Sprintf("the edit is over: %s is ended", h.Command[0]))
		endAll(cmd.Process.Pid)
		<-ended
	}
	return nil
}

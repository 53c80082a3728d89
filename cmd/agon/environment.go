package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"agon/game"
	"agon/lab/session"
	"agon/lab/training"
	"agon/show/term/table"
)

// environment are the flags of agon environment.
type environment struct {
	set     []string
	options training.Options
	bots    []string
	reward  string
	memory  int
	json    bool
}

func newEnvironment(w *world) *cobra.Command {
	e := &environment{}
	cmd := &cobra.Command{
		Use:   "environment KIND",
		Short: "play many games at once for a program that learns",
		Long: `Environment plays games for a learner in another process: with --memory in a block of memory that both share, whose arrays it describes in one line of JSON, by
requests from standard input. Without --memory it prints which arrays there are.

The Python package agon, in the folder python of the sources, starts it: docs/training.md shows how to train, and describes the requests for other languages.`,
		Example: examples(`  agon environment {kind}                        what a learner gives and gets
  agon environment {kind} --seats 2 --bot 1={bot} --json`),
		Args:              between(1, 1),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return e.run(w, args[0]) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&e.set, "set", nil, "option of the kind, as `KEY=VALUE`; see agon games KIND")
	f.IntVar(&e.options.Games, "games", 1, "number of games at once")
	f.IntVar(&e.options.Seats, "seats", 0, "seats of each game (default: the kind's usual number)")
	f.Int64Var(&e.options.Seed, "seed", 1, "seed of the first game; the next ones have the seeds after it")
	f.StringArrayVar(&e.bots, "bot", nil, "built-in bot that plays a seat, as `SEAT=NAME`; repeatable")
	f.StringVar(&e.reward, "reward", "points", "`WHAT` is rewarded: points (the result, from -1 to 1, at the end) or score (what the score grows by in each step)")
	f.BoolVar(&e.options.Once, "once", false, "leave a game as it ended until the next reset, instead of dealing another one")
	f.IntVar(&e.options.Items, "items", 64, "room for each list that seats see and that grows")
	f.IntVar(&e.options.Cores, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&e.memory, "memory", -1, "number of the inherited `DESCRIPTOR` of the memory to share")
	f.BoolVar(&e.json, "json", false, "print the description as one JSON object")
	return cmd
}

func (e *environment) run(w *world, name string) error {
	k, settings, err := session.New(session.Options{Kinds: findKind, Set: e.set}).Kind(name)
	if err != nil {
		return err
	}
	if e.options.Seats == 0 {
		e.options.Seats = k.UsualSeats
	}
	if e.options.Cores <= 0 {
		e.options.Cores = runtime.NumCPU()
	}
	switch e.reward {
	case "points":
	case "score":
		e.options.Shaped = true
	default:
		return fmt.Errorf("--reward is points or score, not %q", e.reward)
	}
	if e.options.Bots, err = seated(k, e.bots); err != nil {
		return err
	}
	b, err := training.New(k, settings, e.options)
	if err != nil {
		return err
	}
	switch {
	case e.memory >= 0:
		return e.serve(w, b)
	case e.json:
		return printJSON(w.out, b.Describe())
	}
	return host(describe(w, b.Describe()))
}

// seated returns built-in bots by the seats that they play, each named as SEAT=NAME, perhaps with parameters as in NAME?key=value.
func seated(k *game.Kind, named []string) (map[game.Seat]game.BuiltinBot, error) {
	bots := map[game.Seat]game.BuiltinBot{}
	for _, text := range named {
		seat, name, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(seat)
		if !ok || err != nil {
			return nil, fmt.Errorf("--bot %s: name a seat and a built-in bot, as in 1=%s", text, k.Quick)
		}
		if _, taken := bots[game.Seat(n)]; taken {
			return nil, fmt.Errorf("--bot %s: seat %d has a bot already", text, n)
		}
		if bots[game.Seat(n)], err = k.Builtin(strings.TrimPrefix(name, "builtin:"), nil); err != nil {
			return nil, err
		}
	}
	return bots, nil
}

// serve plays for the learner that has started this process, until it closes the requests.
func (e *environment) serve(w *world, b *training.Batch) error {
	memory, err := sharedMemory(e.memory, b.Size())
	if err != nil {
		return err
	}
	if err := b.Use(memory); err != nil {
		return err
	}
	if err := printJSON(w.out, b.Describe()); err != nil {
		return err
	}
	return host(b.Serve(w.in, w.out))
}

// describe prints the arrays as a table.
func describe(w *world, d training.Description) error {
	style := table.On(w.out, nil)
	t := &table.Table{Columns: []table.Column{{Head: "Array", Width: 24}, {Head: "Type", Width: 6}, {Head: "Shape", Width: 24}, {Head: "Written", Width: 24}}}
	when := map[training.Group]string{training.Given: "by the learner", training.Stepped: "by each step", training.Asked: "when it is asked for", training.View: "when it is asked for"}
	for _, a := range d.Arrays {
		name := a.Name
		if a.Group == training.View {
			name = "view." + name
		}
		t.Rows = append(t.Rows, []table.Cell{table.Text(name), table.Text(a.Type), table.Text(strings.Trim(fmt.Sprint(a.Shape), "[]")), table.Text(when[a.Group])})
	}
	if err := t.Write(w.out, style); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w.out, "\n%s\n", style.Wrap(fmt.Sprintf("Moves, by the index that is an action: %s", strings.Join(d.Moves, ", "))))
	return err
}

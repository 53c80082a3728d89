package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"agon/lab/session"
	"agon/lab/text"
	"agon/lab/training"
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
	f.StringVar(&e.reward, "reward", "points",
		"`WHAT` is rewarded: points (the result, from -1 to 1, at the end) or score (what the score grows by in each step)")
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
	o := e.options
	if o.Seats == 0 {
		o.Seats = k.UsualSeats
	}
	if o.Cores <= 0 {
		o.Cores = runtime.NumCPU()
	}
	switch e.reward {
	case "points":
	case "score":
		o.Shaped = true
	default:
		return fmt.Errorf("--reward is points or score, not %q", e.reward)
	}
	if o.Bots, err = training.Seated(k, e.bots); err != nil {
		return err
	}
	b, err := training.New(k, settings, o)
	if err != nil {
		return err
	}
	switch {
	case e.memory >= 0:
		return e.serve(w, b)
	case e.json:
		return printJSON(w.out, b.Describe())
	}
	return host(text.Arrays(w.out, b.Describe()))
}

// serve plays for the learner that has started this process, until it closes the requests.
func (e *environment) serve(w *world, b *training.Batch) error {
	memory, err := training.SharedMemory(e.memory, b.Size())
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

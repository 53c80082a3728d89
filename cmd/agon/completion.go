package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest/config"
	"agon/contest/folders"
	"agon/contest/ledger"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/internal/nearest"
	"agon/record/replay/files"
)

// complete adds completions to the arguments and flag values of all commands below root: kinds, built-in bots, options, formats, contests
// and the bots of a contest.
func complete(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion": // the library prints its help for a shell that it does not know
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				var shells []string
				for _, c := range cmd.Commands() {
					shells = append(shells, c.Name())
				}
				if len(args) == 0 {
					return fmt.Errorf("name a shell: agon completion %s", strings.Join(shells, "|"))
				}
				return fmt.Errorf("there is no completion for the shell %q%s; there are %s", args[0], nearest.Hint(args[0], shells),
					strings.Join(shells, ", "))
			}
			cmd.Args = cobra.ArbitraryArgs
		case "play", "check", "trial":
			cmd.ValidArgsFunction = kindsAndBots
		case "verify", "doctor", "refresh", "simulate":
			cmd.ValidArgsFunction = contests
		case "logs", "bar", "withdraw", "reinstate":
			cmd.ValidArgsFunction = contestsAndBots
		case "again", "limit":
			cmd.ValidArgsFunction = contestsAndWords(cmd.Name())
		}
		for name, values := range map[string]cobra.CompletionFunc{"format": formatNames, "set": optionNames, "clock": fixed("wall", "cpu"),
			"without": contestBots} {
			if cmd.Flags().Lookup(name) != nil {
				cmd.RegisterFlagCompletionFunc(name, values) // fails only if the flag does not exist
			}
		}
	}
}

func fixed(words ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

func formatNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, f := range formats.Formats {
		names = append(names, f.Name+"\t"+f.About)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// kindsAndBots completes KIND, and then BOT with the kind's built-in bots and with files.
func kindsAndBots(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	k := kindOf(args)
	if k == nil {
		return kindNames(cmd, args, word)
	}
	var names []string
	for _, b := range append(slices.Clone(k.Builtins), k.Searchers...) {
		names = append(names, "builtin:"+b.Name+"\t"+b.About)
	}
	return names, cobra.ShellCompDirectiveDefault
}

func kindOf(args []string) *game.Kind {
	if len(args) == 0 {
		return nil
	}
	k, err := findKind(args[0])
	if err != nil {
		return nil
	}
	return k
}

// optionNames completes --set with the options of the command's kind.
func optionNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	k := kindOf(args)
	if k == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, o := range k.Options {
		names = append(names, o.Name+"=\t"+o.About)
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// contests completes a contest: its file, or its folder once it has started.
func contests(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return contestsAt(word), cobra.ShellCompDirectiveDefault
}

// contestsAt returns the contests whose path begins with a word: .toml files, and folders with a ledger.
func contestsAt(word string) []string {
	var found []string
	named, _ := filepath.Glob(files.EscapeGlob(word) + "*.toml")
	found = append(found, named...)
	for _, name := range ledgers.Names {
		begun, _ := filepath.Glob(files.EscapeGlob(word) + "*/" + name)
		for _, f := range begun {
			if dir := filepath.Dir(f); !slices.Contains(found, dir+".toml") {
				found = append(found, dir)
			}
		}
	}
	return found
}

// contestsAndBots completes CONTEST BOT.
func contestsAndBots(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return contests(cmd, args, word)
	}
	return contestBots(cmd, args, word)
}

// contestBots completes the bots of the contest that is the first argument, from its ledger.
func contestBots(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return botsIn(args[0]), cobra.ShellCompDirectiveNoFileComp
}

// botsIn returns the bots of a contest that has started, by the names in its logs and tables.
func botsIn(name string) []string {
	dir, ok := folders.Dir(name)
	if !ok {
		return nil
	}
	l, err := known()
	if err != nil {
		return nil
	}
	kept, err := l.Read(context.Background(), dir, true)
	if err != nil {
		return nil
	}
	defer kept.Close()
	line, err := ledger.Read(context.Background(), kept)
	if err != nil {
		return nil
	}
	return line.Names()
}

// contestsAndWords completes CONTEST and then the command's own arguments: keys of limits, names of stages.
func contestsAndWords(command string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) == 0:
			return contests(cmd, args, word)
		case command == "limit" && len(args) == 1:
			return config.Decidable, cobra.ShellCompDirectiveNoFileComp
		case command == "again" && len(args) == 1:
			if f, err := config.Read(strings.TrimSuffix(args[0], ".toml") + ".toml"); err == nil {
				var stages []string
				for _, s := range f.Stages {
					stages = append(stages, s.Name)
				}
				return stages, cobra.ShellCompDirectiveNoFileComp
			}
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

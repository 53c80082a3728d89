package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"agon/bot/program/clients"
	"agon/game"
	gamefolder "agon/games/folder"
	"agon/lab/agents"
	"agon/lab/starter"
)

func newNew(w *world) *cobra.Command {
	editor, language := "", ""
	cmd := &cobra.Command{
		Use:   "new KIND LANGUAGE [DIR] | game DIR | agents DIR",
		Short: "write a starter bot, a game of one's own, or a contest of agents",
		Example: examples(`  agon new {kind} python mybot
  agon new game mygame                            game.toml and rules that play at once
  agon new ./mygame python mybot                  a bot for it
  agon new agents myarena                         a contest between programs that write bots
  agon new {kind} python mybot --editor vscode
  agon play {kind} mybot --watch`),
		Args: between(1, 3),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				if k, err := findKind(args[0]); err == nil {
					return clients.Languages(k.Files), cobra.ShellCompDirectiveNoFileComp
				}
			}
			return kindNames(cmd, args, word)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "game" {
				return writeGame(w, args[1:], language)
			}
			if args[0] == "agents" {
				return writeAgents(w, args[1:])
			}
			k, err := findKind(args[0])
			if err != nil {
				return err
			}
			known := clients.Languages(k.Files)
			if len(args) == 1 {
				return fmt.Errorf("name a language: agon new %s %s [DIR]", k.Name, strings.Join(known, "|"))
			}
			dir := args[1] + "-bot"
			if len(args) == 3 {
				dir = args[2]
			}
			if editor != "" && editor != "vscode" {
				return fmt.Errorf("--editor %s: agon knows vscode", editor)
			}
			return writeStarter(w, k, args[0], args[1], dir, editor != "")
		},
	}
	cmd.Flags().StringVar(&language, "language", "python", "`LANGUAGE` of the rules of a game, or engine for a program that plays it")
	cmd.Flags().StringVar(&editor, "editor", "", "write tasks and debugging for `EDITOR` too: vscode")
	return cmd
}

// writeGame writes the folder of a game to start from.
func writeGame(w *world, args []string, language string) error {
	if len(args) != 1 {
		return errors.New("name the folder of the game: agon new game mygame")
	}
	dir := args[0]
	files, err := starter.Game(dir, language)
	if err != nil {
		return err
	}
	if err := starter.Write(dir, files); err != nil {
		return host(err)
	}
	ref := dir
	if !strings.ContainsAny(dir, `/\`) {
		ref = "./" + dir
	}
	built := ""
	if command := gamefolder.BuildOf(files); command != "" {
		built = fmt.Sprintf("build it in there with:  %s   then ", command)
	}
	fmt.Fprintf(w.out, "wrote %s; %splay it with:  agon play %s --watch   and test its rules with:  agon check-game %s\n", dir, built, ref,
		ref)
	return nil
}

// writeAgents writes the folder of a contest of agents to start from.
func writeAgents(w *world, args []string) error {
	if len(args) != 1 {
		return errors.New("name the folder of the contest: agon new agents myarena")
	}
	files, err := agents.Example()
	if err != nil {
		return host(err)
	}
	if err := starter.Empty(args[0]); err != nil {
		return err
	}
	if err := starter.Write(args[0], files); err != nil {
		return host(err)
	}
	fmt.Fprintf(w.out, "wrote %s; play it with:  agon agents %s\n", args[0], filepath.Join(args[0], "contest.toml"))
	return nil
}

// writeStarter writes the folder of a bot to start from.
func writeStarter(w *world, k *game.Kind, ref, language, dir string, tasks bool) error {
	files, err := starter.Bot(k, language, tasks)
	if err != nil {
		return err
	}
	if err := starter.Empty(dir); err != nil {
		return err
	}
	if err := starter.Write(dir, files); err != nil {
		return host(err)
	}
	fmt.Fprintf(w.out, "wrote %s; play it with:  agon play %s %s --watch\n", dir, ref, dir)
	return nil
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"agon/game"
	"agon/games/all"
)

func newGames(w *world) *cobra.Command {
	var asJSON, markdown bool
	cmd := &cobra.Command{
		Use:   "games [KIND]",
		Short: "list kinds of game, or describe one: rules, options, clock, protocol",
		Example: examples(`  agon games
  agon games {kind}
  agon games {kind} --json`),
		Args:              between(0, 1),
		ValidArgsFunction: kindNames,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listKinds(w.out, asJSON)
			}
			k, err := findKind(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(w.out, kindJSON(k))
			}
			return describeKind(w.out, k)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the rules as Markdown (the default)")
	return cmd
}

// kindNames completes names of kinds in the shell.
func kindNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var names []string
	for _, k := range all.Kinds() {
		names = append(names, k.Name+"\t"+k.About)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return host(e.Encode(v))
}

func listKinds(out io.Writer, asJSON bool) error {
	if asJSON {
		var list []any
		for _, k := range all.Kinds() {
			list = append(list, kindJSON(k))
		}
		return printJSON(out, map[string]any{"agon": 1, "kinds": list})
	}
	for _, k := range all.Kinds() {
		fmt.Fprintf(out, "%-15s %-20s %-12s %s\n", k.Name, k.Title, k.SeatsText(), k.About)
	}
	fmt.Fprintln(out, "\nagon games KIND prints a kind's rules, agon protocol KIND how a program in any language plays it; agon play "+
		"KIND plays its built-in bots.")
	return nil
}

type optionJSON struct {
	Name    string   `json:"name"`
	Default any      `json:"default"`
	Values  []string `json:"values,omitempty"`
	About   string   `json:"about"`
}

func kindJSON(k *game.Kind) any {
	options := []optionJSON{}
	for _, o := range k.Options {
		options = append(options, optionJSON{o.Name, o.Default, o.Values, o.About})
	}
	type builtin struct {
		Name  string `json:"name"`
		About string `json:"about"`
	}
	builtins := []builtin{}
	for _, b := range append(slices.Clone(k.Builtins), k.Searchers...) {
		builtins = append(builtins, builtin{b.Name, b.About})
	}
	return struct {
		Agon     int          `json:"agon"`
		Name     string       `json:"name"`
		Title    string       `json:"title"`
		About    string       `json:"about"`
		Version  string       `json:"version"`
		Source   string       `json:"source"`
		Seats    [2]int       `json:"seats"`
		Options  []optionJSON `json:"options"`
		Clock    string       `json:"clock"`
		Format   string       `json:"format"`
		Builtins []builtin    `json:"builtins"`
	}{1, k.Name, k.Title, k.About, k.Version, k.Source, [2]int{k.MinSeats, k.MaxSeats}, options, k.Clock(usual(k)).Text(0), k.Format,
		builtins}
}

// usual returns a kind's settings with all options at their defaults.
func usual(k *game.Kind) game.Settings {
	s, err := k.Settings(nil)
	if err != nil {
		panic(err) // the defaults of a Spec are within its own bounds
	}
	return s
}

// describeKind prints a kind's README, followed by information from its Spec.
func describeKind(out io.Writer, k *game.Kind) error {
	readme, err := readKindFile(k, "README.md")
	if errors.Is(err, fs.ErrNotExist) {
		readme, err = fmt.Appendf(nil, "# %s\n\n%s", k.Title, k.About), nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n\n## Facts\n\n", strings.TrimRight(string(readme), "\n"))
	fmt.Fprintf(out, "| | |\n|---|---|\n| kind | `%s`, rules %s |\n| source | %s |\n| played by | %s |\n| clock | %s |\n| format when "+
		"none is named | %s |\n",
		k.Name, k.Version, k.Source, k.SeatsText(), k.Clock(usual(k)).Text(0), k.Format)
	fmt.Fprintf(out, "\n## Options (`--set KEY=VALUE`, or under `[options]` in contest.toml)\n\n| option | default | |\n|---|---|---|\n")
	for _, o := range k.Options {
		about := o.About
		if len(o.Values) > 0 {
			about += " (" + strings.Join(o.Values, ", ") + ")"
		}
		fmt.Fprintf(out, "| `%s` | `%v` | %s |\n", o.Name, o.Default, about)
	}
	fmt.Fprintf(out, "\n## Built-in bots\n\n| | |\n|---|---|\n")
	for _, b := range append(slices.Clone(k.Builtins), k.Searchers...) {
		var params []string
		for _, p := range b.Params {
			params = append(params, fmt.Sprintf("`%s=%v`", p.Name, p.Default))
		}
		about := b.About
		if len(params) > 0 {
			about += "; " + strings.Join(params, " ")
		}
		fmt.Fprintf(out, "| `builtin:%s` | %s |\n", b.Name, about)
	}
	_, err = fmt.Fprintf(out, "\n`agon protocol %s` prints a game as a program in any language plays it by the agon protocol, line by "+
		"line; `agon protocol` explains the lines.\n", k.Name)
	return err
}

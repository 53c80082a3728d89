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
	var own siteGames
	cmd := &cobra.Command{
		Use:   "games [KIND | CONTEST-URL --mine]",
		Short: "list kinds of game, or describe one: rules, options, clock, protocol; or list your games on a site",
		Long: `Without an argument, list the kinds of game; with KIND, describe one.

With the address of a contest's page on a site and --mine, list the games of your own bots and of your team's there, the newest first, while the contest goes on. The
token of your account page is in AGON_TOKEN. agon logs CONTEST-URL --game N prints what your bot was sent and answered in a game.`,
		Example: examples(`  agon games
  agon games {kind}
  agon games {kind} --json
  AGON_TOKEN=agon_… agon games https://contests.example.org/c/evening --mine --opponent Alice --result lost
  agon games https://contests.example.org/c/evening --mine --fault any --since 2026-03-01 --limit 0 --json`),
		Args:              between(0, 1),
		ValidArgsFunction: kindNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) > 0 && isSite(args[0]):
				return own.list(cmd.Context(), w, args[0], asJSON)
			case own.mine:
				return errors.New("--mine lists games on a site: name the page of its contest, as https://HOST/c/NAME")
			case len(args) == 0:
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
	f := cmd.Flags()
	f.BoolVar(&asJSON, "json", false, "print one JSON object; with --mine, an array of your bots with their games")
	f.BoolVar(&markdown, "markdown", false, "print the rules as Markdown (the default)")
	own.flags(f)
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

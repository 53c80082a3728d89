package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"agon/bot/program/clients"
	"agon/contest/draft"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/lab/starter"
)

// initializing is agon init, which writes a contest.toml with a folder for submissions.
type initializing struct {
	w      *world
	name   string
	format string
	dir    string
	seed   int64
	bare   bool
}

func newInit(w *world) *cobra.Command {
	i := &initializing{w: w}
	cmd := &cobra.Command{
		Use:   "init [KIND]",
		Short: "write a contest.toml and a folder for submissions",
		Long: `Init writes a contest.toml that is ready to run, with every option of the kind, every key of the format and every limit as a comment, and a
folder submissions with a starter bot. On a terminal it asks for the values that no flag sets. It never overwrites files.`,
		Example: `  agon init
  agon init ` + all.Kinds()[0].Name + ` --name "Spring Cup" --format round-robin --dir spring`,
		Args:              between(0, 1),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return i.initContest(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&i.name, "name", "", "`NAME` of the contest (default: the kind's title)")
	f.StringVar(&i.format, "format", "", "contest `FORMAT` (default: the kind's own); agon formats lists them")
	f.StringVar(&i.dir, "dir", ".", "`DIR` to write to")
	f.Int64Var(&i.seed, "seed", 0, "`SEED` of the contest (default: drawn when it is run)")
	f.BoolVar(&i.bare, "bare", false, "no starter bot and no built-in bots")
	return cmd
}

func (i *initializing) initContest(cmd *cobra.Command, args []string) error {
	asks := term.IsTerminal(int(i.w.in.Fd()))
	questions := &questioner{in: bufio.NewReader(i.w.in), out: i.w.err}
	k, err := i.kind(args, asks, questions)
	if err != nil {
		return err
	}
	if i.name == "" {
		i.name = k.Title
		if asks {
			if i.name, err = questions.ask("Name of the contest", k.Title); err != nil {
				return err
			}
		}
	}
	if i.format == "" {
		i.format = k.Format
		if asks {
			if i.format, err = i.chooseFormat(k, questions); err != nil {
				return err
			}
		}
	}
	format, err := tournament.Find(formats.Formats, i.format)
	if err != nil {
		return err
	}
	return i.write(cmd, k, format)
}

// kind returns the kind of the contest.
func (i *initializing) kind(args []string, asks bool, q *questioner) (*game.Kind, error) {
	if len(args) == 1 {
		return findKind(args[0])
	}
	if !asks {
		var names []string
		for _, k := range all.Kinds() {
			names = append(names, k.Name)
		}
		return nil, fmt.Errorf("name a kind of game: agon init %s", strings.Join(names, "|"))
	}
	var lines []string
	for _, k := range all.Kinds() {
		lines = append(lines, fmt.Sprintf("%-16s %s", k.Name, k.About))
	}
	at, err := q.choose("Which game?", lines, 0)
	if err != nil {
		return nil, err
	}
	return all.Kinds()[at], nil
}

func (i *initializing) chooseFormat(k *game.Kind, q *questioner) (string, error) {
	var lines []string
	offered := slices.DeleteFunc(slices.Clone(formats.Formats), func(f tournament.Spec) bool { return f.Test })
	for _, f := range offered {
		lines = append(lines, fmt.Sprintf("%-13s %s", f.Name, f.About))
	}
	usual := slices.IndexFunc(offered, func(f tournament.Spec) bool { return f.Name == k.Format })
	at, err := q.choose("Which format?", lines, max(usual, 0))
	if err != nil {
		return "", err
	}
	return offered[at].Name, nil
}

// write writes the files. It overwrites nothing.
func (i *initializing) write(cmd *cobra.Command, k *game.Kind, format tournament.Spec) error {
	file, bots := filepath.Join(i.dir, "contest.toml"), filepath.Join(i.dir, "submissions")
	for _, name := range []string{file, bots} {
		if _, err := os.Lstat(name); err == nil {
			return fmt.Errorf("%s exists; choose another folder with --dir", name)
		}
	}
	text, err := i.text(cmd, k, format)
	if err != nil {
		return host(err)
	}
	if err := os.MkdirAll(bots, 0o755); err != nil {
		return host(err)
	}
	language := ""
	if known := clients.Languages(k.Files); len(known) > 0 && !i.bare {
		language = known[0]
		if slices.Contains(known, "python") {
			language = "python"
		}
		files, err := clients.ForKind(k, language)
		if err != nil {
			return host(err)
		}
		if err := starter.Write(filepath.Join(bots, "starter"), files); err != nil {
			return host(err)
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return host(err)
	}
	fmt.Fprintf(i.w.out, "wrote %s: a contest of %s, format %s\n", file, k.Title, format.Name)
	if language != "" {
		fmt.Fprintf(i.w.out, "wrote %s: a bot in %s to start from\n", filepath.Join(bots, "starter"), language)
	}
	fmt.Fprintf(i.w.out, "Put bots into %s, then:  agon check %s  and  agon run %s\n", bots, file, file)
	return nil
}

// text returns the contest.toml.
func (i *initializing) text(cmd *cobra.Command, k *game.Kind, format tournament.Spec) (string, error) {
	d := draft.Draft{Name: i.name, Kind: k, Stages: []draft.Stage{{Format: format}}}
	if cmd.Flags().Changed("seed") {
		d.Seed = &i.seed
	}
	if !i.bare {
		d.Builtins = k.Builtins
	}
	return d.Text()
}

// A questioner asks questions at a terminal.
type questioner struct {
	in  *bufio.Reader
	out io.Writer
}

// ask asks for a line; an empty one means the default.
func (q *questioner) ask(question, usual string) (string, error) {
	fmt.Fprintf(q.out, "%s [%s]: ", question, usual)
	line, err := q.in.ReadString('\n')
	line = strings.TrimSpace(line)
	switch {
	case err != nil && line == "":
		return "", errors.New("stopped before anything was written")
	case line == "":
		return usual, nil
	}
	return line, nil
}

// choose asks for one of several lines, by its number or its first word.
func (q *questioner) choose(question string, lines []string, usual int) (int, error) {
	fmt.Fprintln(q.out, question)
	for i, line := range lines {
		fmt.Fprintf(q.out, "  %d  %s\n", i+1, line)
	}
	for {
		answer, err := q.ask("Number or name", strings.Fields(lines[usual])[0])
		if err != nil {
			return 0, err
		}
		for i, line := range lines {
			if answer == strconv.Itoa(i+1) || answer == strings.Fields(line)[0] {
				return i, nil
			}
		}
		fmt.Fprintf(q.out, "%q is none of them.\n", answer)
	}
}

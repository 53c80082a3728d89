package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"agon/internal/nearest"
	"agon/internal/regular"
)

func newLogs(w *world) *cobra.Command {
	return &cobra.Command{
		Use:   "logs CONTEST BOT",
		Short: "print a bot's log: output, faults, and the prompts before them",
		Example: examples(`  agon logs contest.toml "My Bot"
  agon logs out/{kind}-1a2b3c4d {bot}`),
		Args: between(1, 2),
		RunE: func(_ *cobra.Command, args []string) error { return showLog(w, args) },
	}
}

func showLog(w *world, args []string) error {
	dir := strings.TrimSuffix(args[0], ".toml")
	files, err := filepath.Glob(filepath.Join(dir, "logs", "*.log"))
	if err != nil {
		return err
	}
	var names []string
	for _, f := range files {
		_, name, _ := strings.Cut(strings.TrimSuffix(filepath.Base(f), ".log"), "-")
		names = append(names, name)
	}
	if len(args) == 1 || len(files) == 0 {
		if _, err := os.Stat(dir); err != nil {
			return fmt.Errorf("%s: no such contest", args[0])
		}
		if len(files) == 0 {
			fmt.Fprintln(w.out, "no logs: no bot printed anything or had a fault")
			return nil
		}
		for _, name := range names {
			fmt.Fprintln(w.out, name)
		}
		return nil
	}
	at := slices.Index(names, fileName(args[1]))
	if at < 0 {
		return fmt.Errorf("%s has no log of %q%s; it has logs of %s", dir, args[1], nearest.Hint(fileName(args[1]), names), strings.Join(names, ", "))
	}
	text, err := regular.Read(files[at])
	if err != nil {
		return host(err)
	}
	_, err = fmt.Fprint(w.out, printable(string(text)))
	return host(err)
}

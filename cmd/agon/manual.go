package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newManual is for packagers: agon manual DIR writes DIR/man1/*.1 and DIR/completions/*, the same bytes for the same release.
func newManual(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "manual DIR",
		Short:  "write man pages and shell completions into a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := writeManual(root, args[0], thisRelease()); err != nil {
				return host(fmt.Errorf("write the manual: %w", err))
			}
			return nil
		},
	}
}

func writeManual(root *cobra.Command, dir string, r release) error {
	pages, shells := filepath.Join(dir, "man1"), filepath.Join(dir, "completions")
	for _, dir := range []string{pages, shells} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	written, err := time.Parse(time.RFC3339, r.Date)
	if err != nil {
		written = time.Unix(0, 0)
	}
	written = written.UTC()
	root.DisableAutoGenTag = true
	root.InitDefaultCompletionCmd()
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "agon " + r.Version, Manual: "agon", Date: &written},
		pages); err != nil {
		return err
	}
	for name, write := range map[string]func(string) error{
		"agon.bash": func(file string) error { return root.GenBashCompletionFileV2(file, true) },
		"_agon":     root.GenZshCompletionFile,
		"agon.fish": func(file string) error { return root.GenFishCompletionFile(file, true) },
		"agon.ps1":  root.GenPowerShellCompletionFileWithDesc,
	} {
		if err := write(filepath.Join(shells, name)); err != nil {
			return err
		}
	}
	return nil
}

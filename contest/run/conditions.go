package run

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/contest"
	"agon/contest/store"
)

// conditions returns the settings that results may depend on and that may change within a contest. A change of the other settings, which
// define the contest, is refused.
func conditions(c *contest.Contest, o Options) ([]store.Value, error) {
	l := c.File.Limits
	unlimited := func(n any) string {
		if text := fmt.Sprint(n); text != "0" && text != "0s" {
			return text
		}
		return "default"
	}
	isolation := "process"
	if o.OneProcess {
		isolation = "shared"
	}
	facts := []store.Value{
		{Name: "time limits", Text: map[bool]string{true: "off", false: "enforced"}[o.NoLimits]},
		{Name: "clock", Text: map[bool]string{true: "cpu", false: "wall"}[l.CPUClock]},
		{Name: "guard", Text: unlimited(l.Guard)},
		{Name: "memory limit", Text: unlimited(l.Memory)},
		{Name: "task limit", Text: unlimited(l.Tasks)},
		{Name: "CPU limit", Text: unlimited(l.CPU)},
		{Name: "CPU limit of a round", Text: unlimited(l.RoundCPU)},
		{Name: "disk limit", Text: unlimited(l.Disk)},
		{Name: "isolation", Text: isolation},
		{Name: "stalled games", Text: map[bool]string{true: "played again", false: "stand"}[o.VoidStalled]},
		{Name: "sandbox", Text: o.Sandbox},
		{Name: "warm interpreters", Text: fmt.Sprint(c.File.Warm)},
	}
	builds, err := builds(c)
	if err != nil {
		return nil, err
	}
	return slices.Concat(facts, builds, interpreters(c)), nil
}

// interpreters returns the versions of the interpreters that run the bots.
func interpreters(c *contest.Contest) (facts []store.Value) {
	var versions []string
	for _, e := range c.Entries {
		if v := e.Interpreter(); v != "" && !slices.Contains(versions, v) {
			versions = append(versions, v)
		}
	}
	if len(versions) == 0 {
		return nil
	}
	slices.Sort(versions)
	return []store.Value{{Name: "interpreter", Text: strings.Join(versions, "; ")}}
}

// settle stores the conditions of this run, and notes each that differs from an earlier run.
func (r *run) settle(ctx context.Context) error {
	now, err := conditions(r.contest, r.options)
	if err != nil {
		return err
	}
	changed, err := r.contest.Settle(ctx, now)
	for _, e := range changed {
		r.note(fmt.Sprintf("%s was %s in an earlier run and is now %s: the tables contain games of both", e.Of, e.Was, e.Now))
	}
	return err
}

// builds returns the conditions that decide how bots are built and which interpreters run them.
func builds(c *contest.Contest) ([]store.Value, error) {
	packages, err := packagesFact(c.File.Packages)
	if err != nil {
		return nil, fmt.Errorf("[packages] folder %s: %w", c.File.Packages, err)
	}
	return []store.Value{
		{Name: "runtimes", Text: cmp.Or(runtimesFact(c.File.Runtimes), "as installed")},
		{Name: "packages", Text: cmp.Or(packages, "none")},
		{Name: "shims", Text: cmp.Or(strings.Join(c.File.Shims, ", "), "none")},
	}, nil
}

// runtimesFact lists the chosen programs. The versions of the interpreters in use are a separate condition.
func runtimesFact(chosen map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		all = append(all, fmt.Sprintf("%s = %s", name, chosen[name]))
	}
	return strings.Join(all, "; ")
}

// packagesFact returns the number of files in a folder of packages, and a hash of them; nothing without a folder.
func packagesFact(folder string) (string, error) {
	if folder == "" {
		return "", nil
	}
	var lines []string
	err := filepath.WalkDir(folder, func(at string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(at)
		if err != nil {
			return err
		}
		defer f.Close()
		sum := sha256.New()
		if _, err := io.Copy(sum, f); err != nil {
			return fmt.Errorf("read %s: %w", at, err)
		}
		name, err := filepath.Rel(folder, at)
		lines = append(lines, fmt.Sprintf("%s %x", filepath.ToSlash(name), sum.Sum(nil)))
		return err
	})
	if err != nil {
		return "", err
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return fmt.Sprintf("%d files, %x", len(lines), sum[:8]), nil
}

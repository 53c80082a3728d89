package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/internal/nearest"
)

// flagError rewrites errors of flags: it suggests the nearest name for an unknown flag, and describes the form of a bad value.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var unfit *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	help := fmt.Sprintf("%s --help lists the flags", cmd.CommandPath())
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		name := unknown.GetSpecifiedName()
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		if word := nearest.Word(name, names); word != "" {
			return fmt.Errorf("no flag --%s; did you mean --%s? %s", name, word, help)
		}
		return fmt.Errorf("no flag --%s; %s", name, help)
	case errors.As(err, &unknown):
		return fmt.Errorf("no flag -%s; %s", unknown.GetSpecifiedName(), help)
	case errors.As(err, &unfit):
		return fmt.Errorf("--%s takes %s, not %q", unfit.GetFlag().Name, valueForm(unfit), unfit.GetValue())
	case errors.As(err, &missing):
		name, usage := pflag.UnquoteUsage(missing.GetFlag())
		return fmt.Errorf("--%s takes a value (%s): %s", missing.GetFlag().Name, name, usage)
	}
	return err
}

// countsFit returns an error for negative counts. All flags with whole numbers are counts, except --seed, which may be negative.
func countsFit(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		counts := f.Value.Type() == "int" || f.Value.Type() == "int64" && f.Name != "seed"
		if n, bad := strconv.ParseInt(f.Value.String(), 10, 64); err == nil && counts && bad == nil && n < 0 {
			err = fmt.Errorf("--%s takes a whole number from 0 on, not %d", f.Name, n)
		}
	})
	return err
}

// valueForm describes the values that a flag takes.
func valueForm(e *pflag.InvalidValueError) string {
	switch e.GetFlag().Value.Type() {
	case "int", "int32", "int64":
		if errors.Is(e, strconv.ErrRange) {
			return fmt.Sprintf("a whole number up to %d", math.MaxInt64)
		}
		return "a whole number"
	case "uint", "uint32", "uint64":
		return "a whole number from 0 on"
	case "float64":
		return "a number"
	case "duration":
		return `a duration such as "500ms" or "2s"`
	case "bool":
		return `"true" or "false"`
	}
	return e.Unwrap().Error()
}

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"agon/format/tournament"
	formats "agon/format/tournament/all"
)

func newFormats(w *world) *cobra.Command {
	return &cobra.Command{
		Use:               "formats [FORMAT]",
		Short:             "list contest formats, or the keys of one",
		Args:              between(0, 1),
		ValidArgsFunction: formatNames,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, f := range formats.Formats {
					fmt.Fprintf(w.out, "%-13s %s\n", f.Name, f.About)
				}
				fmt.Fprintln(w.out, "\nagon formats FORMAT lists the keys of a [[stages]] table.")
				return nil
			}
			f, err := tournament.Find(formats.Formats, args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(w.out, "%s: %s\n\n", f.Name, f.About)
			for _, key := range f.Keys {
				about := key.About
				if len(key.Values) > 0 {
					about += " (" + strings.Join(key.Values, ", ") + ")"
				}
				fmt.Fprintf(w.out, "%-16s %-10v %s\n", key.Name, key.Default, about)
			}
			if grow := f.Growing(); len(grow) > 0 {
				fmt.Fprintf(w.out, "\nIn a stage that has begun these may change, if that only makes it longer: %s.\n",
					strings.Join(grow, ", "))
			} else {
				fmt.Fprintln(w.out, "\nIn a stage that has begun no key may change.")
			}
			return nil
		},
	}
}

package main

import (
	"github.com/spf13/cobra"

	"agon/bot/download"
	"agon/site/beside"
)

// newDownload returns the hidden command that a site starts to fetch a submission that was named by an address.
func newDownload(w *world) *cobra.Command {
	var limits download.Limits
	cmd := &cobra.Command{
		Use:    "download ADDRESS DIR",
		Short:  "fetch a repository or an image into a file of a folder (agon serve starts this itself)",
		Hidden: true,
		Args:   between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			limits.Bytes <<= 20
			limits.Unresolved, limits.Token = proxyResolves(), secretOf(beside.TokenVariable)
			return beside.Download(cmd.Context(), args[0], args[1], limits, w.out)
		},
	}
	f := cmd.Flags()
	f.Int64Var(&limits.Bytes, "most", 256, "largest download in `MiB`")
	f.BoolVar(&limits.Private, "private-addresses", false, "fetch from private networks too, and by http")
	return cmd
}

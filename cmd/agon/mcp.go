package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/contest/config"
	"agon/lab/tools"
	"agon/lab/tools/mcp"
)

// Environment variables of an edit in a contest of agents.
const (
	toolsVariable     = "AGON_TOOLS"     // address of the tools of the edit
	workspaceVariable = "AGON_WORKSPACE" // folder of the agent
)

// toolFlags are the flags of agon mcp and agon tool.
type toolFlags struct {
	bots      botFlags
	dir, site string
}

func (t *toolFlags) add(f *pflag.FlagSet) {
	t.bots.addTools(f)
	f.StringVar(&t.dir, "dir", ".", "`DIR` with bots, replays and contests, outside which no tool reads or writes")
	f.StringVar(&t.site, "site", "", "`URL` of a contest, https://HOST/c/NAME, for tools of the site (token: AGON_TOKEN)")
}

func newMCP(w *world) *cobra.Command {
	t := &toolFlags{}
	cmd := &cobra.Command{
		Use:   "mcp [KIND | CONTEST.toml]",
		Short: "serve agon's tools to an MCP client, such as a coding assistant",
		Long: `Serve tools by the Model Context Protocol over standard input and output: rules, starters, check, play, compare, trial, explain, replays, pin and
test, for bots in the folder. Without an argument the tools are about contest.toml, if the folder has one, and else each call names a kind of
game. With --site there are tools for a contest of a site too, submit among them.

In an edit of a contest of agents (AGON_TOOLS is set) they are the tools of the edit, with its rights and budgets.`,
		Example: examples(`  agon mcp {kind}
  agon mcp contest.toml --dir ~/bots
  AGON_TOKEN=agon_… agon mcp {kind} --site https://contests.example.org/c/evening`),
		Args:              between(0, 1),
		ValidArgsFunction: kindNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := t.caller(cmd, w, strings.Join(args, ""))
			if err != nil {
				return err
			}
			o := mcp.Offer{Caller: c, Version: thisRelease().Version, Instructions: "Tools for writing bots for games. Begin with the " +
				"tool rules; check a bot before it is handed in; compare shows whether a change is an improvement."}
			return host(ignoreCancel(o.Serve(cmd.Context(), w.in, w.out)))
		},
	}
	t.add(cmd.Flags())
	return cmd
}

// caller returns the tools of an edit, or those of a folder and of a site.
func (t *toolFlags) caller(cmd *cobra.Command, w *world, subject string) (tools.Caller, error) {
	if url := os.Getenv(toolsVariable); url != "" {
		return &tools.Keeper{Caller: tools.NewRemote(url), Folder: cmp.Or(os.Getenv(workspaceVariable), ".")}, nil
	}
	h, err := t.home(subject)
	if err != nil {
		return nil, err
	}
	h.Bots = givenFlags(cmd.Flags(), "dir", "site")
	all, err := tools.NewLocal(h)
	if err != nil {
		return nil, host(err)
	}
	if t.site != "" {
		more, err := siteTools(w, t.site, t.dir)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return &tools.Keeper{Caller: all, Folder: t.dir}, nil
}

// home returns the tools for a kind or a contest; without a name for contest.toml in the folder, if there is one.
func (t *toolFlags) home(name string) (h tools.Home, err error) {
	h.Folder = t.dir
	if h.Own, err = os.Executable(); err != nil {
		return h, host(err)
	}
	if info, err := os.Stat(t.dir); err != nil || !info.IsDir() {
		return h, fmt.Errorf("--dir %s: there is no such folder", t.dir)
	}
	if beside := filepath.Join(t.dir, "contest.toml"); name == "" {
		if _, err := os.Stat(beside); err == nil {
			name = beside
		}
	}
	if name == "" {
		return h, nil
	}
	if strings.HasSuffix(name, ".toml") {
		f, err := config.ReadAhead(name)
		if err != nil {
			return h, err
		}
		h.Contest, h.Under, name = f.Path, tools.Under(f), f.Kind
	}
	k, err := findKind(name)
	if err != nil {
		return h, err
	}
	if h.Kind = k.Ref(); k.Folder != "" {
		h.Kind, err = filepath.Abs(k.Folder)
	}
	return h, host(err)
}

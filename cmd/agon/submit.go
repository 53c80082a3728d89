package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"agon/bot/download"
	"agon/internal/clean"
	"agon/lab/check"
	"agon/lab/text"
	"agon/site/client"
	"agon/site/wire"
)

// tokenVariable is the environment variable with the token for a site.
const tokenVariable = "AGON_TOKEN"

// submitting are the flags of agon submit.
type submitting struct {
	token  string
	name   string
	branch string
	insist bool
	json   bool
}

func newSubmit(w *world) *cobra.Command {
	s := &submitting{}
	cmd := &cobra.Command{
		Use:   "submit CONTEST-URL BOT",
		Short: "submit a bot to a contest site, and wait for the verdict",
		Long: `Submit sends a bot (a Python file, an archive of its files or of its image, or a folder, which it packs) to a contest of a site that agon serve runs,
prints what the check on the site prints, and then the verdict. It exits as agon check does: 0 if the version passed and plays, 3 if it failed.
Where a contest tries new versions before they play, it waits for the end of the trial, and exits with 3 if the version was refused.

BOT may be an address, which the site fetches: https://HOST/PATH of a git repository that everybody can read, or docker://REGISTRY/NAME:TAG of an image.

The token is made on the account page of the site. Other users of this machine can read --token in the list of processes; AGON_TOKEN they cannot.`,
		Example: examples(`  AGON_TOKEN=agon_… agon submit https://contests.example.org/c/evening ./mybot
  agon submit https://contests.example.org/c/evening bot.py --name "Quiet Flood"
  agon submit https://contests.example.org/c/evening https://git.example.org/me/bot --branch main`),
		Args: between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error { return s.run(cmd.Context(), w, args[0], args[1]) },
	}
	f := cmd.Flags()
	f.StringVar(&s.token, "token", "", "`TOKEN` of the account page (default: AGON_TOKEN)")
	f.StringVar(&s.name, "name", "", "`NAME` of the bot on the site (default: that of the file, folder or repository)")
	f.StringVar(&s.branch, "branch", "", "`BRANCH`, tag or commit of a repository (default: the one that its host shows first)")
	f.BoolVar(&s.insist, "insist", false, "let the version play without a trial, where the contest tries new ones")
	f.BoolVar(&s.json, "json", false, "print one JSON object")
	return cmd
}

func (s *submitting) run(ctx context.Context, w *world, address, bot string) error {
	c, err := contestOn(w, address, s.token, " and the bot")
	if err != nil {
		return err
	}
	name, got, err := s.send(ctx, c, bot)
	if err != nil {
		return err
	}
	fmt.Fprintf(w.err, "agon: %s has version %d of %s: %s\n", c.Base, got.Version, clean.Text(name), c.Base+got.Page)
	log := io.Writer(w.err)
	c.Insist = s.insist
	v, err := c.Follow(ctx, got, printing{log})
	if err == nil && s.insist && heldBack(v) { // its trial ended before anything was said of it
		if err = c.Activate(ctx, got); err == nil {
			v, err = c.Follow(ctx, got, io.Discard)
		}
	}
	if err != nil {
		return siteError(c, fmt.Errorf("the version is on the site, and its check goes on there: %w", err))
	}
	if s.json {
		err = printJSON(w.out, v)
	} else {
		err = printVersion(w.out, name, v)
	}
	if err != nil {
		return host(err)
	}
	if v.State != "good" || heldBack(v) {
		return &exit{exitFault, nil}
	}
	return nil
}

// send submits the bot, and returns the name that it has on the site.
func (s *submitting) send(ctx context.Context, c *client.Contest, bot string) (name string, got *wire.Submitted, err error) {
	if download.Is(bot) {
		source, err := download.Parse(bot, s.branch)
		if err != nil {
			return "", nil, err
		}
		if name = s.name; name == "" {
			name = source.Base()
		}
		if got, err = c.SubmitAddress(ctx, wire.Address{Bot: name, Address: source.String()}); err != nil {
			return "", nil, siteError(c, err)
		}
		return name, got, nil
	}
	if s.branch != "" {
		return "", nil, fmt.Errorf("--branch %s belongs to the address of a repository, and %s is a file", s.branch, bot)
	}
	file, name, content, err := client.Pack(bot)
	if err != nil {
		return "", nil, fmt.Errorf("read the bot: %w", err)
	}
	if s.name != "" {
		name = s.name
	}
	if got, err = c.Submit(ctx, name, file, content); err != nil {
		return "", nil, siteError(c, err)
	}
	return name, got, nil
}

// siteError gives an error of a site its exit code: a refusal is the caller's, anything else is the host's.
func siteError(c *client.Contest, err error) error {
	var refused *client.Refusal
	if errors.As(err, &refused) {
		err = fmt.Errorf("%s: %s", c.Base, clean.Text(err.Error()))
		if refused.Mine() {
			return err
		}
	}
	return host(err)
}

// printVersion prints a verdict.
func printVersion(out io.Writer, name string, v *wire.Version) error {
	for _, f := range v.Findings {
		text.Finding(out, check.Finding{What: f.What, Good: f.Good, Told: f.Told})
	}
	verdict := "passed, and plays from the next round on"
	switch {
	case heldBack(v):
		verdict = "passed its check, and does not play after its trial: the bot's page lets it play all the same, as --insist does"
	case v.State == "good":
	case v.Number == 1:
		verdict = "failed, so the bot does not play yet: correct it and submit it again"
	default:
		verdict = "failed, so it does not play: an earlier version that passed, if there is one, plays on"
	}
	_, err := fmt.Fprintf(out, "%s, version %d: %s\n", clean.Text(name), v.Number, verdict)
	return err
}

// heldBack reports whether a version passed its check and does not play after its trial.
func heldBack(v *wire.Version) bool {
	return !v.Plays && slices.ContainsFunc(v.Findings, func(f wire.Finding) bool { return f.What == "trial" && !f.Good })
}

// printing writes untrusted text without its control characters.
type printing struct{ to io.Writer }

func (p printing) Write(b []byte) (int, error) {
	_, err := io.WriteString(p.to, clean.Text(string(b)))
	return len(b), err
}

package conduct

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"agon/bot/image"
	"agon/bot/launch"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/fleet/connection"
	"agon/contest/folders"
	"agon/contest/run"
	"agon/game"
	"agon/internal/cause"
	"agon/show/report"
	"agon/show/term/progress"
)

// A Setup describes how a contest is opened and played, and what is written when it is over. It serves one contest.
type Setup struct {
	Folders  *folders.Folders
	Opening  contest.Setup // kinds, formats, bots, folder; this package adds the ledger
	Options  run.Options   // of the run: cores (0: all), lanes, limits, rounds
	Workers  connection.Options
	Launcher *launch.Launcher // of the bots
	Store    string           // place of a new ledger; empty: that of the file, or of the environment
	Update   bool             // fetch bots from repositories again
	Freeze   bool             // fetch all container images, and pin them by digest
	Files    Files
	Pages    int                            // number of game pages in the report
	Keep     func(c *contest.Contest) error // keeps the rules of a game of a folder in the contest's folder
	Show     func() *progress.Progress      // begins to show the progress of a run
	Note     func(text string)              // takes what is to be known outside a run

	wait    *folders.Waiting
	workers *connection.Connection // nil: there are none
	limit   string                 // what limited the run with workers, in a sentence
}

// Files are the files that a run writes beside the report; empty names are not written.
type Files struct {
	CSV     string // every score
	Graph   string // histograms of the bots' scores, .png or .svg
	Bracket string // the bracket of a knockout, .svg
	Games   string // folder for the kind's own files of each game
}

// cores returns the number of cores of this machine that play.
func (s *Setup) cores() int {
	if s.Options.Cores <= 0 {
		return runtime.NumCPU()
	}
	return s.Options.Cores
}

// opening returns how the contest of a file is opened.
func (s *Setup) opening(file *config.File) (contest.Setup, error) {
	o := s.Opening
	pins, err := s.frozen(file)
	if err != nil {
		return o, err
	}
	o.Opener = func(k *game.Kind, f *config.File) *lineup.Opener {
		bots := s.Opening.Opener(k, f)
		bots.Update, bots.Pins = s.Update, pins
		return bots
	}
	s.wait = folders.NewWaiting(s.Note)
	o.Ledgers, err = s.Folders.ForRun(s.Store, file, s.wait)
	return o, err
}

// Open opens the contest of a file for a run. Errors of opening are those of [contest.Open].
func (s *Setup) Open(ctx context.Context, file *config.File) (*contest.Contest, error) {
	setup, err := s.opening(file)
	if err != nil {
		return nil, err
	}
	c, err := contest.Open(ctx, file, setup)
	if err != nil {
		return nil, err
	}
	if err := s.ready(c); err != nil {
		c.Close()
		return nil, err
	}
	for _, line := range c.Archive().Repair() { // lost replays do not affect the tables
		s.Note(line)
	}
	return c, nil
}

// Discard removes what was played of the contest of a file.
func (s *Setup) Discard(ctx context.Context, file *config.File) error {
	o, err := s.opening(file)
	if err != nil {
		return err
	}
	return contest.Discard(ctx, Dir(o.Dir, file), o.Ledgers)
}

// ready does what comes between opening a contest and its first game.
func (s *Setup) ready(c *contest.Contest) error {
	if err := s.Keep(c); err != nil {
		return cause.Host(err)
	}
	if err := s.keepImages(c); err != nil {
		return cause.Host(err)
	}
	if err := s.Files.check(c); err != nil {
		return err
	}
	return s.Launcher.Ready(c.Entries)
}

// Report compiles the report of a run.
func (s *Setup) Report(ctx context.Context, c *contest.Contest, result *contest.Result) (*report.Run, error) {
	run, err := s.Folders.Report(ctx, c, result, s.Launcher.About(), s.Pages)
	if err == nil && s.workers != nil {
		run.Workers, run.Limit = connection.Workers(s.workers.Server), s.limit
	}
	return run, err
}

// pinsName is the file in a contest's folder that pins images by digest.
const pinsName = "images.json"

// frozen reads the image pins of a contest. A run with --freeze resolves the references again.
func (s *Setup) frozen(f *config.File) (*image.Pins, error) {
	if s.Freeze {
		return &image.Pins{}, nil
	}
	pins, err := image.ReadPins(filepath.Join(Dir(s.Opening.Dir, f), pinsName))
	var path *fs.PathError
	if errors.As(err, &path) {
		return nil, folders.Error(Dir(s.Opening.Dir, f), err)
	}
	return pins, err
}

// Dir returns the folder of the contest of a file: the chosen one, or that beside the file.
func Dir(chosen string, f *config.File) string {
	if chosen != "" {
		return chosen
	}
	return strings.TrimSuffix(f.Path, filepath.Ext(f.Path))
}

// keepImages writes the pins, after all images were fetched and checked.
func (s *Setup) keepImages(c *contest.Contest) error {
	if !s.Freeze {
		return nil
	}
	var pins image.Pins
	for _, e := range c.Entries {
		if p, ok := e.Pin(); ok {
			pins.Images = append(pins.Images, p)
		}
	}
	if len(pins.Images) == 0 {
		s.Note("nothing to pin: no bot of this contest is an image")
		return nil
	}
	file := filepath.Join(c.Dir, pinsName)
	if err := pins.Write(file); err != nil {
		return fmt.Errorf("freeze the images: %w", err)
	}
	s.Note(fmt.Sprintf("pinned %d images by digest in %s", len(pins.Images), file))
	return nil
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"agon/contest/logs"
	"agon/internal/wholefile"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/show/film"
	"agon/show/film/gif"
	"agon/show/term"
	"agon/show/web"
)

// replaying are the flags of agon replay.
type replaying struct {
	html, gif string
	json, web bool
	listen    string
	game      int64
}

func newReplay(w *world) *cobra.Command {
	r := &replaying{}
	cmd := &cobra.Command{
		Use:   "replay FILE | CONTEST --game N | FOLDER",
		Short: "show a recorded game, or export it as a page or a GIF",
		Example: `  agon replay game.agon
  agon replay game.agon --html game.html
  agon replay out/final --game 318 --gif game.gif
  agon replay Replays/42                          a folder of an original engine`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.showReplay(cmd, w, args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&r.html, "html", "", "export the game to `FILE`, a single page for any browser")
	f.StringVar(&r.gif, "gif", "", "export the game to `FILE`, an animated GIF")
	f.BoolVar(&r.json, "json", false, "print each frame as a line of JSON")
	f.BoolVar(&r.web, "web", false, "watch in the browser")
	f.StringVar(&r.listen, "listen", "127.0.0.1:0", "`ADDR` to listen on (default: a free local port)")
	f.Int64Var(&r.game, "game", 0, "number of the game in a contest's folder")
	return cmd
}

func (r *replaying) showReplay(cmd *cobra.Command, w *world, name string) error {
	rep, err := r.open(name)
	if err != nil {
		return err
	}
	f, err := filmOf(rep)
	if err != nil {
		return &exit{exitFault, fmt.Errorf("%s does not verify: %w", name, err)}
	}
	if folder := ownGames.Folder(f.Info.Kind); folder != nil && r.html != "" {
		if f.Info.Again, err = folder.Again(rep.Record); err != nil {
			return host(err)
		}
	}
	made, err := r.export(w, f)
	if err != nil {
		return err
	}
	switch {
	case r.json:
		return printFrames(w.out, f)
	case made:
		return nil
	case r.web:
		return r.serve(cmd.Context(), w, f)
	}
	out, _ := w.out.(*os.File)
	o := term.Options{In: w.in, Out: out, Picture: func(s film.Shot) (string, error) { return writePicture(f, s) }}
	if r.game > 0 {
		o.Printed = logs.Printed(name, int(r.game), rep.Seats)
	}
	if err := ignoreCancel(term.Watch(cmd.Context(), f, o)); err != nil {
		return host(err)
	}
	return host(term.PrintStanding(w.out, f))
}

// export writes the files that are asked for, and reports whether there was one.
func (r *replaying) export(w *world, f *film.Film) (made bool, err error) {
	for _, make := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{r.html, func(out io.Writer) error { return web.ExportHTML(out, f) }},
		{r.gif, func(out io.Writer) error { return gif.Write(out, f, gif.Options{}) }},
	} {
		if make.name == "" {
			continue
		}
		if err := wholefile.Write(make.name, make.write); err != nil {
			return false, host(err)
		}
		fmt.Fprintf(w.err, "agon: wrote %s\n", make.name)
		made = true
	}
	return made, nil
}

// serve shows the game in the browser until the command is interrupted.
func (r *replaying) serve(ctx context.Context, w *world, f *film.Film) error {
	l, err := net.Listen("tcp", r.listen)
	if err != nil {
		return host(fmt.Errorf("listen on %s: %w; name another address with --listen", r.listen, err))
	}
	fmt.Fprintf(w.err, "agon: watch at http://%s   (Ctrl-C ends)\n", l.Addr())
	return host(ignoreCancel(web.ServeGame(ctx, l, f)))
}

// open reads a replay from a file, or from the archive of a contest.
func (r *replaying) open(name string) (*replay.Replay, error) {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return readReplay(name)
	}
	if rep := recalled(name); rep != nil {
		return rep, nil
	}
	s, err := openShelf(name)
	if err != nil {
		return nil, err
	}
	games := s.Games()
	if len(games) == 0 {
		return nil, fmt.Errorf("%s holds no replays", name)
	}
	if r.game == 0 {
		return nil, fmt.Errorf("%s holds %d games; name one with --game, from %d to %d", name, len(games), games[0]+1, games[len(games)-1]+1)
	}
	data, err := s.Get(r.game - 1)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.game, err)
	}
	return replay.Decode(data)
}

// openShelf opens the replays of a contest's folder, or a folder of replays itself.
func openShelf(dir string) (*archive.Archive, error) {
	if _, err := os.Stat(filepath.Join(dir, "replays")); err == nil {
		dir = filepath.Join(dir, "replays")
	}
	s, err := archive.Open(dir)
	return s, host(err)
}

// printFrames prints a line for each shot.
func printFrames(out io.Writer, f *film.Film) error {
	n, _ := f.Len()
	var line []byte
	for i := range n {
		shot := f.Shot(i)
		faults := []map[string]any{}
		for _, fault := range shot.Faults {
			faults = append(faults, map[string]any{"seat": fault.Seat, "fault": fault.Why.String(), "note": fault.Note})
		}
		values := map[string]any{}
		if notes := f.Info.Kind.Notes; notes != nil {
			var err error
			if values, err = notes(shot.Frame); err != nil {
				return err
			}
		}
		values["scores"], values["places"], values["faults"] = shot.Scores, shot.Places, faults
		text, err := json.Marshal(values)
		if err != nil {
			return err
		}
		line = shot.Frame.AppendJSON(line[:0])
		line = append(line[:len(line)-1], ',')
		line = append(line, bytes.TrimPrefix(text, []byte("{"))...)
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return host(err)
		}
	}
	return nil
}

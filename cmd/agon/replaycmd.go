package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"agon/contest/logs"
	"agon/games/all"
	"agon/internal/wholefile"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/record/replay/files"
	"agon/show/film"
	"agon/show/film/gif"
	"agon/show/term"
	"agon/show/web"
)

// replaying are the flags of agon replay.
type replaying struct {
	html, gif string
	out       string
	json, web bool
	listen    string
	game      int64
}

func newReplay(w *world) *cobra.Command {
	r := &replaying{}
	cmd := &cobra.Command{
		Use:   "replay FILE | CONTEST --game N | CONTEST-URL --game N | FOLDER",
		Short: "show a recorded game, or export it as a page or a GIF",
		Long: `Show a recorded game: of a file, of a contest, or of a contest on a site, by the address of its page. A site gives out replays when
the contest is over. AGON_TOKEN has the token of your account page.`,
		Example: `  agon replay game.agon
  agon replay game.agon --html game.html
  agon replay out/final --game 318 --gif game.gif
  agon replay https://contests.example.org/c/evening --game 318 --out game.agon
  agon replay Replays/42                          a folder of an original engine`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return r.showReplay(cmd, w, args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&r.html, "html", "", "export the game to `FILE`, a single page for any browser")
	f.StringVar(&r.gif, "gif", "", "export the game to `FILE`, an animated GIF")
	f.StringVarP(&r.out, "out", "o", "", "write the replay to `FILE`")
	f.BoolVar(&r.json, "json", false, "print each frame as a line of JSON")
	f.BoolVar(&r.web, "web", false, "watch in the browser")
	f.StringVar(&r.listen, "listen", "127.0.0.1:0", "`ADDR` to listen on (default: a free local port)")
	f.Int64Var(&r.game, "game", 0, "number of the game in a contest")
	return cmd
}

func (r *replaying) showReplay(cmd *cobra.Command, w *world, name string) error {
	rep, err := openRecorded(cmd.Context(), w, name, r.game)
	if err != nil {
		return err
	}
	f, err := film.OfReplay(recordedKind, rep)
	if err != nil {
		return &exit{exitFault, fmt.Errorf("%s does not verify: %w", name, err)}
	}
	if folder := ownGames.Folder(f.Info.Kind); folder != nil && r.html != "" {
		if f.Info.Again, err = folder.Again(rep.Record); err != nil {
			return host(err)
		}
	}
	made, err := export(w, f, r.html, r.gif)
	if err != nil {
		return err
	}
	if r.out != "" {
		if err := wholefile.WriteBytes(r.out, replay.Encode(rep, f.Info.Kind.Timed)); err != nil {
			return host(err)
		}
		fmt.Fprintf(w.err, "agon: wrote %s\n", r.out)
		made = true
	}
	switch {
	case r.json:
		return host(f.WriteFrames(w.out))
	case made:
		return nil
	case r.web:
		return serveFilm(cmd.Context(), w, f, r.listen)
	}
	out, _ := w.out.(*os.File)
	o := term.Options{In: w.in, Out: out, Picture: func(s film.Shot) (string, error) { return writePicture(f, s) }}
	if r.game > 0 && !isSite(name) {
		o.Printed = logs.Printed(name, int(r.game), rep.Seats)
	}
	if err := ignoreCancel(term.Watch(cmd.Context(), f, o)); err != nil {
		return host(err)
	}
	return host(term.PrintStanding(w.out, f))
}

// export writes a game as a page and as a GIF, each if it has a name, and reports whether one had.
func export(w *world, f *film.Film, page, picture string) (made bool, err error) {
	for _, make := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{page, func(out io.Writer) error { return web.ExportHTML(out, f) }},
		{picture, func(out io.Writer) error { return gif.Write(out, f, gif.Options{}) }},
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

// serveFilm shows a game in the browser until the command is interrupted.
func serveFilm(ctx context.Context, w *world, f *film.Film, address string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return host(fmt.Errorf("listen on %s: %w; name another address with --listen", address, err))
	}
	fmt.Fprintf(w.err, "agon: watch at http://%s   (Ctrl-C ends)\n", l.Addr())
	return host(ignoreCancel(web.ServeGame(ctx, l, f)))
}

// openRecorded reads a replay from a file, or a game, from 1, from the archive of a contest or from a site.
func openRecorded(ctx context.Context, w *world, name string, game int64) (*replay.Replay, error) {
	if isSite(name) {
		data, err := siteReplay(ctx, w, name, game)
		if err != nil {
			return nil, err
		}
		return replay.Decode(data)
	}
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return files.Replay(name)
	}
	if rep := files.Original(all.Kinds(), name); rep != nil {
		return rep, nil
	}
	s, err := openArchive(name)
	if err != nil {
		return nil, err
	}
	games := s.Games()
	if len(games) == 0 {
		return nil, fmt.Errorf("%s holds no replays", name)
	}
	if game == 0 {
		return nil, fmt.Errorf("%s holds %d games; name one with --game, from %d to %d", name, len(games), games[0]+1,
			games[len(games)-1]+1)
	}
	data, err := s.Get(game - 1)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", game, err)
	}
	return replay.Decode(data)
}

// openArchive opens the replays of a contest's folder, or a folder of replays itself.
func openArchive(dir string) (*archive.Archive, error) {
	if _, err := os.Stat(filepath.Join(dir, "replays")); err == nil {
		dir = filepath.Join(dir, "replays")
	}
	s, err := archive.Open(dir)
	return s, host(err)
}

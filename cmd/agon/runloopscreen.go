package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"agon/show/film"
	"agon/show/term"
	"agon/show/term/screen"
	"agon/show/term/table"
	"agon/show/web"
)

// playShare is the share of a game's time on the screen in which it is played; the rest shows its end.
const playShare = 0.75

// show shows a new film on the screen, with the standing before it, and returns it for adding shots.
func (l *loop) show(nth int, s shown) *film.Film {
	f := film.New(s.film.Info)
	now, _ := l.screen.Now()
	l.screen.Show(film.Showing{Game: nth, Film: f, Standing: now.Standing})
	return f
}

// feed shows one game after the other.
func (l *loop) feed(ctx context.Context) error {
	for nth := 1; ; nth++ {
		var next shown
		var more bool
		select {
		case next, more = <-l.coming:
		case <-ctx.Done():
		}
		if !more {
			return nil
		}
		if err := l.unroll(ctx, nth, next); err != nil {
			return err
		}
	}
}

// unroll shows a finished game for --loop seconds: its shots, and then its end with the new standing.
func (l *loop) unroll(ctx context.Context, nth int, s shown) error {
	begun, whole := time.Now(), time.Duration(l.loop*float64(time.Second))
	f := l.show(nth, s)
	n, _ := s.film.Len()
	for i := range n {
		due := begun.Add(time.Duration(playShare * float64(whole) * float64(i) / float64(n)))
		if !pause(ctx, time.Until(due)) {
			return nil
		}
		f.Append(s.film.Shot(i))
	}
	f.End(s.film.Ending())
	l.screen.Show(film.Showing{Game: nth, Film: f, Standing: s.standing})
	if l.inLines() {
		if err := l.print(fmt.Sprintf("%s, seed %d: %s", f.Info.Title, f.Info.Seed, s.standing.Title()), s.standing); err != nil {
			return err
		}
	}
	pause(ctx, time.Until(begun.Add(whole)))
	return nil
}

// pause waits for d. It returns false if ctx was done first.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// inLines reports whether games are printed as lines, because there is no screen to draw on.
func (l *loop) inLines() bool {
	out, ok := l.world.out.(*os.File)
	return !l.web && (!ok || screen.Detect(out, os.Environ()) == screen.Plain)
}

// watch shows the loop in the browser or in the terminal until the user quits or ctx is done.
func (l *loop) watch(ctx context.Context) error {
	if l.web {
		at, err := net.Listen("tcp", l.listen)
		if err != nil {
			return fmt.Errorf("listen on %s: %w; name another address with --listen", l.listen, err)
		}
		fmt.Fprintf(l.world.err, "agon: watch at http://%s   (Ctrl-C ends)\n", reachable(at.Addr()))
		return web.ServeLoop(ctx, at, &l.screen)
	}
	if l.inLines() {
		<-ctx.Done()
		return nil
	}
	out, _ := l.world.out.(*os.File)
	return ignoreCancel(term.WatchLoop(ctx, &l.screen, term.Options{In: l.world.in, Out: out}))
}

// print prints a standing.
func (l *loop) print(title string, s film.Standing) error {
	t := &table.Table{Title: title, Ruler: 60, Columns: []table.Column{
		{Head: "Rank", Width: 5}, {Head: "Name", Width: 30}, {Head: strings.TrimSpace("Score " + s.Unit), Width: 15, Digits: 2}, {Head: "Won", Width: 8}, {Head: "Played", Width: 8},
	}}
	for _, line := range s.Lines {
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(line.Rank)), table.Bot(line.Slot, line.Name), table.Number(line.Score), table.Text(fmt.Sprint(line.Won)), table.Text(fmt.Sprint(line.Played)),
		})
	}
	return t.Write(l.world.out, table.On(l.world.out, os.Environ()))
}

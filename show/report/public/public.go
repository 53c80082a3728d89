/*
Package public removes from a report what is not for everybody, before it is published as a static site.

What stays is what spectators see: the description, standings, places, results, games with their moves, decisions with their reasons.
Removed are

	texts that a bot or its build printed, answers that are quoted in faults, and why a bot does not start: they may have lines of
	its source
	logs, folders and names of machines, the command that plays a game again, and the secret that seeded the bots: an organiser may use one
	for several contests
	addresses of mail in the names of authors

While a contest goes on, its seed and those of its games are removed too, and with them the replays: from one game's seed the seeds of
the games to come can be computed. Pages show these games without seeds. When the contest is over, replays can be downloaded and
verified.
*/
package public

import (
	"fmt"

	"agon/game"
	"agon/internal/pattern"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/report"
)

// mail matches addresses of mail.
var mail = pattern.Of(`<?[^\s<>@]+@[^\s<>@]+>?`)

// broken replaces the reason why a bot does not start.
const broken = "it does not start"

// Clean removes from a report what is not for everybody.
func Clean(r *report.Run) {
	r.Dir, r.Secret, r.Again, r.Sandbox = "", "", "", ""
	r.Changes, r.Workers = []report.Change{}, nil // values may be paths, and names those of machines
	if !r.Finished {
		r.Seed, r.Veiled = 0, true
	}
	for i := range r.Entries {
		r.Entries[i].Author = withoutMail(r.Entries[i].Author)
	}
	for i := range r.Refused {
		r.Refused[i].Why = broken
	}
	for i := range r.Retired {
		r.Retired[i].Why = r.Retired[i].How
	}
	for i := range r.Stages {
		s := &r.Stages[i]
		lines(s.Standings)
		lines(s.Left)
		for _, earlier := range s.Earlier {
			lines(earlier)
		}
	}
	for _, games := range [][]report.Game{r.Games, r.Annulled} {
		for i := range games {
			played(r, &games[i])
		}
	}
}

func withoutMail(author string) string { return mail().ReplaceAllString(author, "") }

// lines cleans the lines of a table.
func lines(list []report.Standing) {
	for i := range list {
		l := &list[i]
		l.Logged, l.Author = false, withoutMail(l.Author)
		if l.Broken != "" {
			l.Broken = broken
		}
	}
}

// played cleans a game. Its replay and its film are cleaned when they are made.
func played(r *report.Run, g *report.Game) {
	file, made, kind, over := g.File, g.Film, r.Kind.Kind, r.Finished
	g.Replay = "" // where it is on this machine, if anywhere
	if !over {
		g.Seed, g.File = 0, nil
	} else if file != nil {
		g.File = func() ([]byte, error) {
			packed, err := file()
			if err != nil {
				return nil, err
			}
			cleaned, err := Replay(packed, kind)
			if err != nil {
				return nil, fmt.Errorf("publish game %d: %w", g.Number, err)
			}
			return cleaned, nil
		}
	}
	if made != nil {
		g.Film = func() (*film.Film, error) {
			f, err := made()
			if err != nil {
				return nil, err
			}
			Film(f, over)
			return f, nil
		}
	}
}

// Replay returns the replay of a game of a contest that is over, without what is not for everybody.
func Replay(packed []byte, kind *game.Kind) ([]byte, error) {
	own, err := replay.Decode(packed)
	if err != nil {
		return nil, err
	}
	for i := range own.Record.Faults {
		own.Record.Faults[i].Note = ""
	}
	for i := range own.Seats {
		own.Seats[i].Author = withoutMail(own.Seats[i].Author)
	}
	own.Notes.Sandbox = ""
	return replay.Encode(own, kind.Timed), nil
}

// Film removes from a film what is not for everybody. The film is complete, and nobody else reads it yet. over says that its contest is.
func Film(f *film.Film, over bool) {
	f.Info.Veiled = f.Info.Veiled || !over
	for i := range f.Info.Seats {
		f.Info.Seats[i].Author = withoutMail(f.Info.Seats[i].Author)
	}
	shots, _ := f.Len()
	for i := range shots {
		faults := f.Shot(i).Faults
		for j := range faults {
			faults[j].Note = ""
		}
	}
}

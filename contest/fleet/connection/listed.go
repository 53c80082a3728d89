package connection

import (
	"fmt"

	"agon/bot/sandbox"
	"agon/contest/fleet"
	"agon/show/report"
)

// Workers returns what the workers of a contest have done.
func Workers(s *fleet.Server) (list []report.Worker) {
	for _, x := range s.Workers() {
		w := report.Worker{
			Name: x.Name, Host: x.Host, System: x.System, Cores: x.Cores, Speed: x.Speed, Pace: x.Pace, Games: x.Played,
			PerSecond:  x.Lately,
			Efficiency: x.Efficiency(),
			Orders:     x.Now, Late: x.Late, Checked: x.Checks, Differ: x.Differ, Seen: x.Seen, Here: x.Here, Trouble: x.Lacks,
			Version: x.Version, Out: x.Out, Silent: x.Silent.Seconds(), Refused: x.Refused, Overdue: x.Overdue,
		}
		switch {
		case x.Aside != "":
			w.Trouble = "set aside: " + x.Aside
		case x.Slow != "":
			w.Trouble = "waits: " + x.Slow
		case x.Unfit != "":
			w.Trouble = "no games: " + x.Unfit
		case !x.Here && x.Leaving:
			w.Trouble = "left"
		}
		list = append(list, w)
	}
	return list
}

// Wanted reports whether there are to be workers.
func (o *Options) Wanted() bool { return o.Listen != "" || o.NATS != "" }

// Admits returns the function with the reason why a worker gets no games: a required level of the sandbox holds for workers too.
func Admits(require string) func(s *fleet.State) string {
	least, err := sandbox.ParseLevel(require)
	if require == "" || err != nil {
		return func(*fleet.State) string { return "" }
	}
	return func(s *fleet.State) string {
		if has, err := sandbox.ParseLevel(s.Level); err == nil && has >= least {
			return ""
		}
		return fmt.Sprintf("its sandbox is %q, and --require-sandbox asks for %s", s.Level, least)
	}
}

package progress

import (
	"cmp"
	"fmt"
	"time"

	"agon/show/report"
	"agon/show/term/screen"
)

// everySoOften is the longest time between two lines.
const everySoOften = 30 * time.Second

// firstStep is when a run whose first game is long says how far it is.
const firstStep = 3 * time.Second

// A teller turns the states of a run into plain lines: one at its beginning, after its first seconds if no game has ended by then, at each
// tenth of it, after each half minute without a line, and at its end.
type teller struct {
	stage   string
	tenth   int
	at      time.Duration
	stepped bool // a line has shown how far the stage is
	strain  bool // the line that the machine is busy was printed
	over    bool
}

// lines returns the lines to print for a state.
func (t *teller) lines(r *Run) []string {
	var lines []string
	if stage := r.title(); stage != t.stage || t.stage == "" && t.tenth == 0 && t.at == 0 {
		*t = teller{stage: stage, tenth: tenth(r), at: r.Elapsed, strain: t.strain}
		lines = append(lines, intro(r))
	}
	if r.Over {
		if !t.over {
			lines = append(lines, ending(r))
		}
		t.over = true
		return lines
	}
	if r.Strain != "" && !t.strain {
		lines = append(lines, "agon: "+r.Strain)
	}
	t.strain = t.strain || r.Strain != ""
	if t.due(r) {
		t.tenth, t.at, t.stepped = tenth(r), r.Elapsed, true
		lines = append(lines, step(r))
	}
	return lines
}

// due reports whether it is time for a line.
func (t *teller) due(r *Run) bool {
	passed := r.Elapsed - t.at
	long := !t.stepped && r.Done == 0 && r.Played > 0 && passed >= firstStep
	return tenth(r) > t.tenth || long || passed >= everySoOften
}

func tenth(r *Run) int { return r.percent() / 10 }

func intro(r *Run) string {
	text := "agon: "
	if title := screen.Clean(join(", ", r.Contest, r.Stage)); title != "" {
		text += title + ": "
	}
	words := report.Counted(r.Games, "game")
	if r.Rounds > 0 {
		words += " of " + report.Counted(r.Rounds, cmp.Or(r.Step, "round"))
	}
	bots, cores, sandbox := "", "", ""
	if r.Bots > 0 {
		bots = report.Counted(r.Bots, "bot")
	}
	if r.Cores > 0 {
		cores = report.Counted(r.Cores, "core")
	}
	if r.Sandbox != "" {
		sandbox = "sandbox " + r.Sandbox
	}
	return text + join(", ", words, bots, cores, sandbox)
}

func step(r *Run) string {
	speed, left := "", ""
	if r.PerSecond > 0 {
		speed = fmt.Sprintf("%.0f %s/s", r.PerSecond, r.steps())
	}
	if r.Left > 0 {
		left = "left " + r.Left.Round(time.Second).String()
	}
	busy := ""
	if r.Strain != "" {
		busy = "busy machine"
	}
	part := ""
	if r.measurable() {
		part = fmt.Sprintf("%d%%", r.percent())
	}
	games := join(", ", r.rounds(), fmt.Sprintf("%d/%d games", r.Done, r.Games))
	workers := ""
	if len(r.Workers) > 0 {
		workers = join("; ", report.Counts(r.Workers), r.Orders)
	}
	return "agon: " + join("  ", games, part, speed, left, fmt.Sprintf("faults %d", r.faults()), workers, busy, r.Limit)
}

func ending(r *Run) string {
	took := "done in " + r.Elapsed.Round(time.Second).String()
	if r.Done < r.Games {
		took = fmt.Sprintf("stopped after %d of %d games and %s", r.Done, r.Games, r.Elapsed.Round(time.Second))
	}
	efficiency, replayed, ledger := "", "", ""
	if r.Efficiency >= 0.005 {
		efficiency = fmt.Sprintf("efficiency %.2f", r.Efficiency)
		if r.Cores > 0 {
			efficiency += fmt.Sprintf(" (bots' CPU / %s)", report.Counted(r.Cores, "core"))
		}
	}
	if r.Voided > 0 {
		replayed = fmt.Sprintf("%d replayed because the machine was busy", r.Voided)
	}
	if r.Ledger != "" {
		ledger = "ledger " + screen.Clean(r.Ledger)
	}
	return "agon: " + join(", ", took, efficiency, replayed, ledger)
}

// join joins the words that are not empty with a separator.
func join(sep string, words ...string) string {
	text := ""
	for _, w := range words {
		if text != "" && w != "" {
			text += sep
		}
		text += w
	}
	return text
}

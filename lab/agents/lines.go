package agents

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"agon/lab/agents/remote"
)

// Now returns what an agent does, for everybody; empty if its edit is over.
func (a *AgentStatus) Now() string {
	switch a.Doing {
	case "":
		return "waits"
	case remote.Edits:
		return fmt.Sprintf("edits, %v left; %d submissions and %d practice games left", a.Left.Round(time.Second), a.Submissions,
			a.Practice)
	}
	return ""
}

// Lines returns the status as lines for a terminal.
func (s *Status) Lines() []string {
	head := fmt.Sprintf("round %d of %d: agents edit", s.Round, s.Rounds)
	if s.Runs > 1 {
		head = fmt.Sprintf("run %d of %d, %s", s.Run, s.Runs, head)
	}
	lines := []string{head}
	width := 0
	for _, a := range s.Agents {
		width = max(width, len([]rune(a.Name)))
	}
	for _, a := range s.Agents {
		lines = append(lines, fmt.Sprintf("  %s%s  %s", a.Name, strings.Repeat(" ", width-len([]rune(a.Name))), cmp.Or(a.Now(), a.Doing)))
	}
	if len(s.Table) > 0 {
		lines = append(lines, fmt.Sprintf("round %d:", s.Round-1))
		for _, l := range s.Table {
			lines = append(lines, "  "+l)
		}
	}
	return lines
}

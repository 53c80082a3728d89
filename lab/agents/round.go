package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"agon/contest/config"
	"agon/format/tournament/gauntlet"
	"agon/internal/wholefile"
	"agon/lab/agents/verdict"
)

// A plan is what plays a round. It is written once, before the round begins.
type plan struct {
	Versions map[string]int `json:"versions"` // by agent, the round in which its version was handed in; 0: that it started from
	Kept     []kept         `json:"kept"`     // versions of earlier rounds
}

// A kept version is one of an earlier round that plays on, so that rounds are on one scale.
type kept struct {
	Agent string `json:"agent"`
	Round int    `json:"round"` // in which it played first
}

// planFile returns the path of the plan of a round.
func (r *run) planFile(round int) string {
	return filepath.Join(r.dir, own, fmt.Sprintf("round-%02d.json", round))
}

// planned reports whether a round has a plan.
func (r *run) planned(round int) bool {
	_, err := os.Stat(r.planFile(round))
	return err == nil
}

// plan returns the plan of a round, and makes it if there is none; before has the games of the rounds before.
func (r *run) plan(round int, before verdict.Run) (*plan, error) {
	p := &plan{Versions: map[string]int{}}
	text, err := os.ReadFile(r.planFile(round))
	if err == nil {
		return p, json.Unmarshal(text, p)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for i := range r.File.Agents.Agents {
		name := r.File.Agents.Agents[i].Name
		if version, ok := r.version(name, round); ok {
			p.Versions[name] = version
		}
	}
	replaced := map[string]bool{}
	for name, version := range p.Versions {
		replaced[name] = version == round
	}
	for _, v := range verdict.Keep(before, r.File.Agents.Yardsticks, replaced) {
		p.Kept = append(p.Kept, kept{v.Agent, v.Round})
	}
	return p, writeJSON(r.planFile(round), p)
}

// version returns the round of the version with which an agent plays a round: the newest that passed its check; 0 is what it started from.
// It reports whether there is one.
func (r *run) version(agent string, round int) (int, bool) {
	for version := round; version >= 0; version-- {
		if _, err := os.Stat(r.handed(agent, version)); err == nil {
			return version, true
		}
	}
	return 0, false
}

// agentDir returns the folder of an agent, and roundDir that of one of its edits.
func (r *run) agentDir(agent string) string { return filepath.Join(r.dir, own, agent) }

func (r *run) roundDir(agent string, round int) string {
	return filepath.Join(r.agentDir(agent), "rounds", fmt.Sprintf("%02d", round))
}

// handed returns the folder of the version that an agent handed in in a round.
func (r *run) handed(agent string, round int) string {
	return filepath.Join(r.roundDir(agent, round), "handed")
}

// file returns the contest's file as it is for the rounds so far.
func (r *run) file(round int) (*config.File, error) {
	var stages []config.Stage
	var bots []config.Bot
	for nth := 1; nth <= round; nth++ {
		p, err := r.plan(nth, verdict.Run{})
		if err != nil {
			return nil, err
		}
		stages = append(stages, r.stages(nth, p)...)
		if nth == round {
			bots = r.bots(p)
		}
	}
	f := r.File.With(bots, stages)
	f.Seed, f.Seeded = r.seed, r.File.Seeded
	return f, nil
}

// bots returns the bots of a round: the agents' versions, the kept ones, and the file's own.
func (r *run) bots(p *plan) (bots []config.Bot) {
	for _, name := range r.names(p) {
		bots = append(bots, config.Bot{Ref: name + "=" + r.handed(name, p.Versions[name])})
	}
	for _, k := range p.Kept {
		folder, _ := r.code(k.Agent, k.Round) // it has played
		bots = append(bots, config.Bot{Ref: fmt.Sprintf("%s@%d=%s", k.Agent, k.Round, folder)})
	}
	return append(bots, r.File.Bots...)
}

// names returns the agents that play a round, in the order of the file.
func (r *run) names(p *plan) (names []string) {
	for i := range r.File.Agents.Agents {
		if _, plays := p.Versions[r.File.Agents.Agents[i].Name]; plays {
			names = append(names, r.File.Agents.Agents[i].Name)
		}
	}
	return names
}

// stages returns the stages of a round: those of the file among the agents' versions, and one against the kept versions and house bots. A
// stage for which there are too few is left out.
func (r *run) stages(round int, p *plan) (stages []config.Stage) {
	names := r.names(p)
	for i, s := range r.File.Stages {
		if len(names) < max(2, r.Kind.MinSeats) {
			break
		}
		s.Name, s.Keys = fmt.Sprintf("round %d: %s", round, s.Name), maps.Clone(s.Keys)
		if len(r.File.Stages) == 1 {
			s.Name = fmt.Sprintf("round %d", round)
		}
		if i == 0 {
			s.Bots = names
		}
		stages = append(stages, s)
	}
	others := len(p.Kept) + len(r.File.Bots)
	if len(names) == 0 || others == 0 || others+1 < r.Kind.MinSeats {
		return stages
	}
	return append(stages, config.Stage{
		Name: fmt.Sprintf("round %d: yardsticks", round), Format: gauntlet.Spec.Name, Bots: append(slices.Clone(names), "*"),
		Keys: map[string]any{"challengers": len(names)},
	})
}

// writeJSON writes a value as a whole file.
func writeJSON(path string, v any) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return wholefile.Write(path, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	})
}

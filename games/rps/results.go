package rps

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"agon/game"
)

// results is results.json. The original runner's fields keep their names, order and meaning; new ones follow.
type results struct {
	GameID  string  `json:"game_id"` // ten small letters
	Tie     bool    `json:"is_tie"`
	Winner  *string `json:"winner"` // a name; null where the game is tied
	Players struct {
		One player `json:"player_one"`
		Two player `json:"player_two"`
	} `json:"players"`
	Rounds []roundResult `json:"rounds"`

	Score  [2]int32 `json:"score"` // rounds won by player 1 and 2
	Rules  string   `json:"rules"`
	Seed   int64    `json:"seed"`
	Digest string   `json:"digest"`
}

type player struct {
	Name  string `json:"name"`
	Image string `json:"image"` // an image, or another reference of the bot
}

type roundResult struct {
	One handResult `json:"player_one"`
	Two handResult `json:"player_two"`

	Winner uint8    `json:"winner"` // 1 or 2; 0 if both forfeited
	Stage  string   `json:"stage"`  // the law that decided
	Score  [2]int32 `json:"score"`  // after the round
}

// handResult is what a player did. A forfeit, which the original could not write, has a reason instead of a hand.
type handResult struct {
	Hand   *string  `json:"hand"`
	Art    []string `json:"art"`
	Reason string   `json:"reason,omitempty"` // in one word; see Reason
	Note   string   `json:"note,omitempty"`   // the reason as a sentence
}

// write returns the kind's OutputFiles: results.json, and p1.gif and p2.gif of each player's art, if any. Every round with art is a frame.
func write(g *game.Replayer[State, Move], put func(game.OutputFile) error) error {
	file := begin(g)
	var films [2][][]string
	for g.Next() {
		round := file.round(g.State(), len(file.Rounds))
		for seat, hand := range [2]*handResult{&round.One, &round.Two} {
			file.show(g, game.Seat(seat), hand)
			if len(hand.Art) > 0 {
				films[seat] = append(films[seat], hand.Art)
			}
		}
		file.Rounds = append(file.Rounds, round)
	}
	file.end(g)
	text, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	if err := put(game.OutputFile{Name: "results.json", Data: append(text, '\n')}); err != nil {
		return err
	}
	for seat, film := range films {
		if len(film) == 0 {
			continue
		}
		if err := put(game.OutputFile{Name: fmt.Sprintf("p%d.gif", seat+1), Film: film,
			Margin: g.Settings.Text("layout") == "runner-2020"}); err != nil {
			return err
		}
	}
	return nil
}

// begin adds the rounds of the option deal, whose art is unknown.
func begin(g *game.Replayer[State, Move]) *results {
	r := &results{
		GameID: gameID(g.Record.Digest), Rules: g.Settings.Text("rules"), Seed: g.Record.Seed,
		Digest: fmt.Sprintf("%016x", g.Record.Digest),
		Rounds: []roundResult{},
	}
	r.Players.One = player{g.Players[0].Name, imageName(g.Players[0].Ref)}
	r.Players.Two = player{g.Players[1].Name, imageName(g.Players[1].Ref)}
	for i := range int(g.State().Rounds) {
		r.Rounds = append(r.Rounds, r.round(g.State(), i))
	}
	return r
}

// imageName returns the name of an image, as in the original, or another reference of the bot. For a file or a folder it is the base name
// without endings of archives: paths of the host stay private.
func imageName(ref string) string {
	scheme, name, ok := strings.Cut(ref, ":")
	switch {
	case ok && (scheme == "image" || scheme == "docker-archive" || scheme == "oci"):
		ref = name
	case ok && len(scheme) > 1 && !strings.ContainsAny(scheme, `/\.`), !strings.ContainsAny(ref, `/\`):
		return ref // not a path: another scheme, or a name
	}
	ref = strings.ReplaceAll(ref, `\`, "/")
	if ok && len(scheme) > 1 {
		if file, tag, ok := strings.Cut(ref, ":"); ok && file != "" { // FILE:NAME:TAG
			return tag
		}
	}
	file := path.Base(ref)
	for _, ending := range []string{".gz", ".tgz", ".xz", ".zst", ".tar"} {
		file = strings.TrimSuffix(file, ending)
	}
	return file
}

// round returns a round as the state has it, counted from 0.
func (r *results) round(s *State, nth int) roundResult {
	log := &s.Log[nth]
	out := roundResult{Winner: log.Winner, Stage: log.Law.String()}
	if nth > 0 {
		out.Score = r.Rounds[nth-1].Score
	}
	if log.Winner > 0 {
		out.Score[log.Winner-1]++
	}
	for seat, hand := range [2]*handResult{&out.One, &out.Two} {
		if h := log.Hands[seat].Hand; h != None {
			name := h.String()
			hand.Hand = &name
			continue
		}
		hand.Reason = Reason(log.Hands[seat].Why, "")
	}
	return out
}

// show adds what the record has of a player's last move beside its hand.
func (r *results) show(g *game.Replayer[State, Move], seat game.Seat, hand *handResult) {
	if why, note := g.Fault(seat); why != game.NoFault {
		hand.Reason, hand.Note = Reason(why, note), printable(note)
		return
	}
	hand.Art = Art(g.Remark(seat))
}

// end sets the winner.
func (r *results) end(g *game.Replayer[State, Move]) {
	s := g.State()
	r.Score = [2]int32{s.Points[1], s.Points[2]}
	switch {
	case r.Score[0] == r.Score[1]:
		r.Tie = true
	case r.Score[0] > r.Score[1]:
		r.Winner = &r.Players.One.Name
	default:
		r.Winner = &r.Players.Two.Name
	}
}

// gameID names a game like the original, by ten small letters; equal games have equal names.
func gameID(digest uint64) string {
	id := make([]byte, 10)
	for i := range id {
		id[i] = 'a' + byte(digest%26)
		digest /= 26
	}
	return string(id)
}

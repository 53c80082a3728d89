package bomberman

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/game"
)

// recall reads a game from a Replays folder: the seed and the names from roundInfo.json, the commands and the rolls of the collisions from
// each round's engine.log. Commands that replace do-nothings are in the log, so do-nothings are never counted again.
func recall(read func(name string) ([]byte, error)) (*game.Transcript, error) {
	text, err := read("0/roundInfo.json")
	if err != nil {
		return nil, fmt.Errorf("not a Replays folder: %w", err)
	}
	var info struct {
		MapSeed int64
		Players []struct{ Author, NickName, Email string }
	}
	if err := json.Unmarshal(text, &info); err != nil {
		return nil, fmt.Errorf("0/roundInfo.json: %w", err)
	}
	transcript := &game.Transcript{Options: map[string]any{}}
	for _, p := range info.Players {
		e := Entrant{Author: p.Author, NickName: p.NickName, Email: p.Email}
		transcript.Names = append(transcript.Names, e.Name())
	}
	var rolls []string
	for round := 0; ; round++ {
		log, err := read(number(round) + "/engine.log")
		if err != nil {
			break // the last folder has none
		}
		turn := map[game.Seat]string{}
		for _, line := range strings.Split(string(log), "\n") {
			if seat, move, ok := readCommand(line); ok {
				turn[seat] = move.String()
			}
			if _, rest, ok := strings.Cut(line, " rolled "); ok && strings.Contains(line, "Player collision detected") {
				roll, _, _ := strings.Cut(rest, " ")
				rolls = append(rolls, roll)
			}
		}
		transcript.Turns = append(transcript.Turns, turn)
	}
	// The last folder has the seed, even if it was hidden during the game. An aborted game may have none.
	if text, err := read(number(len(transcript.Turns)) + "/roundInfo.json"); err == nil {
		if err := json.Unmarshal(text, &info); err != nil {
			return nil, fmt.Errorf("%d/roundInfo.json: %w", len(transcript.Turns), err)
		}
	}
	transcript.Seed = info.MapSeed
	if len(rolls) > 0 {
		transcript.Options["draws"] = strings.Join(rolls, " ")
	}
	return transcript, nil
}

// readCommand parses an entry of engine.log for a command.
func readCommand(line string) (seat game.Seat, m Move, ok bool) {
	_, rest, ok := strings.Cut(line, "Added Command ")
	command, player, found := strings.Cut(rest, " for Player ")
	_, name, keyed := strings.Cut(player, "Key:")
	if !ok || !found || !keyed || name == "" {
		return 0, 0, false
	}
	for m, text := range commandTexts {
		if command == text && Move(m) != Nothing {
			return game.Seat(name[0] - 'A'), Move(m), name[0] >= 'A' && name[0] < 'A'+maxSeats
		}
	}
	return 0, 0, false
}

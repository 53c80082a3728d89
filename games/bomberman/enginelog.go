package bomberman

import "fmt"

// stages are the entries of the engine's log in every round.
var stages = map[what]string{
	ticking:    "Decreasing Bomb Timers",
	detonating: "Detonating Bombs",
	commanding: "Processing Player Commands",
	pickingUp:  "Applying player power ups",
	destroying: "Destroying marked entities",
	finished:   "Round processing complete",
}

// lines returns the entries of engine.log for an event of a round. s is the state at the beginning of the round, which has every wall that
// a command may have hit; stamps are by seat, for the commands, and stamp is for everything after them.
func (e *event) lines(s *State, stamps []string, stamp, eol string) []Line {
	d := func(text string) []Line { return []Line{{stamp, 'D', text}} }
	i := func(text string) []Line { return []Line{{stamp, 'I', text}} }
	if text, ok := stages[e.what]; ok {
		return d(text)
	}
	command, player := commandTexts[e.move], s.playerText(e.seat, e.cell)
	switch e.what {
	case commanded:
		return []Line{{stamps[e.seat], 'I', "Added Command " + command + " for Player " + player}}
	case began:
		return append(d("Beginning round processing"), d("Removing Bomb Explosions from map")...)
	case detonated:
		return i("Detonating Bomb " + s.bombText(e))
	case ignored:
		return i("Player " + player + " has been killed, and the command " + command + " will be ignored")
	case refused:
		why := "GameEngine.Exceptions.InvalidCommandException: " + s.refusal(e.seat, e.cell, e.move, e.fate)
		return []Line{{stamp, 'E', "Failed to process command " + command + " for player " + player + why + eol}}
	case rolled:
		return i(fmt.Sprintf("Player collision detected, player %c rolled %d to execute the command", key(e.seat), e.n))
	case outrolled:
		return i(fmt.Sprintf("Player collision detected, player %c has been chosed as the victim to lose his command", key(e.seat)))
	case trying:
		return i(fmt.Sprintf("Trying to move player %c to destination %s", key(e.seat), s.locationText(e.cell)))
	case blocked:
		return []Line{{stamp, 'E', fmt.Sprintf("Could not move player %c to destination %s because another entity occupies this space",
			key(e.seat), s.locationText(e.cell))}}
	case wallGone:
		return d("Destroyed Entity " + s.entityText("DestructibleWallEntity", e.cell))
	case playerGone:
		return d("Destroyed Entity " + player)
	case covered:
		return i("Player " + player + " has a movement coverage of " + percent(e.share) + "% for the map")
	}
	return nil
}

func (s *State) bombText(e *event) string {
	x, y := s.spot(e.cell)
	return fmt.Sprintf("BombEntity(X:%d, Y:%d, Radius:%d, Timer:%d, Owner:%c)", x, y, e.bomb.Radius, e.bomb.Timer, key(int(e.bomb.Owner-1)))
}

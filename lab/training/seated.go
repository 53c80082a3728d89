package training

import (
	"fmt"
	"strconv"
	"strings"

	"agon/game"
)

// Seated returns built-in bots by the seats that they play, each named as SEAT=NAME, perhaps with parameters as in NAME?key=value.
func Seated(k *game.Kind, named []string) (map[game.Seat]game.BuiltinBot, error) {
	bots := map[game.Seat]game.BuiltinBot{}
	for _, text := range named {
		seat, name, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(seat)
		if !ok || err != nil {
			return nil, fmt.Errorf("--bot %s: name a seat and a built-in bot, as in 1=%s", text, k.Quick)
		}
		if _, taken := bots[game.Seat(n)]; taken {
			return nil, fmt.Errorf("--bot %s: seat %d has a bot already", text, n)
		}
		if bots[game.Seat(n)], err = k.Builtin(strings.TrimPrefix(name, "builtin:"), nil); err != nil {
			return nil, err
		}
	}
	return bots, nil
}

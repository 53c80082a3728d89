package term

import (
	"fmt"
	"math"

	"agon/game"
)

// slowest returns the seat with the longest time in a turn, or -1 without times.
func slowest(took []game.Micros) (seat int, us game.Micros) {
	seat = -1
	for i, t := range took {
		if t >= 0 && (seat < 0 || t > us) {
			seat, us = i, t
		}
	}
	return seat, us
}

// micros returns a time in at most five columns: 2.6, 913, 1.8m, 25.4m, 1.2s.
func micros(us float64) string {
	switch {
	case us <= 0:
		return ""
	case us < 10:
		return fmt.Sprintf("%.1f", us)
	case us < 999.5:
		return fmt.Sprintf("%.0f", us)
	case us < 99_950:
		return fmt.Sprintf("%.1fm", us/1e3)
	case us < 999_500:
		return fmt.Sprintf("%.0fm", us/1e3)
	}
	return fmt.Sprintf("%.1fs", us/1e6)
}

// span returns a time with its unit, for sentences.
func span(us float64) string {
	switch {
	case us < 999.5:
		return fmt.Sprintf("%.0f us", us)
	case us < 999_500:
		return fmt.Sprintf("%.1f ms", us/1e3)
	}
	return fmt.Sprintf("%.1f s", us/1e6)
}

// sparks returns the characters of a curve, lowest first.
func sparks(colour bool) []rune {
	if !colour {
		return []rune("._-=+*%#")
	}
	return []rune("▁▂▃▄▅▆▇█")
}

// spark draws times as a line of bars, logarithmic from 1 µs to 100 ms.
func spark(times []float64, colour bool) string {
	steps := sparks(colour)
	line := make([]rune, len(times))
	for i, us := range times {
		line[i] = ' '
		if us > 0 {
			at := math.Log10(us) / 5 * float64(len(steps))
			line[i] = steps[min(max(int(at), 0), len(steps)-1)]
		}
	}
	return string(line)
}

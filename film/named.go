package film

import (
	"regexp"
	"strconv"
	"strings"
)

var seatNumber = regexp.MustCompile(`\bseat (\d+)\b`)

// Named replaces the numbers of seats by the names of players: "seat 1 is the last one alive" becomes "Ann is the last one alive".
func Named(words string, seats []Seat) string {
	if !strings.Contains(words, "seat ") {
		return words
	}
	return seatNumber.ReplaceAllStringFunc(words, func(text string) string {
		n, err := strconv.Atoi(text[len("seat "):])
		if err != nil || n >= len(seats) || seats[n].Name == "" {
			return text
		}
		return seats[n].Name
	})
}

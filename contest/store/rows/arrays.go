package rows

import (
	"encoding/json"
	"strconv"
	"strings"

	"agon/format/tournament"
)

// A Reader decodes rows as [Fixture.Fixture] and [Result.Result] do, but allocates memory for many at once. The strings of a row are not
// used after the call. The zero Reader is ready to use, by one goroutine.
type Reader struct {
	memory Memory
	ints   [6][]int64
	scores []float64
}

// Memory allocates the seats of many games at once. It does not reuse them. The zero Memory is ready to use.
type Memory struct {
	entries []int
	seats   []tournament.Seat
}

// Entries returns a slice for the entries of a fixture of n seats.
func (m *Memory) Entries(n int) []int { return take(&m.entries, n) }

// Seats returns a slice for the n seats of a result.
func (m *Memory) Seats(n int) []tournament.Seat { return take(&m.seats, n) }

// many is the number of seats that are allocated at once.
const many = 4096

func take[T any](room *[]T, n int) []T {
	if len(*room) < n {
		*room = make([]T, max(n, many))
	}
	taken := (*room)[:n:n]
	*room = (*room)[n:]
	return taken
}

// one returns a Reader with memory for the seats of one row.
func one(seats int) *Reader {
	return &Reader{memory: Memory{make([]int, seats), make([]tournament.Seat, seats)}}
}

// integers appends the numbers of a JSON array. Text that this package would not write is parsed by package json.
func integers(into []int64, text string) ([]int64, error) {
	if text == "" {
		return into, nil
	}
	begin := len(into)
	rest, ok := strings.CutPrefix(text, "[")
	for ok && rest != "]" {
		negative := strings.HasPrefix(rest, "-")
		if negative {
			rest = rest[1:]
		}
		var n int64
		digits := 0
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			n = n*10 + int64(rest[digits]-'0')
			digits++
		}
		if ok = digits > 0 && digits <= 18 && digits < len(rest); !ok {
			break
		}
		if negative {
			n = -n
		}
		into = append(into, n)
		switch {
		case rest[digits] == ',':
			rest = rest[digits+1:]
			ok = rest != "]"
		default:
			rest = rest[digits:]
			ok = rest == "]"
		}
	}
	if ok {
		return into, nil
	}
	var list []int64
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return into, err
	}
	return append(into[:begin], list...), nil
}

// floats is integers for floating-point numbers.
func floats(into []float64, text string) ([]float64, error) {
	begin := len(into)
	rest, ok := strings.CutPrefix(text, "[")
	for ok && rest != "]" {
		end := 0
		for end < len(rest) && strings.IndexByte("0123456789.-+eE", rest[end]) >= 0 {
			end++
		}
		v, err := strconv.ParseFloat(rest[:end], 64)
		if ok = err == nil && end < len(rest); !ok {
			break
		}
		into = append(into, v)
		switch {
		case rest[end] == ',':
			rest = rest[end+1:]
			ok = rest != "]"
		default:
			rest = rest[end:]
			ok = rest == "]"
		}
	}
	if ok {
		return into, nil
	}
	var list []float64
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return into, err
	}
	return append(into[:begin], list...), nil
}

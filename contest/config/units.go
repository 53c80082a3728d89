package config

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// errForm is the error of a text in the wrong form for its type, which the type's Describe explains.
var errForm = errors.New("wrong form")

// A duration is a text with a unit: "20ms".
type duration struct{ time.Duration }

func (d *duration) UnmarshalText(text []byte) (err error) {
	if d.Duration, err = time.ParseDuration(string(text)); err == nil && d.Duration < 0 {
		err = errForm
	}
	return err
}

func (d *duration) Describe() string { return `a duration such as "20ms" or "5s"` }

// mostSize bounds sizes, in bytes: no machine has so much.
const mostSize = 1 << 60

// A size is a number of bytes, or a number with a unit.
type size int64

var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}

func (s *size) UnmarshalText(text []byte) error {
	if n, err := strconv.ParseInt(string(text), 0, 64); err == nil && n > 0 && n <= mostSize {
		*s = size(n)
		return nil
	}
	for _, u := range units {
		number, ok := strings.CutSuffix(string(text), u.name)
		if !ok {
			continue
		}
		if n, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && n > 0 && n*float64(u.bytes) <= mostSize {
			*s = size(n * float64(u.bytes))
			return nil
		}
	}
	return errForm
}

// text returns the size with the largest unit of which it is a multiple.
func (s size) text() string {
	for _, u := range units[:3] {
		if int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

func (s *size) Describe() string { return `a size such as "512MiB", or a number of bytes` }

// A clock is "wall" or "cpu".
type clock struct{ cpu bool }

func (c *clock) UnmarshalText(text []byte) error {
	switch string(text) {
	case "", "wall", "cpu":
		c.cpu = string(text) == "cpu"
	default:
		return errForm
	}
	return nil
}

func (c *clock) Describe() string {
	return `"wall" (wall time without what the host held up) or "cpu" (processor time)`
}

/*
Package tier marks which of the project's runs tests belong to. What is not marked runs with every change (make test). What takes long
is marked [Long]: kills at random moments, every language, every level of the sandbox. What makes load, or judges the milliseconds of a real
process, is marked [Alone]. make long runs all of it.

The environment variable AGON_TIER says which run this is: nothing, "long", or "alone" for the step of make long in which one test runs at a
time.
*/
package tier

import (
	"os"
	"testing"
)

// LeftOut begins the reason of each skip by this package. The report of a run counts them apart from other skips.
const LeftOut = "left out: make long runs it"

var now = os.Getenv("AGON_TIER")

// IsLong reports whether this is the long run.
func IsLong() bool { return now == "long" }

// IsAlone reports whether this is the step of the long run in which nothing runs beside a test.
func IsAlone() bool { return now == "alone" }

// Long skips a test, except in the long run.
func Long(t testing.TB) {
	t.Helper()
	if now != "long" {
		t.Skip(LeftOut)
	}
}

// Alone skips a test, except in the step of the long run in which nothing runs beside it.
func Alone(t testing.TB) {
	t.Helper()
	if now != "alone" {
		t.Skip(LeftOut + " alone")
	}
}

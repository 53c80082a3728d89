package main

import (
	"embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// fieldBot is one bot of the generated field: a strategy with a fixed amount of work a move, which is the same on every machine.
type fieldBot struct {
	name     string
	strategy string // of strategies
	work     int    // its unit is the strategy's
}

// field is 21 different bots, from 1 us to 7 ms a move, as different as contestants write them: plain Python, numpy, and scipy's
// ndimage and signal. The cost beside each is that of a move in the plain loop on a core of 2.5 GHz; there all of them take some 17 ms
// a round.
var field = []fieldBot{
	{"Straight", "cycle", 1},     // 1 us
	{"Spiral", "cycle", 7},       // 1 us
	{"Dice", "dice", 1},          // 2 us
	{"Glance", "look", 8},        // 16 us
	{"Peek", "look", 24},         // 36 us
	{"Walker", "look", 60},       // 64 us
	{"Flood", "flood", 60},       // 59 us
	{"Tide", "flood", 500},       // 330 us
	{"Ocean", "flood", 1300},     // 840 us
	{"Counter", "count", 4},      // 21 us
	{"Accountant", "count", 20},  // 75 us
	{"Auditor", "count", 90},     // 320 us
	{"Nearest", "nearest", 2},    // 54 us
	{"Hunter", "nearest", 25},    // 390 us
	{"Stalker", "nearest", 80},   // 1.2 ms
	{"Blur", "blur", 5},          // 79 us
	{"Fog", "blur", 21},          // 850 us
	{"Regions", "regions", 4},    // 400 us
	{"Distance", "distance", 14}, // 1.7 ms
	{"Echo", "echo", 12},         // 3.2 ms
	{"Thunder", "echo", 27},      // 7 ms
}

// strategies are bots by their names, of which NAME and WORK are replaced.
//
//go:embed strategies/*.py
var strategies embed.FS

// text returns the bot's file.
func (b fieldBot) text() string {
	return strings.NewReplacer("NAME", b.name, "WORK", strconv.Itoa(b.work)).Replace(b.file())
}

// file returns the strategy's file.
func (b fieldBot) file() string {
	text, err := strategies.ReadFile("strategies/" + b.strategy + ".py")
	if err != nil {
		panic(err) // the list of bots names another
	}
	return string(text)
}

// imports returns the lines that import libraries.
func (b fieldBot) imports() string { return strings.Join(libraries.FindAllString(b.file(), -1), "") }

var libraries = regexp.MustCompile(`(?m)^(import|from \w).*\n`)

// trivialBots are 21 bots that only answer, each in its own way.
func trivialBots() (bots []fieldBot) {
	for i := range 21 {
		bots = append(bots, fieldBot{name: fmt.Sprintf("Trivial%02d", i+1), strategy: "cycle", work: i + 1})
	}
	return bots
}

// A bot for the tests of package wasm, whose behaviour its argument names.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

func main() {
	manner := os.Args[1]
	if manner == "flood" {
		for {
			fmt.Println("STAY")
		}
	}
	if manner == "mute" {
		time.Sleep(time.Hour)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if strings.HasPrefix(line, `{"agon"`) {
			fmt.Println(`{"name":"Sandy"}`)
			continue
		}
		play(manner, line)
	}
}

var games int // kept as long as the instance

func play(manner, line string) {
	var told struct{ Turn int }
	if json.Unmarshal([]byte(line), &told) != nil {
		os.Exit(9)
	}
	switch manner {
	case "once": // only in a fresh instance
		if told.Turn == 0 {
			games++
		}
		fmt.Println([]string{"?", "STAY"}[games%2])
	case "loop":
		fmt.Fprintln(os.Stderr, "at work")
		for told.Turn >= 0 {
			told.Turn++
			told.Turn &= 1023
		}
	case "exit":
		os.Exit(3)
	case "beyond":
		os.Exit(250)
	case "panic":
		panic("lost")
	case "hungry":
		var all [][]byte
		for {
			all = append(all, make([]byte, 1<<20))
			all[len(all)-1][0] = 1
		}
	case "world":
		fmt.Println(world())
	default:
		fmt.Fprintln(os.Stderr, "turn", told.Turn)
		fmt.Println("STAY")
	}
}

// world returns STAY if nothing of the host can be seen.
func world() string {
	if entries, err := os.ReadDir("/"); err == nil {
		return fmt.Sprint("files: ", entries)
	}
	if err := os.WriteFile("note", nil, 0o644); err == nil {
		return "it can write"
	}
	if _, err := net.Dial("tcp", "127.0.0.1:1"); err == nil {
		return "it can connect"
	}
	if len(os.Environ()) > 0 {
		return fmt.Sprint("environment: ", os.Environ())
	}
	if time.Now().Year() > 2022 {
		return "it knows the date"
	}
	begin := time.Now()
	time.Sleep(time.Millisecond)
	if time.Since(begin) < time.Millisecond {
		return "time does not pass"
	}
	return "STAY"
}

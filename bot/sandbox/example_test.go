package sandbox_test

import (
	"bufio"
	"fmt"
	"log"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
)

// A level is opened once; programs are then started, asked and closed. This example uses the best level of the machine; a host that runs
// untrusted programs should refuse to continue below a level that its user has set.
func Example() {
	level, err := sandbox.Best()
	if err != nil {
		log.Fatal(err)
	}
	box, err := sandbox.Open(level)
	if err != nil {
		log.Fatal(err)
	}
	defer box.Close()

	program, err := box.Start(bot.Command{
		Path:   "/bin/sh",
		Args:   []string{"-c", `while read line; do echo "you said $line"; done; exit 3`},
		Env:    []string{"PATH=/usr/bin:/bin"},
		Limits: bot.Limits{Memory: 64 << 20, Tasks: 8, CPU: 10 * time.Second},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer program.Close()

	answers := bufio.NewScanner(program.Out)
	for _, line := range []string{"left", "right"} {
		fmt.Fprintln(program.In, line)
		program.Out.SetReadDeadline(time.Now().Add(10 * time.Second)) // the clock of a move is the host's business
		if answers.Scan() {
			fmt.Println(answers.Text())
		}
	}
	program.In.Close()
	fmt.Println(program.Wait())
	// Output:
	// you said left
	// you said right
	// exit 3
}

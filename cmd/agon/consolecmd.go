package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"agon/bot/console"
	"agon/show/term/screen"
)

func newConsole(w *world) *cobra.Command {
	people := peopleKind()
	var name string
	cmd := &cobra.Command{
		Use:   "console HOST[:PORT]",
		Short: "play over the network console of the 2016 contest",
		Long: `Play at a host of the 2016 contest's network console: the original's, or agon play ` + people.Name + ` console:19010. The keys:

` + keyList(people) + `
If standard input is not a terminal, each of its lines is the command of one round. Other keys, and rounds without a line, do nothing.`,
		Example: `  agon console 192.168.1.20 --name Ann`,
		Args:    between(1, 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return playConsole(cmd.Context(), w, args[0], name) },
	}
	cmd.Flags().StringVar(&name, "name", "Player", "player `NAME`; the same name returns to its seat after a disconnect")
	return cmd
}

func playConsole(ctx context.Context, w *world, address, name string) error {
	client, err := console.Dial(ctx, address, name)
	if err != nil {
		return host(err)
	}
	defer client.Close()
	fmt.Fprintln(w.err, "agon: registered; the game begins when its operator says so")
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	session, back, err := consoleScreen(w, leave)
	if err != nil {
		return host(err)
	}
	defer back()
	err = client.Play(ctx, session)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return host(err)
}

// consoleScreen returns the player's screen: in a terminal it reads single keys, elsewhere lines. back restores the terminal.
func consoleScreen(w *world, leave func()) (session console.Screen, back func(), err error) {
	keys := make(chan string)
	out, ok := w.out.(*os.File)
	if !ok || screen.Detect(out, os.Environ()) == screen.Plain || !term.IsTerminal(int(w.in.Fd())) {
		go func() {
			defer close(keys)
			for scan := bufio.NewScanner(w.in); scan.Scan(); {
				keys <- scan.Text()
			}
		}()
		return console.Screen{Out: w.out, Keys: keys}, func() {}, nil
	}
	before, err := term.MakeRaw(int(w.in.Fd()))
	if err != nil {
		return session, nil, fmt.Errorf("read keys: %w", err)
	}
	go readKeys(w.in, keys, leave)
	session = console.Screen{Out: rawLines{out}, Clear: "\x1b[H\x1b[2J", Keys: keys, Eager: true}
	return session, func() { term.Restore(int(w.in.Fd()), before) }, nil
}

// The keys that end the session in a terminal in raw mode.
const (
	interrupt = 3 // Ctrl-C
	endOfFile = 4 // Ctrl-D
)

// readKeys reads single keys until the player leaves.
func readKeys(in *os.File, keys chan<- string, leave func()) {
	for letter := make([]byte, 1); ; {
		n, err := in.Read(letter)
		if n == 0 || err != nil || letter[0] == interrupt || letter[0] == endOfFile || letter[0] == 'q' {
			leave()
			return
		}
		keys <- string(letter)
	}
}

// rawLines writes the line ends that a terminal in raw mode needs.
type rawLines struct{ out *os.File }

func (r rawLines) Write(p []byte) (int, error) {
	var text []byte
	for _, b := range p {
		if b == '\n' {
			text = append(text, '\r')
		}
		text = append(text, b)
	}
	if _, err := r.out.Write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

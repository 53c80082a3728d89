/*
Package shim is what agon starts inside the sandbox of an engine that starts its bots itself: for each bot a process that passes bytes
between the engine and agon, and, where the engine reads or writes files that agon must see, one that runs the engine.

Each of them connects to a socket of agon's. What it says first is a line: "seat N PIPE", with the inode of the pipe to which it writes the
answers of seat N, or "run", which agon answers with an [Order].
*/
package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Out is what stands for the folder of files in the arguments of an engine: its /tmp.
const Out = "{out}"

// An Order is what agon has an engine run with.
type Order struct {
	Files map[string][]byte `json:"files"` // written to its folder before it is started, by name
}

// Main runs "seat N SOCKET", or "run SOCKET FILE PROGRAM ARG…", where FILE may be empty. It returns the exit code.
func Main(args []string) (int, error) {
	runtime.GOMAXPROCS(1)
	switch {
	case len(args) == 2:
		return 0, seat(args[0], args[1])
	case len(args) > 3 && args[0] == "run":
		return run(args[1], args[2], args[3:])
	}
	return 2, fmt.Errorf("a seat has %d arguments, and takes its number and a socket: agon starts it itself, in place of a bot", len(args))
}

// seat passes bytes until agon closes the connection, which is the end of the bot for the engine: it ends then. The connection is closed in
// one direction when the engine closes the bot's input.
func seat(number, socket string) error {
	conn, err := connect(socket)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(conn, "seat %s %d\n", number, inode(os.Stdout)); err != nil {
		return err
	}
	go func() {
		copyAll(conn, os.Stdin)
		conn.CloseWrite()
	}()
	copyAll(os.Stdout, conn)
	return nil
}

func connect(socket string) (*net.UnixConn, error) {
	return net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
}

// copyAll copies by plain reads: agon sees by them who waits.
func copyAll(to io.Writer, from io.Reader) {
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// mostFile bounds a file of results, in bytes.
const mostFile = 16 << 20

// run runs the engine with the files of an order, and sends the file that it has written.
func run(socket, file string, command []string) (int, error) {
	conn, err := connect(socket)
	if err != nil {
		return 1, err
	}
	defer conn.Close()
	var order Order
	if _, err := io.WriteString(conn, "run\n"); err != nil {
		return 1, err
	}
	if err := json.NewDecoder(conn).Decode(&order); err != nil {
		return 1, err
	}
	folder := os.TempDir()
	for name, text := range order.Files {
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(name)), text, 0o644); err != nil {
			return 1, err
		}
	}
	for i, arg := range command {
		command[i] = strings.ReplaceAll(arg, Out, folder)
	}
	engine := exec.Command(command[0], command[1:]...)
	engine.Stdin, engine.Stdout, engine.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := engine.Run(); err != nil && engine.ProcessState == nil {
		return 1, err
	}
	if file != "" {
		f, err := os.Open(filepath.Join(folder, file))
		if err == nil {
			io.Copy(conn, io.LimitReader(f, mostFile+1))
			f.Close()
		} else if !errors.Is(err, os.ErrNotExist) {
			return 1, err
		}
	}
	return code(engine.ProcessState), nil
}

//go:build unix

package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Main runs "N SOCKET", "run SOCKET FILE PROGRAM ARG…", where FILE may be empty, or "bridge PORT PROGRAM ARG…". It returns the exit code.
func Main(args []string) (int, error) {
	runtime.GOMAXPROCS(1)
	switch {
	case len(args) == 2:
		return 0, seat(args[0], args[1])
	case len(args) > 3 && args[0] == "run":
		return run(args[1], args[2], args[3:])
	case len(args) > 2 && args[0] == "bridge":
		return bridge(args[1], args[2:])
	}
	return 2, fmt.Errorf("a seat has %d arguments, and takes its number and a socket: agon starts it itself, in place of a bot", len(args))
}

// seat passes bytes until agon closes the connection, which is the end of the bot for the engine: it ends then. The connection is closed in
// one direction when the engine closes the bot's input. One task waits for both: what has come is never left to a sleeping scheduler, which
// agon would take for an engine that waits.
func seat(number, socket string) error {
	conn, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	if err := unix.Connect(conn, &unix.SockaddrUnix{Name: socket}); err != nil {
		return fmt.Errorf("connect to %s: %w", socket, err)
	}
	if !writeAll(conn, fmt.Appendf(nil, "seat %s %d %d\n", number, inode(os.Stdout), port(1))) {
		return errors.New("agon has closed the connection")
	}
	return relay(conn)
}

// relay passes bytes between a connection and this process's input and output, until the connection ends.
func relay(conn int) error {
	set := []unix.PollFd{{Fd: 0, Events: unix.POLLIN}, {Fd: int32(conn), Events: unix.POLLIN}}
	for {
		if _, err := unix.Poll(set, -1); err != nil && err != unix.EINTR {
			return err
		} else if err != nil {
			continue
		}
		if set[0].Revents != 0 && !pass(0, conn) {
			unix.Shutdown(conn, unix.SHUT_WR)
			set[0].Fd = -1
		}
		if set[1].Revents != 0 && !pass(conn, 1) {
			return nil
		}
	}
}

// pass passes on what can be read, and reports whether there may be more.
func pass(from, to int) bool {
	b := make([]byte, 1<<16)
	n, err := unix.Read(from, b)
	if err == unix.EINTR {
		return true
	}
	return n > 0 && writeAll(to, b[:n])
}

func writeAll(to int, b []byte) bool {
	for len(b) > 0 {
		n, err := unix.Write(to, b)
		if err != nil && err != unix.EINTR {
			return false
		}
		b = b[max(n, 0):]
	}
	return true
}

// mostFile bounds a file of results, in bytes.
const mostFile = 16 << 20

// run runs the engine with the files of an order, and sends the file that it has written.
func run(socket, file string, command []string) (int, error) {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		return 1, err
	}
	defer conn.Close()
	var order Order
	if _, err := io.WriteString(conn, "run\n"); err != nil {
		return 1, err
	}
	orders := json.NewDecoder(conn)
	if err := orders.Decode(&order); err != nil {
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
	if err := engine.Start(); err != nil {
		return 1, err
	}
	go obey(orders)
	engine.Wait()
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

// obey makes connections until there are no more orders. Each is a process, as a bot is that the engine has started.
func obey(orders *json.Decoder) {
	for order := (Order{}); orders.Decode(&order) == nil; order = (Order{}) {
		if err := dial(&order); err != nil {
			fmt.Fprintf(os.Stderr, "agon: connect to %s: %v\n", order.Dial, err)
		}
	}
}

// dial connects to the engine when it listens, and starts the process of the connection.
func dial(order *Order) error {
	conn, err := net.Dial("tcp4", order.Dial)
	for ; errors.Is(err, syscall.ECONNREFUSED); conn, err = net.Dial("tcp4", order.Dial) {
		time.Sleep(5 * time.Millisecond)
	}
	if err != nil {
		return err
	}
	defer conn.Close()
	file, err := conn.(*net.TCPConn).File()
	if err != nil {
		return err
	}
	defer file.Close()
	seat := exec.Command(order.Seat[0], order.Seat[1:]...)
	seat.Stdin, seat.Stdout, seat.Stderr = file, file, os.Stderr
	if err := seat.Start(); err != nil {
		return err
	}
	go seat.Wait()
	return nil
}

// port returns the port of a connection on this side; 0: it is none.
func port(fd int) int {
	address, _ := unix.Getsockname(fd)
	if at, ok := address.(*unix.SockaddrInet4); ok {
		return at.Port
	}
	return 0
}

// bridge runs a bot that connects to a port of 127.0.0.1, once, in place of reading its input. What it prints is a note.
func bridge(port string, command []string) (int, error) {
	door, err := net.Listen("tcp4", "127.0.0.1:"+port)
	if err != nil {
		return 1, err
	}
	bot, over := exec.Command(command[0], command[1:]...), make(chan struct{})
	bot.Stdout, bot.Stderr = os.Stderr, os.Stderr
	if err := bot.Start(); err != nil {
		return 1, err
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGABRT) // on which the bot writes where it is
	go func() {
		bot.Wait()
		door.Close()
		close(over)
	}()
	if conn, err := door.Accept(); err == nil {
		door.Close()
		if file, err := conn.(*net.TCPConn).File(); err == nil {
			relay(int(file.Fd()))
			file.Close()
		}
		conn.Close()
	}
	os.Stdout.Close()
	<-over
	return code(bot.ProcessState), nil
}

// inode returns the inode of a file; 0: it has none.
func inode(f *os.File) uint64 {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	return s.Ino
}

// code returns the exit code of a process: 128 and the number of the signal that ended it. If it was killed this process is, too: a game
// goes on in another one then.
func code(p *os.ProcessState) int {
	if s, ok := p.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		if s.Signal() == syscall.SIGKILL {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		return 128 + int(s.Signal())
	}
	return p.ExitCode()
}

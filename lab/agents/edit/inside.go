package edit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"agon/bot/sandbox/port"
)

// failed is the exit code of [Main] where it did not become the agent.
const failed = 127

// Main is what this program does inside the sandbox: it opens the ports of the edit, hands them to the host, and becomes the agent. It
// returns only if that fails, which the host has read by then. With commitWord it commits the workspace instead.
func Main(args []string) int {
	if len(args) == 2 && args[0] == commitWord {
		if err := commit(args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return failed
		}
		return 0
	}
	err := errors.New("agon starts this command itself, inside the sandbox")
	if len(args) >= 2 {
		host := os.NewFile(port.Descriptor, "host")
		err = become(host, args[0], args[1:])
		fmt.Fprint(host, "  ", err) // the host takes a byte for each port that it waits for
	}
	fmt.Fprintln(os.Stderr, err)
	return failed
}

// become executes the agent's command.
func become(host *os.File, home string, argv []string) error {
	syscall.CloseOnExec(port.Descriptor)
	tools, err := port.Hand(host)
	if err != nil {
		return fmt.Errorf("open a port for the tools: %w", err)
	}
	proxy, err := port.Hand(host)
	if err != nil {
		return fmt.Errorf("open a port for the proxy: %w", err)
	}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		os.Setenv(name, "http://"+proxy)
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		os.Setenv(name, "127.0.0.1,localhost,::1")
	}
	os.Setenv("NODE_USE_ENV_PROXY", "1")
	os.Setenv("AGON_TOOLS", "http://"+tools)
	os.Setenv("HOME", home)
	if err := addToPath(); err != nil {
		return err
	}
	err = syscall.Exec(argv[0], argv, os.Environ())
	if errors.Is(err, syscall.ENOEXEC) { // a script without a first line, which shells take for theirs
		err = syscall.Exec("/bin/sh", append([]string{"sh"}, argv...), os.Environ())
	}
	switch {
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("execute %s: %w: make it executable (chmod +x)", argv[0], err)
	case errors.Is(err, syscall.ENOENT):
		return fmt.Errorf("execute %s: %w: it, or the interpreter that its first line names, is not in the sandbox", argv[0], err)
	}
	return fmt.Errorf("execute %s: %w", argv[0], err)
}

// addToPath makes this program the command agon.
func addToPath() error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bin-")
	if err == nil {
		err = os.Symlink(own, filepath.Join(dir, "agon"))
	}
	if err != nil {
		return fmt.Errorf("put agon on PATH: %w", err)
	}
	return os.Setenv("PATH", strings.Join([]string{dir, os.Getenv("PATH")}, string(filepath.ListSeparator)))
}

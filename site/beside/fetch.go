package beside

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"agon/bot/download"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/corebound"
	"agon/site/people"
)

// mostFetchMemory bounds the memory of a process that fetches what strangers name, in bytes.
const mostFetchMemory = 1 << 30

// What the lines begin with that such a process prints: what it does, the file that it has written at the end, or why it has not.
const (
	fetchDoes    = "does "
	fetchWrote   = "wrote "
	fetchRefused = "refused "
)

// Download fetches a repository or an image into a file of a folder, as the process that [Program.Fetch] starts: what it does, and the file
// or why there is none, are lines of out.
func Download(ctx context.Context, address, dir string, limits download.Limits, out io.Writer) error {
	source, err := download.Parse(address, "")
	if err != nil {
		return err
	}
	if err := limitMemory(mostFetchMemory); err != nil {
		return cause.Host(err)
	}
	file, err := source.Run(ctx, dir, limits, prefixed{out, fetchDoes})
	var refused *download.Refused
	switch {
	case errors.As(err, &refused):
		_, err = prefixed{out, fetchRefused}.Write([]byte(refused.Why))
	case err == nil:
		_, err = fmt.Fprintln(out, fetchWrote+file)
	}
	return cause.Host(err)
}

// prefixed writes each call of Write as one line that begins with a prefix: what a server says begins no line of its own.
type prefixed struct {
	to     io.Writer
	prefix string
}

func (p prefixed) Write(text []byte) (int, error) {
	_, err := fmt.Fprintln(p.to, p.prefix+strings.ReplaceAll(clean.Text(strings.TrimSuffix(string(text), "\n")), "\n", " "))
	return len(text), err
}

// TokenVariable is the environment variable by which such a process gets the access token for a repository.
const TokenVariable = "AGON_FETCH_TOKEN"

// Fetch fetches a submission in a process of its own, whose memory is bounded.
func (p *Program) Fetch(ctx context.Context, address, token, dir string, most int64, log io.Writer) (file string, err error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, own, "download", address, dir, "--most", strconv.FormatInt(most>>20, 10),
		fmt.Sprintf("--private-addresses=%t", p.Private))
	cmd.Args[0] = "agon"
	cmd.WaitDelay = grace
	if token != "" {
		cmd.Env = append(os.Environ(), TokenVariable+"="+token)
	}
	output := &fetching{log: log}
	var complaint limited
	cmd.Stdout, cmd.Stderr = output, &complaint
	err = corebound.Run(corebound.Last(p.Cores), cmd)
	complained := complaint.String()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil && (strings.Contains(complained, "out of memory") || strings.Contains(complained, "cannot allocate memory")):
		return "", &people.Problem{Text: fmt.Sprintf("It takes more than %d MiB of memory to unpack.", mostFetchMemory>>20)}
	case err != nil:
		return "", fmt.Errorf("agon download: %w: %s", err, clean.End([]byte(complained)))
	case output.refused != "":
		return "", &people.Problem{Text: output.refused}
	case output.file == "" || strings.ContainsAny(output.file, `/\`):
		return "", fmt.Errorf("agon download: it names the file %q", output.file)
	}
	return output.file, nil
}

// A fetching reads the lines of a process that fetches.
type fetching struct {
	log           io.Writer
	line          []byte
	file, refused string
}

// mostFetchLine bounds a line, in bytes.
const mostFetchLine = 4 << 10

func (f *fetching) Write(p []byte) (int, error) {
	for _, c := range p {
		if c != '\n' {
			f.line = append(f.line, c)
			f.line = f.line[:min(len(f.line), mostFetchLine)]
			continue
		}
		line := string(f.line)
		f.line = f.line[:0]
		if text, ok := strings.CutPrefix(line, fetchDoes); ok {
			fmt.Fprintln(f.log, text)
		} else if text, ok := strings.CutPrefix(line, fetchWrote); ok {
			f.file = text
		} else if text, ok := strings.CutPrefix(line, fetchRefused); ok {
			f.refused = text
		}
	}
	return len(p), nil
}

//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"agon/bot"
)

// smallest compiles a program that does nothing, or echoes lines.
func smallest(b *testing.B, code string) string {
	b.Helper()
	folder, err := os.MkdirTemp("", "agonbench")
	if err != nil {
		b.Fatal(err)
	}
	os.Chmod(folder, 0o755)
	b.Cleanup(func() { os.RemoveAll(folder) })
	source, program := filepath.Join(folder, "p.c"), filepath.Join(folder, "p")
	os.WriteFile(source, []byte(code), 0o644)
	if out, err := exec.Command("gcc", "-static", "-O1", "-o", program, source).CombinedOutput(); err != nil {
		b.Skipf("no C compiler: %s", out)
	}
	return program
}

// BenchmarkStart measures a static program from start to end, without a sandbox and at each level in turn, and reports the medians.
func BenchmarkStart(b *testing.B) {
	program := smallest(b, "int main(){return 0;}")
	names := []string{"bare"}
	runs := []func() error{func() error { return exec.Command(program).Run() }}
	for l := None; l < levels; l++ {
		s, err := Open(l)
		if err != nil {
			continue
		}
		defer s.Close()
		names, runs = append(names, l.String()), append(runs, func() error { return once(s, program) })
	}
	took := make([][]time.Duration, len(runs))
	for b.Loop() {
		for i, run := range runs {
			begin := time.Now()
			if err := run(); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(begin))
		}
	}
	reportMedians(b, took, names, "ns/start-")
}

func once(s *Sandbox, program string) error {
	p, err := s.start(bot.Command{Path: program, Limits: bot.Limits{Memory: 64 << 20, Tasks: 16, Disk: 1 << 20}})
	if err != nil {
		return err
	}
	defer p.Close()
	if e := p.Wait(); e.Code != 0 {
		return fmt.Errorf("it ended with %v", e)
	}
	return nil
}

// reportMedians reports the median of each row.
func reportMedians(b *testing.B, took [][]time.Duration, names []string, unit string) {
	for i, name := range names {
		slices.Sort(took[i])
		b.ReportMetric(float64(took[i][len(took[i])/2].Nanoseconds()), unit+name)
	}
}

// BenchmarkMove measures one line to a running program and its answer, on one processor. The levels alternate every millisecond, because
// the speed of a shared machine drifts; for each the median is reported.
func BenchmarkMove(b *testing.B) {
	onOneProcessor(b)
	program := smallest(b, "#include <unistd.h>\nint main(){char b[4096];long n;while((n=read(0,b,4096))>0)write(1,b,n);}")
	var running []*bot.Process
	var names []string
	for l := None; l < levels; l++ {
		s, err := Open(l)
		if err != nil {
			continue
		}
		defer s.Close()
		p, err := s.start(bot.Command{Path: program, Limits: bot.Limits{Memory: 64 << 20, Tasks: 16, Disk: 1 << 20}})
		if err != nil {
			b.Fatal(err)
		}
		defer p.Close()
		p.In.Fd() // from here on reads and writes block the thread instead of the goroutine
		p.Out.Fd()
		running, names = append(running, p), append(names, l.String())
	}
	const moves = 200
	took := make([][]time.Duration, len(running))
	for b.Loop() {
		for i, p := range running {
			took[i] = append(took[i], exchange(b, p, moves)/moves)
		}
	}
	reportMedians(b, took, names, "ns/move-")
}

// exchange plays a number of moves and returns the time that they took.
func exchange(b *testing.B, p *bot.Process, moves int) time.Duration {
	line := make([]byte, 64)
	begin := time.Now()
	for range moves {
		if _, err := p.In.Write(line); err != nil {
			b.Fatal(err)
		}
		if _, err := p.Out.Read(line); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(begin)
}

// BenchmarkReadings measures the cost of the host's clocks of a running program.
func BenchmarkReadings(b *testing.B) {
	program := smallest(b, "#include <unistd.h>\nint main(){pause();}")
	for l := Landlock; l < levels; l++ {
		s, err := Open(l)
		if err != nil {
			continue
		}
		p, err := s.start(bot.Command{Path: program, Limits: bot.Limits{Tasks: 16}})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(l.String()+"/cpu", func(b *testing.B) {
			for b.Loop() {
				p.CPU()
			}
		})
		b.Run(l.String()+"/stalled", func(b *testing.B) {
			for b.Loop() {
				p.Stalled()
			}
		})
		p.Close()
	}
}

// BenchmarkPause measures the cost of pausing a program between two turns: one that waits, and one that has threads.
func BenchmarkPause(b *testing.B) {
	onOneProcessor(b)
	for _, form := range []struct{ name, code string }{
		{"quiet", "#include <unistd.h>\nint main(){pause();}"},
		{"threads", "#include <pthread.h>\n#include <unistd.h>\nvoid*w(void*x){pause();return x;}int main(){pthread_t t;for(int " +
			"i=0;i<8;i++)pthread_create(&t,0,w,0);pause();}"},
	} {
		program := smallest(b, form.code)
		for l := None; l < levels; l++ {
			s, err := Open(l)
			if err != nil {
				continue
			}
			p, err := s.start(bot.Command{Path: program, Limits: bot.Limits{Tasks: 16}})
			if err != nil {
				b.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond) // until its threads have started
			b.Run(form.name+"/"+l.String(), func(b *testing.B) {
				for b.Loop() {
					p.Resume()
					p.Pause()
				}
			})
			p.Close()
			s.Close()
		}
	}
}

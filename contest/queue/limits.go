package queue

import "fmt"

// Limits of what a [Link] carries, in bytes unless stated otherwise. A sender gets an error that names the limit.
const (
	MaxName       = 256       // of a job's name
	MaxClass      = 256       // of a class
	MaxBody       = 4 << 20   // of a job's or result's body
	MaxReport     = 64 << 10  // of a worker's report
	MaxFrame      = 512 << 10 // of a frame
	MaxFile       = 1 << 30   // of a file
	MaxWorker     = 64        // of a worker's name
	MaxDeliveries = 5         // deliveries of a job before it is poisoned
)

// Check returns an error if a job is over a limit of links.
func (j Job) Check() error {
	switch {
	case j.Name == "" || len(j.Name) > MaxName:
		return fmt.Errorf("a job's name has %d bytes, want 1 to %d: %.40q", len(j.Name), MaxName, j.Name)
	case len(j.Class) > MaxClass:
		return fmt.Errorf("job %q: the class has %d bytes, want at most %d", j.Name, len(j.Class), MaxClass)
	case len(j.Body) > MaxBody:
		return fmt.Errorf("job %q: the body has %d bytes, want at most %d: divide it", j.Name, len(j.Body), MaxBody)
	}
	return nil
}

// CheckWorker returns an error if a worker's name is not made of 1 to [MaxWorker] letters, digits, hyphens and underscores.
func CheckWorker(name string) error {
	ok := name != "" && len(name) <= MaxWorker
	for _, c := range []byte(name) {
		ok = ok && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')
	}
	if !ok {
		return fmt.Errorf("worker name %.80q: want 1 to %d letters, digits, hyphens or underscores", name, MaxWorker)
	}
	return nil
}

// CheckReport returns an error if a report is too long.
func CheckReport(worker string, report []byte) error {
	if len(report) > MaxReport {
		return fmt.Errorf("the report of worker %q has %d bytes, want at most %d", worker, len(report), MaxReport)
	}
	return nil
}

// CheckFrame returns an error if a frame is too long.
func CheckFrame(worker string, frame []byte) error {
	if len(frame) > MaxFrame {
		return fmt.Errorf("a frame of worker %q has %d bytes, want at most %d", worker, len(frame), MaxFrame)
	}
	return nil
}

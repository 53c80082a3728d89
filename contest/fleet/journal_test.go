package fleet

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"agon/contest/queue"
)

// reopened writes lines into a journal, and opens it again.
func reopened(t *testing.T, text string) (*Journal, error) {
	path := filepath.Join(t.TempDir(), "played")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := OpenJournal(path)
	if err == nil {
		t.Cleanup(func() { j.Close() })
	}
	return j, err
}

func TestJournal(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       record // of worker a
	}{
		{"games add up", `{"worker":"a","games":[1,2]}` + "\n" + `{"worker":"b","games":[3]}` + "\n" + `{"worker":"a","games":[4]}` + "\n",
			record{[]int{1, 2, 4}, ""}},
		{"a line that was not finished is dropped", `{"worker":"a","games":[1]}` + "\n" + `{"worker":"a","ga`, record{[]int{1}, ""}},
		{"killed after setting aside", `{"worker":"a","games":[1]}` + "\n" + `{"worker":"a","aside":"lies"}` + "\n",
			record{[]int{1}, "lies"}},
		{"killed after the decision", `{"worker":"a","games":[1]}` + "\n" + `{"worker":"a","aside":"lies"}` + "\n" +
			`{"worker":"a","settled":[1]}` + "\n", record{[]int{}, ""}},
		{"games that came after the decision",
			`{"worker":"a","games":[1]}` + "\n" + `{"worker":"a","aside":"lies"}` + "\n" + `{"worker":"a","games":[2]}` + "\n" +
				`{"worker":"a","settled":[1]}` + "\n", record{[]int{2}, "lies"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j, err := reopened(t, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(*j.found["a"], tt.want) {
				t.Errorf("the journal has %v, want %v", *j.found["a"], tt.want)
			}
			if err := j.write(entry{Worker: "c", Games: []int{9}}); err != nil {
				t.Fatal(err)
			}
			next, err := OpenJournal(j.file.Name())
			if err != nil {
				t.Fatal("after another line: ", err)
			}
			defer next.Close()
			if c := next.found["c"]; c == nil || !reflect.DeepEqual(c.games, []int{9}) {
				t.Errorf("another line was read as %v", c)
			}
		})
	}
}

// TestJournalOfJudges: the last two who agreed about a game are known, until the contest has decided about the games of one of them.
func TestJournalOfJudges(t *testing.T) {
	j, err := reopened(t, `{"worker":"b","judged":[1,2,3],"of":"a"}`+"\n"+`{"worker":"c","judged":[3,4],"of":"a"}`+"\n"+
		`{"worker":"a","games":[1,2]}`+"\n"+`{"worker":"a","settled":[1,2]}`+"\n"+`{"worker":"c","aside":"lies"}`+"\n")
	if err != nil {
		t.Fatal(err)
	}
	s := New(queue.Link{}, Options{Journal: j})
	if want := map[int]word{3: {"a", "c"}, 4: {"a", "c"}}; !reflect.DeepEqual(s.words, want) {
		t.Fatalf("the journal has %v, want %v", s.words, want)
	}
	d := s.unsettled()
	if d == nil || d.Worker != "c" || len(d.Games) > 0 || !reflect.DeepEqual(d.Judged, []int{3, 4}) {
		t.Fatalf("the server says %+v", d)
	}
	d.Forged(4, errors.New("other places"))
	d.Settled()
	if d = s.unsettled(); d != nil || s.peers["a"].Aside == "" {
		t.Errorf("after the decision the server says %+v, and worker a is set aside because of %q", d, s.peers["a"].Aside)
	}
	next, err := OpenJournal(j.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if len(next.words) > 0 {
		t.Errorf("the next server still has %v", next.words)
	}
}

// A damaged journal ends the run, with the line and what to do: games whose player nobody knows are not believed in silence.
func TestDamagedJournal(t *testing.T) {
	_, err := reopened(t, `{"worker":"a","games":[1]}`+"\nx\n")
	if err == nil || !strings.Contains(err.Error(), "played:2: ") || !strings.Contains(err.Error(), "move the file away") {
		t.Errorf("a damaged journal gives the error %v", err)
	}
}

// A server that was killed before its contest decided about the games of a forger says so again before it plays anything.
func TestUnsettledGamesComeFirst(t *testing.T) {
	j, err := reopened(t, `{"worker":"a","games":[1,5]}`+"\n"+`{"worker":"a","aside":"lies"}`+"\n")
	if err != nil {
		t.Fatal(err)
	}
	s := New(queue.Link{}, Options{Journal: j})
	d := s.unsettled()
	if d == nil || d.Worker != "a" || !reflect.DeepEqual(d.Games, []int{1, 5}) {
		t.Fatalf("the server says %v", d)
	}
	d.Settled()
	if d := s.unsettled(); d != nil {
		t.Errorf("after the decision the server says %v", d)
	}
	next, err := OpenJournal(j.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer next.Close()
	if r := next.found["a"]; r.aside != "" || len(r.games) > 0 {
		t.Errorf("the next server still has %v", r)
	}
}

package sandbox

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestLevelNames(t *testing.T) {
	for l := None; l < levels; l++ {
		got, err := ParseLevel(l.String())
		if err != nil || got != l {
			t.Errorf("%v became %v: %v", l, got, err)
		}
	}
	if _, err := ParseLevel("complete"); err == nil {
		t.Error("there is no level complete")
	}
}

func TestReport(t *testing.T) {
	r := Report{System: "Linux", Best: Namespaces, Levels: []LevelReport{
		{Level: Full, Why: "no control groups"},
		{Level: Namespaces, Usable: true,
			Features: []Feature{{Name: "network", Enforced: true}, {Name: "memory", Enforced: true, Why: "by looking"}}},
		{Level: None, Usable: true, Features: []Feature{{Name: "network", Why: "not at all"}, {Name: "memory", Why: "not at all"}}},
	}}
	want := `best level: namespaces (Linux)

         full  namespaces  none
usable   no    yes         yes
network  -     yes         no
memory   -     yes*        no

full: no control groups
namespaces: memory: by looking
`
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	text, err := json.Marshal(r)
	var back Report
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil || back.String() != want || !strings.Contains(string(text), `"level":"namespaces"`) {
		t.Errorf("as JSON: %s: %v", text, err)
	}
}

func TestProbeKnowsEveryLevel(t *testing.T) {
	r := Probe()
	if len(r.Levels) != int(levels) || !r.Levels[len(r.Levels)-1].Usable {
		t.Fatalf("%+v", r)
	}
	for i, l := range r.Levels {
		if l.Level != Full-Level(i) || (!l.Usable && l.Why == "") {
			t.Errorf("%+v", l)
		}
		for _, f := range l.Features {
			if !f.Enforced && f.Why == "" {
				t.Errorf("level %v does not say why it has no %s", l.Level, f.Name)
			}
		}
	}
	if d, err := Best(); err != nil || d != r.Best {
		t.Errorf("detected %v, probed %v", d, r.Best)
	}
	t.Logf("\n%s", r)
}

func TestASandboxSaysWhatHolds(t *testing.T) {
	s, err := Open(None)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := s.About(); got != "none (programs have the rights of the user who started them)" {
		t.Errorf("level none is %q", got)
	}
}

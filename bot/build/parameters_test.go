package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// written writes a bot.toml into a folder of its own.
func written(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, manifestName), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestParameters(t *testing.T) {
	all, err := ReadParameters(written(t,
		"[parameters]\nweight = { value = 1.5, from = 0, to = 5 }\n[parameters.depth]\nvalue = 3\nfrom = 1\nto = 8\n"))
	want := []Parameter{{"depth", 3, 1, 8, true}, {"weight", 1.5, 0, 5, false}}
	if err != nil || !slices.Equal(all, want) {
		t.Errorf("%v and %v, want %v", all, err, want)
	}
	if env := Environment(all); !slices.Equal(env, []string{"BOT_DEPTH=3", "BOT_WEIGHT=1.5"}) {
		t.Errorf("the environment is %q", env)
	}
	if words := fill([]string{"./bot", "--depth={depth}", "{weight}", "{other}"}, all); !slices.Equal(words,
		[]string{"./bot", "--depth=3", "1.5", "{other}"}) {
		t.Errorf("run is %q", words)
	}
	if all, err := ReadParameters(t.TempDir()); err != nil || len(all) > 0 {
		t.Errorf("without a bot.toml: %v, %v", all, err)
	}
}

// TestWrongParameters: each mistake is named, with its line.
func TestWrongParameters(t *testing.T) {
	for text, want := range map[string]string{
		"depth = 3": "2:1: parameter depth must be a table such as { " +
			"value = 3, from = 1, to = 8 }, not 3",
		"depth = { value = 3, from = 1 }": "parameter depth has no to",
		"depth = { value = 9, from = 1, to = 8 }": "parameter depth is 9, which is not in its range " +
			"from 1 to 8",
		"depth = { value = 3, from = 8, to = 1 }":     "from must be smaller",
		"depth = { value = 3, form = 1, to = 8 }":     `unknown key "form" of parameter depth; did you mean "from"?`,
		"depth = { value = \"3\", from = 1, to = 8 }": `value of parameter depth must be a number, not "3"`,
		"depth = { value = nan, from = 1, to = 8 }":   "value of parameter depth is NaN",
		"depth = { value = 3, from = 1, to = inf }":   "to of parameter depth is +Inf",
		"Depth = { value = 3, from = 1, to = 8 }":     `parameter "Depth": a name is a small letter`,
		"\"a=b\" = { value = 3, from = 1, to = 8 }":   `parameter "a=b": a name is`,
		"aB = { value = 3, from = 1, to = 8 }\nab = { value = 3, from = 1, to = 8 }": "parameters aB and ab have one environment " +
			"variable, BOT_AB",
	} {
		_, err := ReadParameters(written(t, "[parameters]\n"+text+"\n"))
		why, own := Reason(err)
		if !own || !strings.Contains(why, want) || !strings.Contains(why, manifestName+":") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestOnlyValuesAreChanged: comments, order and all else of a bot.toml stay as they are.
func TestOnlyValuesAreChanged(t *testing.T) {
	text := "# mine\nname = 'value = 3'\n[parameters]\nweight = {from = 0.0, value=1.5 , to = 5.0} # value\n[parameters.depth] # " +
		"three\nvalue = 3 # plies\nfrom = 1\nto = 8\n"
	got, err := ChangeParameters([]byte(text), map[string]float64{"weight": 2, "depth": 4.6})
	want := strings.Replace(strings.Replace(text, "value=1.5 ", "value=2.0 ", 1), "value = 3 # plies", "value = 5 # plies", 1)
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	if _, err := ChangeParameters([]byte(text), map[string]float64{"speed": 1}); err == nil {
		t.Error("a parameter that is not there is changed")
	}
	if again, err := ReadParameters(written(t, string(got))); err != nil || again[1].Whole || again[1].Value != 2 || again[0].Value != 5 {
		t.Errorf("what is read again: %v, %v", again, err)
	}
}

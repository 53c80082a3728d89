package clients

import (
	"fmt"
	"slices"
	"strings"

	"agon/game"
	"agon/internal/pattern"
)

// ForKind returns all files of a starter of a kind, by name. In those that have a line VIEW in a comment, a type or a class of what the bot
// is sent stands in its place.
func ForKind(k *game.Kind, language string) (map[string]string, error) {
	all, err := Starter(k.Files, language)
	if err != nil {
		return nil, err
	}
	for name, text := range all {
		if !marked().MatchString(text) {
			continue
		}
		declared, err := declare(k, language)
		if err != nil {
			return nil, err
		}
		all[name] = marked().ReplaceAllLiteralString(text, declared)
	}
	return all, nil
}

// marked is the line of a starter in whose place a view is declared.
var marked = pattern.Of(`(?m)^ *(//|#) VIEW\n`)

// A view declares what a bot is sent in a language: its beginning, a field of each type of game.Frame, and its end. In a field NAME stands
// for its name, and METHOD for what the language takes for one.
type view struct {
	head                                string
	number, text, numbers, texts, grids string
	tail                                string
}

var views = map[string]view{
	"cpp": {
		"// What your seat sees.\nstruct View {\n    const agon::Value& all;\n\n",
		`    int METHOD() const { return all["NAME"]; }`, `    std::string METHOD() const { return all["NAME"].text; }`,
		`    std::vector<int> METHOD() const { return all["NAME"].ints(); }`,
		`    std::vector<std::string> METHOD() const { return all["NAME"].texts(); }`,
		`    std::vector<std::vector<int>> METHOD() const { return all["NAME"].rows(); } // [y][x]`, "};\n",
	},
	"go": {
		"// A View is what your seat sees.\ntype View struct{ *Game }\n\n",
		`func (v View) METHOD() int { return v.Ints["NAME"] }`, `func (v View) METHOD() string { return v.Texts["NAME"] }`,
		`func (v View) METHOD() []int { return v.Lists["NAME"] }`, `func (v View) METHOD() []string { return v.Words["NAME"] }`,
		`func (v View) METHOD() [][]int { return v.Grids["NAME"] } // [y][x]`, "",
	},
	"java": {
		"    /** What your seat sees. */\n    static class View {\n        final Agon.Game all;\n\n        View(Agon.Game all) {\n       " +
			"     this.all = all;\n        }\n\n",
		`        int METHOD() { return all.number("NAME"); }`, `        String METHOD() { return all.text("NAME"); }`,
		`        int[] METHOD() { return all.ints("NAME"); }`, `        String[] METHOD() { return all.texts("NAME"); }`,
		`        int[][] METHOD() { return all.rows("NAME"); } // [y][x]`, "    }\n",
	},
	"javascript": {
		"/**\n * What your seat sees.\n *\n * @typedef {object} View\n",
		` * @property {number} NAME`, ` * @property {string} NAME`, ` * @property {number[]} NAME`, ` * @property {string[]} NAME`,
		` * @property {number[][]} NAME [y][x]`, " */\n",
	},
	"perl": {
		"# What your seat sees.\npackage View;\n",
		`sub METHOD { $_[0]{"NAME"} } # a number`, `sub METHOD { $_[0]{"NAME"} } # a text`, `sub METHOD { @{ $_[0]{"NAME"} } } # numbers`,
		`sub METHOD { @{ $_[0]{"NAME"} } } # texts`,
		`sub METHOD { @{ $_[0]{"NAME"} } } # rows of numbers, [y][x]`, "package main;\n",
	},
	"php": {
		"/** What your seat sees. */\nclass View\n{\n    public function __construct(private array $all) {}\n",
		`    public function METHOD(): int { return $this->all['NAME']; }`,
		`    public function METHOD(): string { return $this->all['NAME']; }`,
		"    /** @return int[] */\n    public function METHOD(): array { return $this->all['NAME']; }",
		"    /** @return string[] */\n    public function METHOD(): array { return $this->all['NAME']; }",
		"    /** @return int[][] [y][x] */\n    public function METHOD(): array { return $this->all['NAME']; }", "}\n",
	},
	"python": {
		"# What your seat sees.\nView = TypedDict(\n    \"View\",\n    {\n",
		`        "NAME": int,`, `        "NAME": str,`, `        "NAME": List[int],`, `        "NAME": List[str],`,
		`        "NAME": List[List[int]],  # [y][x]`, "    },\n)\n",
	},
	"ruby": {
		"# What your seat sees.\nclass View\n  def initialize(all)\n    @all = all\n  end\n",
		"  # @return [Integer]\n  def METHOD; @all['NAME']; end", "  # @return [String]\n  def METHOD; @all['NAME']; end",
		"  # @return [Array<Integer>]\n  def METHOD; @all['NAME']; end",
		"  # @return [Array<String>]\n  def METHOD; @all['NAME']; end",
		"  # @return [Array<Array<Integer>>] [y][x]\n  def METHOD; @all['NAME']; end", "end\n",
	},
	"rust": {
		"/// What your seat sees.\nstruct View<'a>(&'a agon::Game);\n\n#[allow(dead_code)]\nimpl View<'_> {\n",
		"    fn METHOD(&self) -> i64 {\n        self.0.number(\"NAME\")\n    }",
		"    fn METHOD(&self) -> &str {\n        self.0.field(\"NAME\").text()\n    }",
		"    fn METHOD(&self) -> Vec<i64> {\n        self.0.field(\"NAME\").ints()\n    }",
		"    fn METHOD(&self) -> Vec<String> {\n        self.0.field(\"NAME\").texts()\n    }",
		"    /// [y][x]\n    fn METHOD(&self) -> Vec<Vec<i64>> {\n        self.0.field(\"NAME\").rows()\n    }", "}\n",
	},
	"typescript": {
		"/** What your seat sees. */\ninterface View {\n", `  NAME: number;`, `  NAME: string;`, `  NAME: number[];`, `  NAME: string[];`,
		`  NAME: number[][]; // [y][x]`, "}\n",
	},
}

// declare declares what seat 0 is sent in a game with the usual options.
func declare(k *game.Kind, language string) (string, error) {
	v, known := views[strings.TrimSuffix(language, "-agon")] // what a starter is called beside one of the contest's own in that language
	if !known {
		return "", fmt.Errorf("there is no declaration of a view in %s", language)
	}
	settings, err := k.Settings(nil)
	if err != nil {
		return "", err
	}
	t, err := k.Table(settings)
	if err == nil {
		err = t.Deal(1, max(k.UsualSeats, k.MinSeats))
	}
	if err != nil {
		return "", err
	}
	var f game.Frame
	t.View(&f, 0)
	if err := t.Failed(); err != nil {
		return "", err
	}
	text := v.head
	for _, name := range f.Names() {
		line := map[string]string{"number": v.number, "text": v.text, "numbers": v.numbers, "texts": v.texts, "grid": v.grids}[f.Type(name)]
		text += strings.NewReplacer("METHOD", method(language, name), "NAME", name).Replace(line) + "\n"
	}
	return text + v.tail, nil
}

// method returns a name for what returns a field: as Go writes names that others use, or else the field's, with _ where a language has the
// word for itself.
func method(language, name string) string {
	if language != "go" {
		if slices.Contains(words, name) {
			name += "_"
		}
		return name
	}
	var all string
	for _, word := range strings.Split(name, "_") {
		if word != "" {
			all += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return all
}

// words are what one of the languages has for itself.
var words = strings.Fields(`abstract all and as async await auto begin bool boolean box break byte case catch char class const continue crate def default defined delete do double dyn else elsif
	end ensure enum eq explicit export extends extern false final finally float fn for foreach friend ge goto gt hash if impl implements import in inline instanceof int interface is join keys
	last le length let lock long loop lt map match method mod module move mut my namespace native ne new next nil no none not null object operator or our package pop print private protected pub public
	push q qq qr qw redo ref register require rescue retry return reverse s self send short shift signed sizeof sort static str struct sub super switch synchronized template then this throw throws tr
	trait transient true try type typedef typename typeof undef union unless unsafe unsigned unshift until use using values virtual void volatile wait when where while with x y yield`)

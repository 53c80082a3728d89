package build

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// netFile returns a project file in the older format.
func netFile(kind, items string) string {
	return `<Project ToolsVersion="12.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup>` + kind +
		`</PropertyGroup><ItemGroup>` + items + `</ItemGroup></Project>`
}

// TestNetMain: the entry point of a .NET folder is found beside projects that make libraries, and never among tests.
func TestNetMain(t *testing.T) {
	const (
		library = "<OutputType>Library</OutputType>"
		exe     = "<OutputType>Exe</OutputType>"
		main    = "class P {\n  public static void Main(string[] a) { }\n}\n"
		sdk     = `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>`
	)
	for _, tt := range []struct {
		name    string
		files   map[string]string
		ending  string
		sources string // of the program
		uses    string // projects
		why     string // part of the refusal; FOLDER is the bot's
	}{
		{"a library with the entry point in it",
			map[string]string{"Bot.csproj": netFile(library, `<Compile Include="P.cs" /><Compile Include="Cell.cs" />`), "P.cs": main,
				"Cell.cs": ""}, ".csproj", "P.cs Cell.cs", "", ""},
		{"a project that says nothing", map[string]string{"Bot.csproj": sdk + "</ItemGroup></Project>",
			"P.cs": "static class P { static async System.Threading.Tasks.Task<int> Main() { } }"}, ".csproj", "P.cs", "", ""},
		{"an entry point beside a library",
			map[string]string{"Lib/Lib.csproj": netFile(library, `<Compile Include="Cell.cs" />`), "Lib/Cell.cs": "", "Program.cs": main,
				"Turn.cs": "", "obj/Debug/x.cs": ""}, ".csproj", "Turn.cs Program.cs", "Lib/Lib.csproj", ""},
		{"a program, its library and its tests", map[string]string{
			"Bot/Bot.csproj": netFile(exe, `<Compile Include="P.cs" />`), "Bot/P.cs": main,
			"Lib/Lib.csproj": netFile(library, `<Compile Include="Cell.cs" />`), "Lib/Cell.cs": "",
			"Check/Check.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup><ItemGroup><PackageReference Include="Microsoft.NET.Test.Sdk" Version="1" /></ItemGroup></Project>`, "Check/T.cs": main,
		}, ".csproj", "Bot/P.cs", "", ""},
		{"of two the one that is called so",
			map[string]string{"Lib.csproj": netFile(library, `<Compile Include="Program.cs" /><Compile Include="Trial.cs" />`),
				"Program.cs": main, "Trial.cs": main}, ".csproj", "Program.cs Trial.cs", "", ""},
		{"two of other names", map[string]string{"Lib.csproj": netFile(library, `<Compile Include="A.cs" /><Compile Include="B.cs" />`),
			"A.cs": main, "B.cs": main}, ".csproj", "", "",
			"its folder holds A.cs, B.cs, and its main file is unclear: write run = \"A.cs\" into a bot.toml, or name the file: agon " +
				"play tron FOLDER/A.cs"},
		{"none", map[string]string{"Lib.csproj": netFile(library, `<Compile Include="A.cs" />`), "A.cs": ""}, ".csproj", "", "",
			"Lib.csproj: it makes no program, and no other project in the bot's folder does (OutputType Exe), nor has one of its sources " +
				"an entry point (A.cs), or name the file: agon play tron FOLDER/A.cs"},
		{"two programs", map[string]string{"a/A.csproj": netFile(exe, `<Compile Include="A.cs" />`), "a/A.cs": main,
			"b/B.csproj": netFile(exe, `<Compile Include="B.cs" />`), "b/B.cs": main}, ".csproj", "", "",
			"a/A.csproj, b/B.csproj all make programs, so the bot is ambiguous: name its program in bot.json (RunFile), remove the " +
				"others, or name the file: agon play tron FOLDER/a/A.cs"},
		{"F#, with the entry point last",
			map[string]string{"Lib/Lib.fsproj": netFile(library, `<Compile Include="Cell.fs" />`), "Lib/Cell.fs": "",
				"Program.fs": "[<EntryPoint>]\nlet main a = 0\n", "Zone.fs": ""}, ".fsproj", "Zone.fs Program.fs", "Lib/Lib.fsproj", ""},
		{"VB.NET", map[string]string{"Lib.vbproj": netFile(library, `<Compile Include="M.vb" />`),
			"M.vb": "Module M\n  Sub Main()\n  End Sub\nEnd Module\n"}, ".vbproj", "M.vb", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, t.TempDir(), tt.files)
			files, err := walk(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			n, err := studio{&Source{Root: dir, Files: files, kind: "tron"}}.netProgram(tt.ending)
			if why := strings.ReplaceAll(tt.why, "FOLDER", dir); why != "" {
				if err == nil || err.Error() != why {
					t.Errorf("got  %v\nwant %s", err, why)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if n.library() || !slices.Equal(n.sources, strings.Fields(tt.sources)) || !slices.Equal(n.projects, strings.Fields(tt.uses)) {
				t.Errorf("a library: %v; of %v, with %v", n.library(), n.sources, n.projects)
			}
		})
	}
}

// TestNetMainBesideALibrary builds and runs an entry point beside the project of a library.
func TestNetMainBesideALibrary(t *testing.T) {
	needsMono(t)
	p, err := builder(t).make(t, write(t, t.TempDir(), map[string]string{
		"Lib/Lib.csproj": netFile("<OutputType>Library</OutputType>", `<Compile Include="Cell.cs" />`),
		"Lib/Cell.cs":    "public static class Cell { public const string Name = \"cell\"; }\n",
		"Program.cs":     "class P { static void Main() { System.Console.WriteLine(Cell.Name); } }\n",
	}), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, ""); got != "cell\n" {
		t.Errorf("it says %q", got)
	}
}

// TestRefusalNamesTheGame: a refusal lists the candidates and ends with the command that plays one of them.
func TestRefusalNamesTheGame(t *testing.T) {
	for _, files := range []map[string]string{
		{"a b.py": "", "snake.py": ""},
		{"bot.toml": "language = \"python\"\n", "deep/a b.py": "", "deep/snake.py": ""},
	} {
		dir := write(t, t.TempDir(), files)
		s, err := Finder{Kind: "tron"}.Find(dir)
		if err == nil {
			_, err = newPlan(s, &Tools{}, Use{})
		}
		if lacks := (*Missing)(nil); errors.As(err, &lacks) {
			t.Skip(err)
		}
		if err == nil || !strings.Contains(err.Error(), "a b.py, ") ||
			!strings.Contains(err.Error(), "snake.py, and its main file is unclear") ||
			!strings.Contains(err.Error(), "or name the file: agon play tron '"+dir) || !strings.HasSuffix(err.Error(), "a b.py'") {
			t.Errorf("%v", err)
		}
	}
}

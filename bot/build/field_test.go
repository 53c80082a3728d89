package build

import (
	"os"
	"path/filepath"
	"testing"
)

// The bots below are typical of the 2016 contest: a RunFile in a folder that only a build makes, projects that list their sources,
// libraries that are not in the folder.

const (
	fieldCSharp = "class P { static void Main(string[] a) { System.Console.WriteLine(a[0] + \" \" + " +
		"System.AppDomain.CurrentDomain.FriendlyName); } }\n"
	fieldJava = "public class Main { public static void main(String[] a) { System.out.println(a[0]); } }\n"
)

// TestRunFileInAFolderThatTheBuildMakes builds the RunFile of a bot.json in a folder that does not exist.
func TestRunFileInAFolderThatTheBuildMakes(t *testing.T) {
	b := builder(t)
	through := *b
	through.Launcher = forged()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	through.Command = []string{program, "build"}
	for _, tt := range []struct {
		name, program string
		files         map[string]string
		want          string
	}{
		{"C#", "bin/Debug/Sample.exe", map[string]string{
			"bot.json": `{"BotType":0,"ProjectLocation":"","RunFile":"bin\\Debug\\Sample.exe"}`, "Program.cs": fieldCSharp,
		}, "A Sample.exe\n"},
		{"Java", "target/sample-1.0.jar", map[string]string{
			"bot.json": `{"BotType":"Java","ProjectLocation":"","RunFile":"target\\sample-1.0.jar"}`, "src/main/java/Main.java": fieldJava,
		}, "A\n"},
		{"C++", "Sample/Debug/Sample.exe", map[string]string{
			"bot.json":        `{"BotType":"CPlusPlus","ProjectLocation":"Sample\\","RunFile":"Sample\\Debug\\Sample.exe"}`,
			"Sample/main.cpp": "#include <cstdio>\nint main(int n, char** v) { puts(v[1]); }\n",
		}, "A\n"},
	} {
		for place, builder := range map[string]*Builder{"here": b, "through the sandbox": &through} {
			t.Run(tt.name+" "+place, func(t *testing.T) {
				p, err := builder.make(t, write(t, t.TempDir(), tt.files), Use{PerMove: true})
				if err != nil {
					t.Fatal(err)
				}
				if !isFile(filepath.Join(p.Dir, filepath.FromSlash(tt.program))) {
					t.Errorf("the build has left no %s", tt.program)
				}
				if got := talk(t, p, "", "A"); got != tt.want {
					t.Errorf("it says %q, want %q", got, tt.want)
				}
			})
		}
	}
}

package build

import (
	"os/exec"
	"strings"
	"testing"

	"agon/internal/tier"
)

// gradleBot returns a Kotlin bot with a Gradle project and a library that is not in the folder.
func gradleBot() map[string]string {
	return map[string]string{
		"build.gradle": `plugins { id 'org.jetbrains.kotlin.jvm' version '1.3.72' }
// implementation 'org.nowhere:commented:1'
dependencies {
    compile 'org.jetbrains.kotlin:kotlin-stdlib'
    implementation 'org.tiny:tiny:1.2'
    testImplementation 'org.nowhere:trials:1'
}
application { mainClassName = 'fuse.MainKt' }
`,
		"src/main/kotlin/Main.kt": "package fuse\n\nfun main(args: Array<String>) { println(\"${tiny.Tiny.answer()} ${args.size}\") " +
			"}\n",
		"src/test/kotlin/MainTest.kt":  "package fuse\n\nimport org.nowhere.Trial\n",
		"src/main/resources/words.txt": "fuse\n",
	}
}

// TestKotlinLibraries compiles with the libraries that a build.gradle names, and names the missing one.
func TestKotlinLibraries(t *testing.T) {
	for _, tool := range []string{"kotlinc", "java"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("this machine has no " + tool)
		}
	}
	b := builder(t)
	t.Run("a library that was not found", func(t *testing.T) {
		s, err := Finder{}.Find(write(t, t.TempDir(), gradleBot()))
		if err != nil {
			t.Fatal(err)
		}
		const want = "build.gradle: it needs org.tiny:tiny:1.2, which is neither in the bot's folder nor in the contest's packages nor " +
			"installed: add tiny-1.2.jar to the contest's packages folder (--libraries DIR, or folder beneath [packages] in contest.toml)"
		_, err = newPlan(s, b.Tools, Use{})
		if why, ok := Reason(err); !ok || why != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	})
	t.Run("a library of the contest", func(t *testing.T) {
		tier.Long(t)
		b.Tools.Packages = t.TempDir()
		tinyJar(t, b.Tools.Packages)
		p, err := b.make(t, write(t, t.TempDir(), gradleBot()), Use{})
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, p, ""); got != "42 0\n" {
			t.Errorf("it says %q", got)
		}
	})
}

// TestVirtualMachineWarnings: messages of Java's virtual machine about itself are dropped from compiler errors.
func TestVirtualMachineWarnings(t *testing.T) {
	b := builder(t)
	files := map[string]string{
		"bot.toml": "build = \"sh build.sh\"\nrun = \"./prog\"\n",
		"build.sh": "echo 'OpenJDK 64-Bit Server VM warning: Options -Xverify:none and -noverify were deprecated in JDK 13.' >&2\necho " +
			"'Picked up JAVA_TOOL_OPTIONS: -Xmx1g' >&2\necho 'Main.kt:3:12: error: unresolved reference: nowhere' >&2\nexit 1\n",
	}
	_, err := b.make(t, write(t, t.TempDir(), files), Use{})
	why, ok := Reason(err)
	if lines := strings.Split(why, "\n"); !ok || len(lines) != 2 || lines[1] != "Main.kt:3:12: error: unresolved reference: nowhere" {
		t.Errorf("got %v", err)
	}
}

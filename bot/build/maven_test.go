package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/tier"
)

// tinyJar makes tiny-1.2.jar, a library with one class, in a folder of packages.
func tinyJar(t *testing.T, dir string) {
	t.Helper()
	for _, tool := range []string{"javac", "jar"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("this machine has no " + tool + ": " + javaFix)
		}
	}
	for version, answer := range map[string]string{"1.2": "42", "1.10": "43"} {
		from := write(t, t.TempDir(), map[string]string{"Tiny.java": "package tiny;\npublic class Tiny { public static int answer() { " +
			"return " + answer + "; } }\n"})
		for _, words := range [][]string{{"javac", "-d", "classes", "Tiny.java"},
			{"jar", "cf", filepath.Join(dir, "tiny-"+version+".jar"), "-C", "classes", "."}} {
			c := exec.Command(words[0], words[1:]...)
			c.Dir = from
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
	}
}

// mavenBot returns a bot with a Maven project: tests beside the sources, a resource, a library that is not in the folder, and a second main
// method.
func mavenBot(version string) map[string]string {
	return map[string]string{
		"bot.json": `{"BotType":"Java","ProjectLocation":"","RunFile":"target\\tron-1.0-jar-with-dependencies.jar"}`,
		"pom.xml": `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <groupId>org.example</groupId><artifactId>tron</artifactId><version>1.0</version>
  <properties><tiny.version>` + version + `</tiny.version></properties>
  <build><plugins><plugin><artifactId>maven-assembly-plugin</artifactId><configuration><archive><manifest>
    <mainClass>org.example.Second</mainClass>
  </manifest></archive></configuration></plugin></plugins></build>
  <dependencies>
    <dependency><groupId>org.tiny</groupId><artifactId>tiny</artifactId><version>${tiny.version}</version></dependency>
    <dependency><groupId>org.nowhere</groupId><artifactId>testing</artifactId><version>4</version><scope>test</scope></dependency>
  </dependencies>
</project>
`,
		"src/main/java/org/example/First.java": "package org.example;\nimport " +
			"javax.annotation.Generated;\n@Generated(\"org.jsonschema2pojo\") class First { public static void main(String[] a) { " +
			"System.out.println(\"first\"); } }\n",
		"src/main/java/org/example/Second.java": "package org.example;\nimport tiny.Tiny;\nclass Second { public static void " +
			"main(String[] a) throws Exception { System.out.println(Tiny.answer() + \" \" + (char) " +
			"Second.class.getResourceAsStream(\"/mark.txt\").read() + \" \" + a[0]); } }\n",
		"src/main/resources/mark.txt": "m",
		"src/test/java/org/example/Broken.java": "package org.example;\nimport org.nowhere.Testing;\nclass Broken { this is not compiled " +
			"}\n",
	}
}

// TestMaven builds what a pom.xml names, with a library from the contest's packages in the pom's version.
func TestMaven(t *testing.T) {
	tier.Long(t)
	b := builder(t)
	packages := t.TempDir()
	tinyJar(t, packages)
	b.Tools.Packages = packages
	for _, tt := range []struct{ name, version, want string }{
		{"the version that is asked for", "1.2", "42 m A\n"},
		{"the newest where another is asked for", "0.9", "43 m A\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := b.make(t, write(t, t.TempDir(), mavenBot(tt.version)), Use{PerMove: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, "", "A"); got != tt.want {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
		})
	}
	t.Run("a folder that nothing but the pom describes", func(t *testing.T) {
		files := mavenBot("1.2")
		delete(files, "bot.json")
		p, err := b.make(t, write(t, t.TempDir(), files), Use{})
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, p, "", "A"); got != "42 m A\n" {
			t.Errorf("it says %q", got)
		}
	})
	t.Run("a library that was not found", func(t *testing.T) {
		b := *b
		b.Tools = &Tools{}
		_, err := b.make(t, write(t, t.TempDir(), mavenBot("1.2")), Use{})
		want := "pom.xml: it needs org.tiny:tiny:1.2, which is neither in the bot's folder nor in the contest's packages nor installed: " +
			"add tiny-1.2.jar to the contest's packages folder (--libraries DIR, or folder beneath [packages] in contest.toml)"
		if why, ok := Reason(err); !ok || why != want {
			t.Errorf("got %v, want %q", err, want)
		}
	})
}

// TestMavenDebian finds libraries among Debian's, with their dependencies.
func TestMavenDebian(t *testing.T) {
	if _, err := os.Stat("/usr/share/maven-repo/com/fasterxml/jackson/core/jackson-databind"); err != nil {
		t.Skip("apt-get install libjackson2-databind-java")
	}
	b := builder(t)
	p, err := b.make(t, write(t, t.TempDir(), map[string]string{
		"pom.xml": `<project><artifactId>x</artifactId><dependencies><dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.4.4</version></dependency></dependencies></project>`,
		"src/main/java/Main.java": "import com.fasterxml.jackson.databind.ObjectMapper;\npublic class Main { public static void " +
			"main(String[] a) throws Exception { System.out.println(new ObjectMapper().readTree(\"[41, 42]\").get(1)); } }\n",
	}), Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, ""); got != "42\n" {
		t.Errorf("it says %q", got)
	}
}

// TestMavenScala builds Scala bots as the organisers had them: a bot.json that says Java, and Scala sources.
func TestMavenScala(t *testing.T) {
	tier.Long(t)
	files := map[string]string{
		"bot.json":                  `{"BotType":"Java","ProjectLocation":"","RunFile":"target\\sample-1.0-jar-with-dependencies.jar"}`,
		"pom.xml":                   `<project><artifactId>sample</artifactId><build><sourceDirectory>src/main/scala</sourceDirectory></build></project>`,
		"src/main/scala/Main.scala": "object Main { def main(args: Array[String]) { println(args.toList.map(_ + \"!\").mkString) } }\n",
	}
	dir := write(t, t.TempDir(), files)
	b := builder(t)
	if _, err := exec.LookPath("scalac"); err != nil {
		s, err := Finder{}.Find(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = newPlan(s, b.Tools, Use{})
		if why, ok := Reason(err); !ok || !strings.Contains(why, "Scala needs scalac, which is not installed: apt-get install scala") {
			t.Errorf("got %v", err)
		}
		t.Skip(err)
	}
	p, err := b.make(t, dir, Use{PerMove: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, "", "A"); got != "A!\n" {
		t.Errorf("it says %q", got)
	}
}

func TestJarManifest(t *testing.T) {
	c := javaBuild{main: "a.Main", jars: []string{"./lib/a b.jar", "agon-packages/" + strings.Repeat("x", 80) + ".jar",
		"/usr/share/java/gson.jar"}}
	got := jarManifest(&c, "target")
	for _, line := range strings.Split(got, "\n") {
		if len(line) > 71 {
			t.Errorf("a line has %d bytes: %q", len(line), line)
		}
	}
	if joined := strings.ReplaceAll(got, "\n ", ""); joined != "Main-Class: a.Main\nClass-Path: ../lib/a%20b.jar ../agon-packages/"+
		strings.Repeat("x", 80)+".jar /usr/share/java/gson.jar\n" {
		t.Errorf("got %q", joined)
	}
}

package build

import (
	"os/exec"
	"strings"
	"testing"

	"agon/internal/tier"
)

// pluginBot returns a bot whose pom needs more than a compiler: a source folder added by a plugin, a resource into which the version is
// filled, and a library in a version that is not installed. Its test dependencies exist nowhere.
func pluginBot() map[string]string {
	return map[string]string{
		"bot.json": `{"BotType":"Java","ProjectLocation":"","RunFile":"target\\fuse-1.7.jar"}`,
		"pom.xml": `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId><artifactId>fuse</artifactId><version>1.7</version>
  <properties><maven.compiler.source>8</maven.compiler.source><maven.compiler.target>8</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies>
    <dependency><groupId>org.tiny</groupId><artifactId>tiny</artifactId><version>0.9</version></dependency>
    <dependency><groupId>org.nowhere</groupId><artifactId>trials</artifactId><version>1</version><scope>test</scope></dependency>
  </dependencies>
  <build>
    <resources><resource><directory>src/main/resources</directory><filtering>true</filtering></resource></resources>
    <plugins>
      <plugin><groupId>org.codehaus.mojo</groupId><artifactId>build-helper-maven-plugin</artifactId><version>0.1</version>
        <executions><execution><phase>generate-sources</phase><goals><goal>add-source</goal></goals>
          <configuration><sources><source>made</source></sources></configuration></execution></executions></plugin>
      <plugin><artifactId>maven-assembly-plugin</artifactId><version>99</version>
        <configuration><archive><manifest><mainClass>Main</mainClass></manifest></archive></configuration></plugin>
      <plugin><groupId>org.nowhere</groupId><artifactId>publisher</artifactId><version>1</version>
        <executions><execution><phase>deploy</phase><goals><goal>publish</goal></goals></execution></executions></plugin>
    </plugins>
  </build>
</project>
`,
		"src/main/java/Main.java": `import java.io.*;
public class Main { public static void main(String[] a) throws Exception {
	String v = new BufferedReader(new InputStreamReader(Main.class.getResourceAsStream("/version.txt"))).readLine();
	System.out.println(Made.WORD + " " + tiny.Tiny.answer() + " " + v + " " + a[0]);
} }
`,
		"made/Made.java":                 "class Made { static final String WORD = \"made\"; }\n",
		"src/main/resources/version.txt": "${project.version}\n",
	}
}

// TestMavenRuns: Maven makes the classes if a pom needs it, without a network.
func TestMavenRuns(t *testing.T) {
	tier.Long(t)
	b := builder(t)
	packages := t.TempDir()
	tinyJar(t, packages)
	b.Tools.Packages = packages
	if _, err := exec.LookPath("mvn"); err != nil {
		s, err := Finder{}.Find(write(t, t.TempDir(), pluginBot()))
		if err != nil {
			t.Fatal(err)
		}
		_, err = newPlan(s, b.Tools, Use{})
		if why, ok := Reason(err); !ok || !strings.Contains(why, "which is not installed: "+mavenFix) {
			t.Errorf("got %v", err)
		}
		t.Skip(err)
	}
	if installedVersion(artifact{group: "org.codehaus.mojo", name: "build-helper-maven-plugin"}) == "" {
		_, err := b.make(t, write(t, t.TempDir(), pluginBot()), Use{PerMove: true})
		if why, ok := Reason(err); !ok ||
			!strings.Contains(why, "build-helper-maven-plugin:0.1, which is not installed: apt-get install "+
				"libbuild-helper-maven-plugin-java") {
			t.Errorf("got %v", err)
		}
		t.Skip(err)
	}
	p, err := b.make(t, write(t, t.TempDir(), pluginBot()), Use{PerMove: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, "", "A"); got != "made 43 1.7 A\n" {
		t.Errorf("it says %q", got)
	}
}

// TestWantsMaven: Maven does not run if a compiler is enough.
func TestWantsMaven(t *testing.T) {
	plugin := func(name, inside string) string {
		return "<project><build><plugins><plugin><artifactId>" + name + "</artifactId>" + inside + "</plugin></plugins></build></project>"
	}
	bound := func(phase string) string {
		return "<executions><execution><phase>" + phase + "</phase><goals><goal>x</goal></goals></execution></executions>"
	}
	for _, tt := range []struct{ name, pom, want string }{
		{"nothing but libraries", "<project/>", ""},
		{"packing", plugin("maven-shade-plugin", bound("package")), ""},
		{"a generator of sources", plugin("antlr4-maven-plugin",
			"<executions><execution><goals><goal>antlr4</goal></goals></execution></executions>"), "antlr4-maven-plugin"},
		{"a plugin that is started by hand", plugin("exec-maven-plugin", "<configuration/>"), ""},
		{"a plugin that takes part after the tests", plugin("launch4j-maven-plugin", bound("package")), ""},
		{"options of the compiler", plugin("maven-compiler-plugin",
			"<configuration><compilerArgs><arg>-parameters</arg></compilerArgs></configuration>"),
			"maven-compiler-plugin with compilerArgs"},
		{"the compiler's version of Java", plugin("maven-compiler-plugin", "<configuration><source>1.8</source></configuration>"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &Source{Root: write(t, t.TempDir(), map[string]string{pomName: tt.pom})}
			pom, err := s.readXML(pomName)
			if err != nil {
				t.Fatal(err)
			}
			if got := wantsMaven(pom); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

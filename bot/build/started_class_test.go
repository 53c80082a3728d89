package build

import "testing"

// TestStartedClass: of several classes with a main method, the one that contests start is run, because authors keep experiments beside
// their bots.
func TestStartedClass(t *testing.T) {
	trial := "package com.x;\npublic class BoardTrial { public static void main(String[] a) { System.out.println(\"trial\"); } }\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
	}{
		{"CodinGame's Player, in a Maven project", map[string]string{
			"pom.xml":                             "<project><groupId>x</groupId><artifactId>x</artifactId><version>1</version></project>",
			"src/main/java/com/x/BoardTrial.java": trial,
			"src/main/java/com/x/deep/Another.java": "package com.x.deep;\nclass Another { public static void main(String[] a) { " +
				"System.out.println(\"another\"); } }\n",
			"src/main/java/com/x/Player.java": "package com.x;\npublic class Player { public static void main(String[] a) { " +
				"System.out.println(\"bot\"); } }\n",
		}},
		{"Main, where nobody is called Player", map[string]string{
			"src/com/x/BoardTrial.java": trial,
			"src/com/x/Main.java": "package com.x;\npublic class Main { public static void main(String[] a) { " +
				"System.out.println(\"bot\"); } }\n",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := builder(t).make(t, write(t, t.TempDir(), tt.files), Use{})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, ""); got != "bot\n" {
				t.Errorf("it says %q", got)
			}
		})
	}
}

package rps

import "testing"

// TestImageName: results.json has the name of an image, never its path.
func TestImageName(t *testing.T) {
	for ref, want := range map[string]string{
		"docker://registry.example/team/bot:1":  "docker://registry.example/team/bot:1",
		"docker-daemon:rock:latest":             "docker-daemon:rock:latest",
		"image:/home/ann/bots/rock.tar.gz":      "rock",
		"image:/home/ann/all.tar:team/paper:v2": "team/paper:v2",
		"docker-archive:/tmp/rock.tar.zst":      "rock",
		"oci:/srv/layout":                       "layout",
		"/home/ann/bots/rock.py":                "rock.py",
		`C:\bots\rock.py`:                       "rock.py",
		"builtin:rock":                          "builtin:rock",
		"builtin:fixed?hand=a/b":                "builtin:fixed?hand=a/b",
	} {
		if got := imageName(ref); got != want {
			t.Errorf("%s: %q, not %q", ref, got, want)
		}
	}
}

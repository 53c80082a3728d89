package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// commandLine fails the test if agon would refuse the words of a command line, but for files that are not here.
func commandLine(t *testing.T, where string, words []string) {
	t.Helper()
	root := newRoot(&world{in: os.Stdin, out: io.Discard, err: io.Discard})
	cmd, rest, err := root.Find(words)
	if err != nil || cmd == root {
		t.Errorf("%s: agon %s: no such command (%v)", where, strings.Join(words, " "), err)
		return
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Errorf("%s: agon %s: %v", where, strings.Join(words, " "), err)
		return
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Errorf("%s: agon %s: %v", where, strings.Join(words, " "), err)
	}
}

// TestUnits: systemd's units have the lines that they need and commands that agon has.
func TestUnits(t *testing.T) {
	units, err := filepath.Glob("../../deploy/*.service")
	if err != nil || len(units) != 2 {
		t.Fatalf("%v: %q", err, units)
	}
	for _, name := range units {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		section, seen := "", map[string]string{}
		for _, line := range strings.Split(string(text), "\n") {
			switch {
			case line == "" || strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "["):
				section = strings.Trim(line, "[]")
			default:
				key, value, ok := strings.Cut(line, "=")
				if !ok || section == "" {
					t.Errorf("%s: %q is no setting", name, line)
				}
				seen[section+"."+key] = value
			}
		}
		for _, key := range []string{"Unit.Description", "Service.ExecStart", "Service.Restart", "Service.TimeoutStopSec",
			"Install.WantedBy"} {
			if seen[key] == "" {
				t.Errorf("%s has no %s", name, key)
			}
		}
		words := strings.Fields(seen["Service.ExecStart"])
		if words[0] != "/usr/local/bin/agon" {
			t.Errorf("%s starts %s", name, words[0])
		}
		commandLine(t, name, words[1:])
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Logf("systemd's own check is left out: %v", err)
		return
	}
	// The check looks for the program, so copies name one that is there.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"verify", "--man=no", "--recursive-errors=no"}
	dir := t.TempDir()
	for _, name := range units {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		copied := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(copied, bytes.ReplaceAll(text, []byte("/usr/local/bin/agon"), []byte(self)), 0o644); err != nil {
			t.Fatal(err)
		}
		words = append(words, copied)
	}
	if output, err := exec.Command(analyze, words...).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, output)
	}
}

// strict decodes the documents of a YAML file, each into what next returns; fields that it does not have are errors.
func strict(t *testing.T, name string, next func() any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	for {
		if err := d.Decode(next()); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

func TestCompose(t *testing.T) {
	type service struct {
		Image           string
		CapAdd          []string `yaml:"cap_add"`
		SecurityOpt     []string `yaml:"security_opt"`
		StopGracePeriod string   `yaml:"stop_grace_period"`
		Command         []string
		Volumes         []string
		Environment     []string
		DependsOn       []string `yaml:"depends_on"`
		Restart         string
	}
	var file struct {
		Confined service `yaml:"x-confined"`
		Services map[string]service
	}
	first := true
	strict(t, "../../deploy/compose.yaml", func() any {
		if !first {
			return &struct{}{}
		}
		first = false
		return &file
	})
	if len(file.Services) != 3 {
		t.Fatalf("%d services", len(file.Services))
	}
	for name, s := range file.Services {
		if s.Image != "agon" || len(s.CapAdd) == 0 || s.Restart == "" {
			t.Errorf("service %s: %+v", name, s)
		}
		commandLine(t, "compose.yaml, "+name, s.Command)
		for _, other := range s.DependsOn {
			if _, ok := file.Services[other]; !ok {
				t.Errorf("service %s depends on %s, which is not there", name, other)
			}
		}
	}
}

// An object is what the manifest uses of Kubernetes' objects.
type object struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		Selector             any
		Ports                []map[string]any
		ServiceName          string `yaml:"serviceName"`
		Replicas             int
		VolumeClaimTemplates []struct {
			Metadata struct{ Name string }
			Spec     struct {
				AccessModes []string `yaml:"accessModes"`
				Resources   struct{ Requests map[string]string }
			}
		} `yaml:"volumeClaimTemplates"`
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     struct {
				TerminationGracePeriodSeconds int `yaml:"terminationGracePeriodSeconds"`
				Containers                    []struct {
					Name, Image string
					Args        []string
					Ports       []map[string]any
					Env         []struct {
						Name      string
						ValueFrom struct {
							SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
						} `yaml:"valueFrom"`
					}
					SecurityContext struct {
						Capabilities   struct{ Add []string }
						SeccompProfile struct{ Type string } `yaml:"seccompProfile"`
					} `yaml:"securityContext"`
					Resources    struct{ Requests map[string]string }
					VolumeMounts []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
				Volumes []struct {
					Name      string
					ConfigMap struct{ Name string } `yaml:"configMap"`
				}
			}
		}
	}
}

func TestKubernetes(t *testing.T) {
	var all []*object
	strict(t, "../../deploy/kubernetes.yaml", func() any {
		all = append(all, &object{})
		return all[len(all)-1]
	})
	all = all[:len(all)-1] // the last was not there
	if len(all) != 3 {
		t.Fatalf("%d objects", len(all))
	}
	for _, o := range all {
		if o.APIVersion == "" || o.Metadata.Name == "" {
			t.Errorf("an object without a version or a name: %+v", o)
		}
		volumes := map[string]bool{}
		for _, v := range o.Spec.Template.Spec.Volumes {
			volumes[v.Name] = true
		}
		for _, v := range o.Spec.VolumeClaimTemplates {
			volumes[v.Metadata.Name] = true
		}
		for _, c := range o.Spec.Template.Spec.Containers {
			commandLine(t, "kubernetes.yaml, "+o.Metadata.Name, c.Args)
			for _, m := range c.VolumeMounts {
				if !volumes[m.Name] {
					t.Errorf("%s mounts the volume %s, which is not there", o.Metadata.Name, m.Name)
				}
			}
		}
	}
}

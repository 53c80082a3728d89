package build

import (
	"path"
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// windowsHeaders are headers that Visual Studio programs include, with the parts that console programs need, and the one that C++ which
// does not compile alone is given: the headers that those of Visual Studio include by themselves. They are added to the bot's files.
var windowsHeaders = [...]string{"SDKDDKVer.h", "tchar.h", studioName}

const studioName = "agon-studio.h"

// headersFolder is the folder of those headers below the bot's.
const headersFolder = "agon-include"

// A nativeProject is what a .vcxproj says: its sources and its include folders.
type nativeProject struct {
	file     string
	sources  []string
	includes []string // folders
	defines  []string
}

// nativeProgram reads the project of the bot's program: the one with RunFile's name, or else the only one; nil if there is none.
func (s studio) nativeProgram() (*nativeProject, error) {
	files, err := s.projectFiles(".vcxproj")
	if err != nil || len(files) == 0 {
		return nil, err
	}
	file, name := files[0], strings.TrimSuffix(path.Base(s.Entry), path.Ext(s.Entry))
	if i := slices.IndexFunc(files, func(f string) bool { return strings.EqualFold(stem(f), name) }); i >= 0 && s.entelect != nil {
		file = files[i]
	} else if len(files) > 1 {
		return nil, s.ambiguous(files, path.Dir(file))
	}
	root, err := s.readXML(file)
	if err != nil {
		return nil, err
	}
	return s.vcxproj(root, file)
}

// vcxproj reads a .vcxproj in one of its configurations.
func (s studio) vcxproj(root *etree.Element, file string) (*nativeProject, error) {
	v := &netProject{file: file, dir: path.Dir(file), values: map[string]string{"Configuration": "Debug", "Platform": "Win32"}}
	v.values["ProjectDir"], v.values["SolutionDir"] = "./", path.Dir(v.dir)+"/"
	if strings.Contains(strings.ToLower(s.Entry), "release/") {
		v.values["Configuration"] = "Release"
	}
	if strings.Contains(strings.ToLower(s.Entry), "x64/") {
		v.values["Platform"] = "x64"
	}
	p := &nativeProject{file: file, includes: []string{v.dir}}
	for _, e := range below(root, "ClCompile") {
		if include := attrOf(e, "Include"); include != "" {
			if !v.excluded(e) {
				p.sources = append(p.sources, v.files(s.Source, v.expand(include), "")...)
			}
			continue
		}
		p.defines = append(p.defines, textOf(e, "PreprocessorDefinitions"))
		for _, dir := range strings.Split(textOf(e, "AdditionalIncludeDirectories"), ";") {
			if dir = v.expand(dir); dir != "" && !strings.Contains(dir, "%(") {
				p.includes = append(p.includes, path.Join(v.dir, slashed(dir)))
			}
		}
	}
	if err := s.listed(file, p.sources); err != nil {
		return nil, err
	}
	if len(p.sources) == 0 {
		return nil, flaw(file, "it lists no sources")
	}
	return p, nil
}

// excluded reports whether a file is excluded from the configuration.
func (n *netProject) excluded(item *etree.Element) bool {
	return slices.ContainsFunc(item.SelectElements("ExcludedFromBuild"), func(e *etree.Element) bool {
		return strings.EqualFold(strings.TrimSpace(e.Text()), "true") && n.holds(attrOf(e, "Condition"))
	})
}

// ownDefines returns the macros that a project defines, except those that say it runs on Windows.
func (p *nativeProject) ownDefines() (options []string) {
	for _, list := range p.defines {
		for _, d := range strings.Split(list, ";") {
			name, _, _ := strings.Cut(strings.TrimSpace(d), "=")
			usual := strings.HasPrefix(name, "%(") || strings.HasPrefix(name, "$(") || strings.HasPrefix(name, "_") ||
				strings.HasPrefix(name, "WIN") || name == "NDEBUG" || name == ""
			if o := "-D" + strings.TrimSpace(d); !usual && !slices.Contains(options, o) {
				options = append(options, o)
			}
		}
	}
	return options
}

// windows returns options that let a compiler of this system accept Visual Studio sources, and adds the headers that it lacks; include are
// the options for those that Visual Studio's own headers bring along.
func (b *nativeBuild) windows() (options, include []string) {
	folder := b.free(headersFolder)
	for _, name := range windowsHeaders {
		b.extra[path.Join(folder, name)] = added(name)
	}
	b.job.Omit = append(b.job.Omit, folder)
	return []string{"-fpermissive", "-w", "-idirafter", folder}, []string{"-include", "./" + path.Join(folder, studioName)}
}

package build

import (
	"path"
	"slices"
	"strings"
)

// windowsHeaders are headers that Visual Studio programs include, with the parts that console programs need. They are added to the bot's
// files.
var windowsHeaders = map[string]string{
	"SDKDDKVer.h": "#pragma once\n// Which Windows a program is for: none.\n",
	"tchar.h": `#pragma once
// Characters are bytes here, as in a project whose CharacterSet is MultiByte.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char TCHAR;
typedef char _TCHAR;
typedef int _TINT;

#define _tmain main
#define _T(text) text
#define _TEXT(text) text
#define TEXT(text) text

#define _tprintf printf
#define _ftprintf fprintf
#define _stprintf sprintf
#define _tscanf scanf
#define _tfopen fopen
#define _fgetts fgets
#define _fputts fputs
#define _tcscmp strcmp
#define _tcscpy strcpy
#define _tcscat strcat
#define _tcslen strlen
#define _tcschr strchr
#define _tcsstr strstr
#define _tstoi atoi
#define _tstof atof
#define _ttoi atoi
`,
}

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
func (s *Source) nativeProgram() (*nativeProject, error) {
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
func (s *Source) vcxproj(root *node, file string) (*nativeProject, error) {
	v := &netProject{file: file, dir: path.Dir(file), values: map[string]string{"Configuration": "Debug", "Platform": "Win32"}}
	v.values["ProjectDir"], v.values["SolutionDir"] = "./", path.Dir(v.dir)+"/"
	if strings.Contains(strings.ToLower(s.Entry), "release/") {
		v.values["Configuration"] = "Release"
	}
	if strings.Contains(strings.ToLower(s.Entry), "x64/") {
		v.values["Platform"] = "x64"
	}
	p := &nativeProject{file: file, includes: []string{v.dir}}
	for _, e := range root.below("ClCompile") {
		if include := e.attr("Include"); include != "" {
			if !v.excluded(e) {
				p.sources = append(p.sources, v.files(s, v.expand(include), "")...)
			}
			continue
		}
		p.defines = append(p.defines, e.text("PreprocessorDefinitions"))
		for _, dir := range strings.Split(e.text("AdditionalIncludeDirectories"), ";") {
			if dir = v.expand(dir); dir != "" && !strings.Contains(dir, "%(") {
				p.includes = append(p.includes, path.Join(v.dir, slashed(dir)))
			}
		}
	}
	for i, name := range p.sources {
		real, ok := s.anyCase(name)
		if !ok {
			return nil, flaw(file, "it lists %s, which is not in the bot's folder", name)
		}
		p.sources[i] = real
	}
	if len(p.sources) == 0 {
		return nil, flaw(file, "it lists no sources")
	}
	return p, nil
}

// excluded reports whether a file is excluded from the configuration.
func (n *netProject) excluded(item *node) bool {
	for _, e := range item.children("ExcludedFromBuild") {
		if strings.EqualFold(e.text(), "true") && n.holds(e.attr("Condition")) {
			return true
		}
	}
	return false
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

// studioName is the header that C++ which does not compile alone is given: the headers that those of Visual Studio include by themselves.
const studioName = "agon-studio.h"

// studioHeader returns the text of that header; the file that is compiled beside a bot's is C.
func studioHeader() string {
	var b strings.Builder
	b.WriteString("#pragma once\n#ifdef __cplusplus\n")
	for _, name := range strings.Fields(`algorithm array cassert cctype cfloat chrono climits cmath cstdint cstdio cstdlib cstring ctime deque exception fstream
		functional iomanip iostream iterator limits list map memory numeric queue random set sstream stack stdexcept string tuple unordered_map unordered_set
		utility vector`) {
		b.WriteString("#include <" + name + ">\n")
	}
	b.WriteString("#endif\n")
	return b.String()
}

// windows returns options that let a compiler of this system accept Visual Studio sources, and adds the headers that it lacks; include are
// the options for those that Visual Studio's own headers bring along.
func (p *plan) windows() (options, include []string) {
	folder := p.free(headersFolder)
	for name, text := range windowsHeaders {
		p.extra[path.Join(folder, name)] = text
	}
	p.extra[path.Join(folder, studioName)] = studioHeader()
	p.job.Omit = append(p.job.Omit, folder)
	return []string{"-fpermissive", "-w", "-idirafter", folder}, []string{"-include", "./" + path.Join(folder, studioName)}
}

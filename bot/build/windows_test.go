package build

import (
	"strings"
	"testing"

	"agon/internal/tier"
)

// studioBot returns a Visual Studio C++ bot: a main with wide characters, Windows headers, a file that is not listed, one that is listed
// for another configuration, and headers whose names differ in case.
func studioBot() map[string]string {
	return map[string]string{
		"bot.json": `{"BotType":"CPlusPlus","ProjectLocation":"Fuse\\","RunFile":"Fuse\\Debug\\Fuse.exe"}`,
		"Fuse/Fuse.vcxproj": `<?xml version="1.0" encoding="utf-8"?>
<Project DefaultTargets="Build" ToolsVersion="12.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <ItemDefinitionGroup Condition="'$(Configuration)|$(Platform)'=='Debug|Win32'">
    <ClCompile><PrecompiledHeader>Use</PrecompiledHeader><PreprocessorDefinitions>WIN32;_DEBUG;_CONSOLE;ANSWER=42;%(PreprocessorDefinitions)</PreprocessorDefinitions></ClCompile>
  </ItemDefinitionGroup>
  <ItemGroup><ClInclude Include="stdafx.h" /><ClInclude Include="targetver.h" /></ItemGroup>
  <ItemGroup>
    <ClCompile Include="src\Fuse.cpp" />
    <ClCompile Include="stdafx.cpp"><PrecompiledHeader>Create</PrecompiledHeader></ClCompile>
    <ClCompile Include="Trial.cpp"><ExcludedFromBuild Condition="'$(Configuration)|$(Platform)'=='Debug|Win32'">true</ExcludedFromBuild></ClCompile>
  </ItemGroup>
</Project>
`,
		"Fuse/src/Fuse.cpp": "#include \"StdAfx.h\"\n#include \"Names.h\"\nint _tmain(int argc, _TCHAR* argv[]) { std::cout << ANSWER << " +
			"name() << argv[1] << std::endl; return 0; }\n",
		"Fuse/src/names.h": "inline const char* name() { return _T(\" fuse \"); }\n",
		"Fuse/StdAfx.h":    "#pragma once\n#include \"targetver.h\"\n#include <stdio.h>\n#include <tchar.h>\n#include <iostream>\n",
		"Fuse/targetver.h": "#pragma once\n#include <SDKDDKVer.h>\n",
		"Fuse/stdafx.cpp":  "#include \"StdAfx.h\"\n",
		"Fuse/old.cpp":     "this is not compiled\n", "Fuse/Trial.cpp": "int main() { return 1; }\n",
	}
}

// TestVisualStudio builds the sources that a .vcxproj lists, replacing a RunFile for another system.
func TestVisualStudio(t *testing.T) {
	tier.Long(t)
	b := builder(t)
	for name, files := range map[string]map[string]string{"without a program": {},
		"with a program of Windows": {"Fuse/Debug/Fuse.exe": nativeProgram(t)}} {
		t.Run(name, func(t *testing.T) {
			for f, text := range studioBot() {
				files[f] = text
			}
			p, err := b.make(t, write(t, t.TempDir(), files), Use{PerMove: true})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(p.Path, "Fuse.exe") {
				t.Errorf("it runs %s", p.Path)
			}
			if got := talk(t, p, "", "A"); got != "42 fuse A\n" {
				t.Errorf("it says %q", got)
			}
		})
	}
	t.Run("a file that is not there", func(t *testing.T) {
		files := studioBot()
		delete(files, "Fuse/src/Fuse.cpp")
		_, err := b.make(t, write(t, t.TempDir(), files), Use{PerMove: true})
		if why, ok := Reason(err); !ok || why != "Fuse/Fuse.vcxproj: it lists Fuse/src/Fuse.cpp, which is not in the bot's folder" {
			t.Errorf("got %v", err)
		}
	})
}

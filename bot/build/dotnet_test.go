package build

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// needsMono skips the test if C# cannot be built.
func needsMono(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"mcs", "mono"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("this machine has no " + tool + ": " + monoFix)
		}
	}
}

// tinyPackage makes Tiny.Json.1.2.0.nupkg in a folder of packages: a library for two frameworks, and one that mono does not run.
func tinyPackage(t *testing.T, dir string) {
	t.Helper()
	needsMono(t)
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	for framework, answer := range map[string]string{"net20": "20", "net45": "42", "netcoreapp3.1": "31"} {
		from := write(t, t.TempDir(), map[string]string{"t.cs": "namespace Tiny { public static class Json { public static int Answer() " +
			"{ return " + answer + "; } } }\n"})
		c := exec.Command("mcs", "-target:library", "-out:Tiny.Json.dll", "t.cs")
		c.Dir = from
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		text, err := os.ReadFile(filepath.Join(from, "Tiny.Json.dll"))
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create("lib/" + framework + "/Tiny.Json.dll")
		if err != nil {
			t.Fatal(err)
		}
		w.Write(text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "Tiny.Json.1.2.0.nupkg"), archive.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// netBot returns a Visual Studio bot: a solution with a program, a library and tests, a package that is not in the folder, a file that no
// project lists, and names that differ in case.
func netBot() map[string]string {
	project := func(kind, assembly, items string) string {
		return `<?xml version="1.0" encoding="utf-8"?>
<Project ToolsVersion="12.0" DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <Import Project="$(MSBuildExtensionsPath)\Microsoft.Common.props" Condition="Exists('$(MSBuildExtensionsPath)\Microsoft.Common.props')" />
  <PropertyGroup>
    <Configuration Condition=" '$(Configuration)' == '' ">Release</Configuration>
    <Platform Condition=" '$(Platform)' == '' ">AnyCPU</Platform>
    <OutputType>` + kind + `</OutputType><AssemblyName>` + assembly + `</AssemblyName>
  </PropertyGroup>
  <PropertyGroup Condition=" '$(Configuration)|$(Platform)' == 'Debug|AnyCPU' ">
    <OutputPath>bin\Debug\</OutputPath><DefineConstants>DEBUG;TRACE</DefineConstants>
  </PropertyGroup>
  <PropertyGroup Condition=" '$(Configuration)|$(Platform)' == 'Release|AnyCPU' ">
    <OutputPath>bin\Release\</OutputPath><DefineConstants>RELEASE</DefineConstants>
  </PropertyGroup>
  <ItemGroup>` + items + `</ItemGroup>
  <Import Project="$(MSBuildToolsPath)\Microsoft.CSharp.targets" />
</Project>
`
	}
	return map[string]string{
		"bot.json": `{"BotType":0,"ProjectLocation":"","RunFile":"Game\\bin\\Debug\\Fuse.exe"}`,
		"Fuse.sln": "\ufeff\r\nMicrosoft Visual Studio Solution File, Format Version 12.00\r\n" +
			"Project(\"{FAE04EC0}\") = \"Game\", \"Game\\Fuse.csproj\", \"{1}\"\r\nEndProject\r\nProject(\"{FAE04EC0}\") = \"Brain\", " +
			"\"Brain\\Brain.csproj\", \"{2}\"\r\nEndProject\r\n" +
			"Project(\"{FAE04EC0}\") = \"Trial\", \"Trial\\Trial.csproj\", \"{3}\"\r\nEndProject\r\n",
		"Game/Fuse.csproj": project("Exe", "Fuse", `
    <Reference Include="System" /><Reference Include="System.Core" />
    <Reference Include="Tiny.Json, Version=1.2.0.0, Culture=neutral"><HintPath>..\packages\Tiny.Json.1.2.0\lib\net45\Tiny.Json.dll</HintPath></Reference>
    <Compile Include="program.cs" /><Compile Include="Moves\*.cs" />
    <None Include="App.config" /><None Include="weights.txt"><CopyToOutputDirectory>Always</CopyToOutputDirectory></None>
    <ProjectReference Include="..\Brain\Brain.csproj"><Name>Brain</Name></ProjectReference>`),
		"Game/packages.config": `<packages><package id="Tiny.Json" version="1.2.0" targetFramework="net45" /></packages>`,
		"Game/Program.cs": `using System;
class Program { static void Main(string[] a) {
	var here = AppDomain.CurrentDomain.BaseDirectory;
	#if DEBUG
	Console.WriteLine(Tiny.Json.Answer() + " " + Brain.Thought() + " " + Move.Name + " " + System.IO.File.ReadAllText(here + "/weights.txt") + " " + a[0]);
	#endif
} }
`,
		"Game/Moves/Move.cs": "static class Move { public const string Name = \"up\"; }\n",
		"Game/Old.cs":        "this is not compiled\n", "Game/App.config": "<configuration />\n", "Game/weights.txt": "w",
		"Brain/Brain.csproj": project("Library", "Brain", `<Compile Include="Brain.cs" />`),
		"Brain/Brain.cs":     "public static class Brain { public static string Thought() { return \"thought\"; } }\n",
		"Trial/Trial.csproj": project("Library", "Trial", `<Compile Include="Missing.cs" />`),
	}
}

// TestNetProjects builds the projects of a solution with a package from the contest's packages.
func TestNetProjects(t *testing.T) {
	b := builder(t)
	packages := t.TempDir()
	tinyPackage(t, packages)
	b.Tools.Packages = packages
	modern := map[string]string{
		"Bot.csproj":     `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup><ItemGroup><PackageReference Include="Tiny.Json" Version="1.2.0" /></ItemGroup></Project>`,
		"Main.cs":        "class P { static void Main(string[] a) { System.Console.WriteLine(Tiny.Json.Answer() + Rest.Of(a)); } }\n",
		"deep/R.cs":      "static class Rest { public static string Of(string[] a) { return a[0]; } }\n",
		"obj/Debug/x.cs": "this is not compiled\n",
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a solution", netBot(), "42 thought up w A\n"},
		{"a project that compiles what lies beside it", modern, "42A\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := b.make(t, write(t, t.TempDir(), tt.files), Use{PerMove: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, "", "A"); got != tt.want {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
		})
	}
	t.Run("a release", func(t *testing.T) {
		files := netBot()
		files["bot.json"] = strings.Replace(files["bot.json"], "Debug", "Release", 1)
		p, err := b.make(t, write(t, t.TempDir(), files), Use{PerMove: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, p, "", "A"); got != "" {
			t.Errorf("it says %q, and what it says stands beneath #if DEBUG", got)
		}
	})
}

// TestNetProjectsLack: errors name what is missing.
func TestNetProjectsLack(t *testing.T) {
	needsMono(t)
	without := func(name string) map[string]string {
		files := netBot()
		delete(files, name)
		return files
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a package", netBot(), "Game/Fuse.csproj: it needs Tiny.Json 1.2.0, which is neither in the bot's folder nor in the contest's " +
			"packages nor installed: put Tiny.Json.1.2.0.nupkg or Tiny.Json.dll into the folder of the contest's packages (--libraries " +
			"DIR, or folder beneath [packages] in contest.toml)"},
		{"a source", without("Game/Program.cs"), "Game/Fuse.csproj: it lists Game/program.cs, which is not in the bot's folder"},
		{"a project", without("Brain/Brain.csproj"),
			"Game/Fuse.csproj: it refers to the project Brain/Brain.csproj, which is not in the bot's folder"},
		{"a program of .NET", map[string]string{"bot.json": `{"BotType":0,"ProjectLocation":"","RunFile":"bin\\x.exe"}`,
			"bin/x.exe": nativeProgram(t)},
			"bot.json: RunFile bin/x.exe is a native Windows program (it has no .NET header), and BotType says C#; the folder has no C# " +
				"sources to build it from"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := builder(t).make(t, write(t, t.TempDir(), tt.files), Use{PerMove: true})
			if why, ok := Reason(err); !ok || why != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// nativeProgram returns a minimal 32-bit Windows program: its headers.
func nativeProgram(t *testing.T) string {
	t.Helper()
	b := make([]byte, 512)
	copy(b, "MZ")
	b[0x3c] = 0x40
	copy(b[0x40:], "PE\x00\x00\x4c\x01")
	b[0x40+4+16] = 224 // size of the optional header in bytes
	copy(b[0x58:], "\x0b\x01")
	b[0x58+92] = 16 // number of data directories
	return string(b)
}

func TestConditions(t *testing.T) {
	n := netProject{values: map[string]string{"Configuration": "Debug", "Platform": "AnyCPU"}}
	for condition, want := range map[string]bool{
		"": true, "'$(Configuration)|$(Platform)' == 'Debug|AnyCPU'": true, " '$(Configuration)' != 'Debug' ": false,
		"'$(Configuration)' == 'Release' Or '$(Platform)' == 'anycpu'": true,
		"'$(Configuration)' == 'Debug' And '$(Platform)' == 'x86'":     false, "Exists('x')": false,
	} {
		if got := n.holds(condition); got != want {
			t.Errorf("%s: %v", condition, got)
		}
	}
}

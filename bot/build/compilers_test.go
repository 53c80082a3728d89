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

// compilerPackage packs a folder with a .NET compiler as a NuGet package, into a folder of packages.
func compilerPackage(t *testing.T, from, to string) {
	t.Helper()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	files, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create("tools/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		w.Write(text)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, archive.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fsharpBot returns a Visual Studio project: files in the project's order, and F#'s own library from a package that is not in the folder.
func fsharpBot() map[string]string {
	return map[string]string{
		"bot.json": `{"BotType":"FSharp","ProjectLocation":"Fuse\\","RunFile":"Fuse\\bin\\Debug\\Fuse.exe"}`,
		"Fuse/Fuse.fsproj": `<Project ToolsVersion="12.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup><OutputType>Exe</OutputType><AssemblyName>Fuse</AssemblyName></PropertyGroup>
  <ItemGroup><Reference Include="mscorlib" /><Reference Include="System" /><Reference Include="System.Core" />
    <Reference Include="FSharp.Core, Version=4.3.1.0"><HintPath>..\packages\FSharp.Core.4.3.1\lib\FSharp.Core.dll</HintPath></Reference></ItemGroup>
  <ItemGroup><Compile Include="Zone.fs" /><Compile Include="Program.fs" /><None Include="App.config" /></ItemGroup>
</Project>
`,
		"Fuse/Zone.fs": "module Zone\n\nlet shout (words : string list) = words |> List.map (fun w -> w.ToUpper()) |> " +
			"String.concat \" \"\n",
		"Fuse/Program.fs": "open System.IO\n\n[<EntryPoint>]\nlet main args =\n    printfn \"%s\" (Zone.shout [ \"fuse\"; args.[0] " +
			"])\n    0\n",
		"Fuse/App.config":      "<configuration />\n",
		"Fuse/packages.config": `<packages><package id="FSharp.Core" version="4.3.1" targetFramework="net45" /></packages>`,
	}
}

// basicBot returns a VB.NET project with a namespace that all its sources import.
func basicBot() map[string]string {
	return map[string]string{
		"bot.toml": "language = \"vb.net\"\n",
		"Fuse.vbproj": `<Project ToolsVersion="12.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup><OutputType>Exe</OutputType><AssemblyName>Fuse</AssemblyName><RootNamespace>Fuse</RootNamespace></PropertyGroup>
  <ItemGroup><Reference Include="System" /></ItemGroup>
  <ItemGroup><Compile Include="Program.vb" /></ItemGroup>
  <ItemGroup><Import Include="System" /><Import Include="System.Collections.Generic" /></ItemGroup>
</Project>
`,
		"Program.vb": "Module Program\n    Sub Main(args As String())\n        Dim words As New List(Of String)\n        " +
			"words.Add(\"FUSE\")\n        words.Add(args(0))\n        Console.WriteLine(String.Join(\" \", words.ToArray()))\n    End " +
			"Sub\nEnd Module\n",
	}
}

// TestPackedCompilers builds F# and VB.NET with compilers from the contest's NuGet packages, which mono runs. AGON_COMPILERS names a folder
// with fsharp/fsc.exe and basic/vbc.exe, each beside its libraries.
func TestPackedCompilers(t *testing.T) {
	needsMono(t)
	for _, tt := range []struct {
		folder, compiler, installed, nupkg string
		files                              map[string]string
	}{
		{"fsharp", "fsc.exe", "fsharpc", "FSharp.Compiler.Tools.10.2.3.nupkg", fsharpBot()},
		{"basic", "vbc.exe", "vbnc", "Microsoft.Net.Compilers.3.4.0.nupkg", basicBot()},
	} {
		t.Run(tt.folder, func(t *testing.T) {
			b := builder(t)
			dir := write(t, t.TempDir(), tt.files)
			_, installed := exec.LookPath(tt.installed)
			if installed != nil {
				s, err := Finder{}.Find(dir)
				if err != nil {
					t.Fatal(err)
				}
				_, err = newPlan(s, b.Tools, Use{})
				if why, ok := Reason(err); !ok || !strings.Contains(why, strings.SplitN(tt.nupkg, ".1", 2)[0][:8]) ||
					!strings.Contains(why, "into the folder of the contest's packages") {
					t.Errorf("without a compiler: %v", err)
				}
				from := filepath.Join(os.Getenv("AGON_COMPILERS"), tt.folder)
				if !isFile(filepath.Join(from, tt.compiler)) {
					t.Skip("this machine has no " + tt.installed + ", and AGON_COMPILERS names no folder with " + tt.compiler)
				}
				b.Tools.Packages = t.TempDir()
				compilerPackage(t, from, filepath.Join(b.Tools.Packages, tt.nupkg))
			}
			p, err := b.make(t, dir, Use{PerMove: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := talk(t, p, "", "A"); got != "FUSE A\n" {
				t.Errorf("it says %q", got)
			}
			if _, err := os.Stat(filepath.Join(p.Dir, "agon-compiler")); err == nil {
				t.Error("the compiler is part of the result")
			}
		})
	}
}

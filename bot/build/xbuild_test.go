package build

import (
	"os/exec"
	"strings"
	"testing"
)

// targetBot returns a bot whose project needs more than a compiler: a target makes a source, and a .resx becomes a resource of the program.
// Its library is neither in the folder nor installed.
func targetBot() map[string]string {
	return map[string]string{
		"bot.json": `{"BotType":0,"ProjectLocation":"","RunFile":"Fuse\\bin\\Debug\\Fuse.exe"}`,
		"Fuse/Fuse.csproj": `<?xml version="1.0" encoding="utf-8"?>
<Project ToolsVersion="12.0" DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup>
    <Configuration Condition=" '$(Configuration)' == '' ">Release</Configuration>
    <OutputType>Exe</OutputType><AssemblyName>Fuse</AssemblyName><RootNamespace>Fuse</RootNamespace>
    <OutputPath>bin\$(Configuration)\</OutputPath><TargetFrameworkVersion>v4.5.1</TargetFrameworkVersion>
  </PropertyGroup>
  <ItemGroup>
    <Reference Include="System" />
    <Reference Include="Tiny.Json, Version=1.2.0.0, Culture=neutral"><HintPath>..\packages\Tiny.Json.1.2.0\lib\net45\Tiny.Json.dll</HintPath></Reference>
    <Compile Include="Program.cs" /><EmbeddedResource Include="Words.resx" /><None Include="packages.config" />
  </ItemGroup>
  <Import Project="$(MSBuildToolsPath)\Microsoft.CSharp.targets" />
  <Target Name="BeforeBuild">
    <Copy SourceFiles="Made.txt" DestinationFiles="Made.cs" />
    <ItemGroup><Compile Include="Made.cs" /></ItemGroup>
  </Target>
</Project>
`,
		"Fuse/packages.config": `<packages><package id="Tiny.Json" version="1.2.0" targetFramework="net45" /></packages>`,
		"Fuse/Made.txt":        "static class Made { public const string Word = \"made\"; }\n",
		"Fuse/Program.cs": `using System;
class Program { static void Main(string[] a) {
	var words = new System.Resources.ResourceManager("Fuse.Words", typeof(Program).Assembly);
	Console.WriteLine(Made.Word + " " + words.GetString("greeting") + " " + Tiny.Json.Answer() + " " + a[0]);
} }
`,
		"Fuse/Words.resx": `<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <resheader name="version"><value>2.0</value></resheader>
  <resheader name="reader"><value>System.Resources.ResXResourceReader, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</value></resheader>
  <resheader name="writer"><value>System.Resources.ResXResourceWriter, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089</value></resheader>
  <data name="greeting" xml:space="preserve"><value>hello</value></data>
</root>
`,
	}
}

// TestProjectTargets: xbuild or MSBuild builds projects with targets of their own.
func TestProjectTargets(t *testing.T) {
	needsMono(t)
	b := builder(t)
	b.Tools.Packages = t.TempDir()
	tinyPackage(t, b.Tools.Packages)
	dir := write(t, t.TempDir(), targetBot())
	if _, err := exec.LookPath("xbuild"); err != nil {
		_, err := b.make(t, dir, Use{PerMove: true})
		if why, ok := Reason(err); !ok || !strings.Contains(why, "Fuse/Fuse.csproj has a target of its own, BeforeBuild") ||
			!strings.Contains(why, xbuildFix) {
			t.Errorf("got %v", err)
		}
		t.Skip("this machine has no xbuild: " + xbuildFix)
	}
	p, err := b.make(t, dir, Use{PerMove: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, "", "A"); got != "made hello 42 A\n" {
		t.Errorf("it says %q", got)
	}
}

// TestWantsMSBuild: MSBuild does not run if a compiler is enough.
func TestWantsMSBuild(t *testing.T) {
	for _, tt := range []struct{ name, inside, want string }{
		{"nothing of its own", `<Import Project="$(MSBuildToolsPath)\Microsoft.CSharp.targets" />`, ""},
		{"NuGet's check", `<Target Name="EnsureNuGetPackageBuildImports" BeforeTargets="PrepareForBuild"><Error Text="x" /></Target>`, ""},
		{"a target after the program is there", `<Target Name="AfterBuild"><Copy SourceFiles="a" DestinationFolder="b" /></Target>`, ""},
		{"an empty target", `<Target Name="BeforeBuild" />`, ""},
		{"a target before", `<Target Name="BeforeBuild"><Exec Command="x" /></Target>`, "a target of its own, BeforeBuild"},
		{"a target that hooks in", `<Target Name="Generate" BeforeTargets="CoreCompile"><Exec Command="x" /></Target>`,
			"a target of its own, Generate"},
		{"a command before the build", `<PropertyGroup><PreBuildEvent>gen.exe</PreBuildEvent></PropertyGroup>`, "a PreBuildEvent"},
		{"a command after it", `<PropertyGroup><PostBuildEvent>copy a b</PostBuildEvent></PropertyGroup>`, ""},
		{"a task of its own", `<UsingTask TaskName="Make" AssemblyFile="make.dll" />`, "a task of its own, Make"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &Source{Root: write(t, t.TempDir(), map[string]string{"p.csproj": "<Project>" + tt.inside + "</Project>"})}
			root, err := s.readXML("p.csproj")
			if err != nil {
				t.Fatal(err)
			}
			if got := wantsMSBuild(root); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

//go:build linux

package mutants

// A removal takes one protection away.
type removal struct {
	name  string
	test  string // the test that must fail, as a regular expression for its whole name
	edits []edit
	needs string // the test that is skipped where nothing can notice the removal; may be empty
}

// An edit replaces a text of a file.
type edit struct{ file, old, new string }

// removals lists every protection whose removal a test must notice. A protection with one implementation per version of control groups
// loses both.
var removals = []removal{
	{"socket families", "TestHostile", []edit{
		{"seccomp_linux.go", "\t\t\tb.unless(unix.AF_UNIX, family)\n", ""},
		{"seccomp_linux.go", `		{unix.SYS_SOCKETPAIR, argument(0, func(b *bpf) { b.unless(unix.AF_UNIX, family) })},` + "\n", ""},
	}, ""},
	{"close_range", "TestLayerDescriptors", []edit{
		{"confine_linux.go",
			`	p.do(bot, "close descriptors", unix.SYS_CLOSE_RANGE, number(with.first), number(^uint32(0)), number(unix.CLOSE_RANGE_CLOEXEC))` +
				"\n", ""},
	}, ""},
	{"read-only binds", "TestLayerMounts", []edit{
		{"binds_linux.go", "	if b.open {\n		set &^= unix.MOUNT_ATTR_RDONLY\n	}\n", "	set &^= unix.MOUNT_ATTR_RDONLY\n"},
	}, ""},
	{"tasks", "TestHostile", []edit{
		{"group1_linux.go", `return put(g.folders[pids1], "pids.max", int64(l.Tasks))`, "return nil"},
		{"group2_linux.go", `return put(g.folder, "pids.max", int64(l.Tasks)+1)`, "return nil"},
	}, ""},
	{"memory", "TestMemoryOfAFamilyIsCountedTogether", []edit{
		{"group1_linux.go", "	if l.Memory > 0 {\n", "	if l.Memory < 0 {\n"},
		{"group2_linux.go", "	if l.Memory > 0 {\n", "	if l.Memory < 0 {\n"},
	}, ""},
	{"CPU", "TestHostile", []edit{
		{"watch_linux.go", "	if b.limits.CPU > 0 && used >= b.limits.CPU {\n		return used, bot.CPULimit\n	}\n", ""},
	}, ""},
	{"disk size", "TestHostile", []edit{
		{"root_linux.go", `fmt.Sprintf("mode=1777,size=%d,nr_inodes=%d", size, inodes(`, `fmt.Sprintf("mode=1777,nr_inodes=%d", inodes(`},
	}, ""},
	{"hidepid", "TestLayerHiddenProcesses", []edit{
		{"root_linux.go", `"hidepid=2,subset=pid"`, `"subset=pid"`},
	}, ""},
	{"ipc namespace", "TestNothingIsLeftForTheNextRun", []edit{
		{"root_linux.go", "unix.CLONE_NEWNET | unix.CLONE_NEWIPC |", "unix.CLONE_NEWNET |"},
	}, ""},
	{"network namespace", "TestAbstractSocketsAreOfAnotherNetwork", []edit{
		{"root_linux.go", "unix.CLONE_NEWNET | unix.CLONE_NEWIPC |", "unix.CLONE_NEWIPC |"},
	}, ""},
	{"clone flags", "TestEveryAttemptIsRefused", []edit{
		{"seccomp_linux.go", `		{unix.SYS_CLONE, argument(0, func(b *bpf) { b.when(unix.BPF_JSET, ownNamespaces, refuse) })},` + "\n",
			""},
	}, ""},
	{"32-bit calls", "TestForeignCallsAreRefused", []edit{
		{"seccomp_linux.go", "	b.unless(auditArch, die) // 32-bit code in a 64-bit program and the like\n", ""},
	}, "TestThisKernelHasForeignCalls"},
	{"x32 calls", "TestForeignCallsAreRefused", []edit{
		{"seccomp_linux.go", "	b.when(unix.BPF_JGE, otherCalls, refuse)\n", ""},
	}, ""},
	{"nosuid", "TestLayerMounts", []edit{
		{"binds_linux.go", "= unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV",
			"= unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NODEV"},
	}, ""},
	{"Landlock at full", "TestLayerLandlock", []edit{
		{"compose_linux.go", "&ruleset{version: l.version, section: entry.Bot,", "&ruleset{section: entry.Bot,"},
	}, ""},
	{"capset", "TestOrdinaryUser", []edit{
		{"confine_linux.go",
			`	p.do(bot, "drop capabilities", unix.SYS_CAPSET, at(p.words(unix.LINUX_CAPABILITY_VERSION_3)), at(p.words(0, 0, 0)))` +
				"\n", ""},
	}, ""},
	{"TIOCSTI", "TestLayerTerminalInput", []edit{
		{"seccomp_linux.go", `			b.when(unix.BPF_JEQ, unix.TIOCSTI, refuse)` + "\n", ""},
	}, ""},
	{"owners of descriptors", "TestProgramsCannotTellEachOtherAnythingThroughFilesOfTheSystem", []edit{
		{"seccomp_linux.go", "	unix.F_SETOWN, unix.F_SETOWN_EX,\n", ""},
	}, ""},
	{"one user per bot", "TestLayerUsers", []edit{
		{"users_linux.go", "w.id = u.first + 2*(u.next.Add(1)%u.pairs)", "w.id = u.first + 2*(u.next.Load()%u.pairs)"},
	}, ""},
	{"setsid", "TestLayerSession", []edit{
		{"confine_linux.go", `	p.do(bot, "begin a session", unix.SYS_SETSID)` + "\n", ""},
	}, ""},
	{"rlimits", "TestLayerResourceLimits", []edit{
		{"confine_linux.go", "range ownRlimits(c.Limits, with.tasks) {", "range ownRlimits(c.Limits, with.tasks)[:0] {"},
	}, ""},
	{"pdeathsig", "TestLayerDeathSignal", []edit{
		{"confine_linux.go", `	p.prctl(bot, "die with pid 1", unix.PR_SET_PDEATHSIG, number(unix.SIGKILL))` + "\n", ""},
	}, ""},
	{"dumpable", "TestLayerHiddenGuard", []edit{
		{"root_linux.go", `	p.prctl(entry.Root, "hide pid 1", unix.PR_SET_DUMPABLE, number(0))` + "\n", ""},
		{"compose_linux.go", `	p.prctl(entry.Root, "hide the guard", unix.PR_SET_DUMPABLE, number(0))` + "\n", ""},
	}, ""},
	{"affinity", "TestLayerProcessors", []edit{
		{"compose_linux.go", "	p.stayOnProcessors()\n", ""},
	}, ""},
}

// A bot that does one bad thing, named by its first argument, and prints what came of it: lines of a name and an errno or a number.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int argc;
static char **argv;

static void tell(const char *name, long r) { printf("%s %d\n", name, r < 0 ? errno : 0); }
static void count(const char *name, long n) { printf("%s %ld\n", name, n); }
static const char *arg(int i) { return i < argc ? argv[i] : ""; }
static void stay(void) { fflush(stdout); for (;;) pause(); }

static void touch(size_t mib) {
	char *p = mmap(0, mib << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return;
	for (size_t i = 0; i < mib << 20; i += 4096) p[i] = 1;
}

static void forkbomb(void) { for (;;) fork(); }
static void relay(void) { // eight processes, each of which starts the next and ends
	for (int i = 0; i < 8; i++)
		if (fork() == 0)
			for (;;) if (fork() > 0) _exit(0);
	for (;;) pause();
}
static void memory(void) { for (;;) touch(1); }
static void family(void) {
	for (int i = 0; i < 4; i++) if (fork() == 0) { touch(24); stay(); }
	wait(0);
	exit(1);
}
static void *sleeper(void *x) { for (;;) pause(); return x; }
static void threads(void) {
	pthread_attr_t a;
	pthread_attr_init(&a);
	pthread_attr_setstacksize(&a, 64 << 10);
	pthread_t t;
	int n = 1, e = 0;
	while (n < 1000 && (e = pthread_create(&t, &a, sleeper, 0)) == 0) n++;
	count("threads", n);
	count("error", e);
}
static void output(void) { char b[65536]; memset(b, 'x', sizeof b); for (;;) if (write(1, b, sizeof b) < 0) exit(3); }
static void complain(void) { char b[65536]; memset(b, 'x', sizeof b); for (;;) if (write(2, b, sizeof b) < 0) exit(3); }
static void deaf(void) { count("ready", 1); stay(); }
static void silent(void) { close(1); close(2); for (;;) pause(); }
static void early(void) { exit(0); }
static void ignore(void) {
	for (int s = 1; s < 64; s++) signal(s, SIG_IGN);
	count("ready", 1);
	stay();
}
static void stop(void) {
	count("ready", 1);
	fflush(stdout);
	kill(getppid(), SIGSTOP);
	kill(getpid(), SIGSTOP);
	stay();
}
static void daemonize(void) {
	if (fork() == 0) {
		setsid();
		if (fork() == 0) { signal(SIGHUP, SIG_IGN); for (;;) pause(); }
		exit(0);
	}
	wait(0);
	count("daemon", 1);
}
static void *spinner(void *x) { for (volatile long i = 0;; i++); return x; }
static void spin(void) { pthread_t t; pthread_create(&t, 0, spinner, 0); spinner(0); }
static void spinfamily(void) { for (int i = 0; i < 3; i++) if (fork() == 0) spinner(0); spinner(0); }
static void affinity(void) {
	cpu_set_t s;
	sched_getaffinity(0, sizeof s, &s);
	count("cpus", CPU_COUNT(&s));
	memset(&s, 0xff, sizeof s);
	tell("setaffinity", sched_setaffinity(0, sizeof s, &s));
}
static void fill(void) {
	signal(SIGXFSZ, SIG_IGN);
	char b[65536] = {1}, name[4096];
	snprintf(name, sizeof name, "%s/fill", arg(2));
	int fd = open(name, O_WRONLY | O_CREAT, 0600);
	long n = 0, r;
	while (n < 1L << 30 && (r = write(fd, b, sizeof b)) > 0) n += r;
	tell("write", r);
	count("kib", n >> 10);
	tell("fallocate", fallocate(fd, 0, 0, 1L << 30));
}
static void inodes(void) {
	char name[4096];
	int n = 0, fd = 0;
	for (; n < 100000 && fd >= 0; n++) {
		snprintf(name, sizeof name, "%s/%d", arg(2), n);
		if ((fd = open(name, O_WRONLY | O_CREAT, 0600)) >= 0) close(fd);
	}
	tell("create", fd);
	count("files", n - 1);
}
static void bigfile(void) {
	char name[4096];
	snprintf(name, sizeof name, "%s/big", arg(2));
	int fd = open(name, O_WRONLY | O_CREAT, 0600);
	tell("open", fd);
	fflush(stdout);
	tell("sparse", ftruncate(fd, 1L << 40));
}
static void vandal(void) {
	for (int i = 2; i < argc; i++) {
		tell(argv[i], open(argv[i], O_WRONLY | O_CREAT, 0600));
	}
	tell("unlink", unlink(arg(2)));
	tell("rename", rename("/usr", "/rsu"));
	tell("remount", mount("", "/", "", MS_REMOUNT, ""));
}
static void leave(void) {
	for (int i = 2; i < argc; i++) {
		tell(argv[i], open(argv[i], O_WRONLY | O_CREAT | O_EXCL, 0600));
	}
}
static void spy(void) { for (int i = 2; i < argc; i++) tell(argv[i], open(argv[i], O_RDONLY)); }
static void environment(void) { extern char **environ; for (char **e = environ; *e; e++) printf("%s\n", *e); }
static void arguments(void) { for (int i = 2; i < argc; i++) printf("[%s]", argv[i]); }
static void descriptors(void) { for (int i = 0; i < 1024; i++) if (fcntl(i, F_GETFD) >= 0) count("fd", i); }
static void sockets(void) {
	int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
	for (int f = 0; f < 64; f++) for (int i = 0; i < 4; i++) if (f != AF_UNIX) {
		if (socket(f, types[i], 0) >= 0) count("family", f);
		int pair[2];
		if (socketpair(f, types[i], 0, pair) >= 0) count("pair", f);
	}
	tell("unix", socket(AF_UNIX, SOCK_STREAM, 0));
}
static void bindname(void) { // an abstract name: free, if the network is another
	struct sockaddr_un a = {AF_UNIX};
	strcpy(a.sun_path + 1, arg(2));
	tell("bind", bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&a, sizeof(sa_family_t) + 1 + strlen(arg(2))));
}
static void killer(void) {
	int self = getpid(), seen = 0;
	for (int p = 2; p < 70000; p++) if (p != self && kill(p, 0) == 0) seen++;
	count("seen", seen);
	tell("host", kill(atoi(arg(2)), SIGKILL));
	kill(getppid(), SIGKILL);
	kill(-1, SIGKILL);
	count("alive", 1);
	fflush(stdout);
	kill(0, SIGKILL);
}
static void tracer(void) {
	tell("attach", ptrace(PTRACE_ATTACH, getppid(), 0, 0));
	tell("seize", ptrace(PTRACE_SEIZE, atoi(arg(2)), 0, 0));
	char b[8];
	struct iovec l = {b, 8}, r = {(void *)0x400000, 8};
	tell("readv", process_vm_readv(getppid(), &l, 1, &r, 1, 0));
	tell("writev", process_vm_writev(getppid(), &l, 1, &r, 1, 0));
	tell("pidfd_getfd", syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, getppid(), 0), 4, 0));
}
static void poke(void) {
	const char *read[] = {"kcore", "kallsyms", "config.gz", "cmdline", "keys", "kmsg", "iomem", "sys/kernel/osrelease", "1/environ", "1/mem", "1/root/etc", "1/fd/4", "1/maps", "timer_list", "self/../1/cwd/etc"};
	const char *write[] = {"sysrq-trigger", "sys/kernel/core_pattern", "sys/vm/drop_caches", "self/oom_score_adj", "irq/default_smp_affinity"};
	char name[4096];
	for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
		snprintf(name, sizeof name, "/proc/%s", read[i]);
		tell(name, open(name, O_RDONLY));
	}
	for (size_t i = 0; i < sizeof write / sizeof *write; i++) {
		snprintf(name, sizeof name, "/proc/%s", write[i]);
		int fd = open(name, O_WRONLY);
		tell(name, fd < 0 ? fd : (int)-(write[i][0] == 's' && pwrite(fd, "-1000", 5, 0) < 0));
	}
}
static void worlds(void) {
	int flags[] = {CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80};
	const char *names[] = {"user", "pid", "mnt", "net", "ipc", "uts", "cgroup", "time"};
	for (int i = 0; i < 8; i++) {
		tell(names[i], unshare(flags[i]));
		if (i == 7) break; // as a flag of clone, that one is a signal
		long p = syscall(SYS_clone, flags[i] | SIGCHLD, 0, 0, 0, 0);
		if (p == 0) _exit(0);
		tell(names[i], p);
	}
	long args[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
	long p = syscall(SYS_clone3, args, sizeof args);
	if (p == 0) _exit(0);
	tell("clone3", p);
	tell("mount", mount("none", "/tmp", "tmpfs", 0, ""));
	tell("umount", umount2("/tmp", MNT_DETACH));
	tell("setns", setns(open("/proc/self/ns/net", O_RDONLY), 0));
	tell("chroot", chroot("/tmp"));
	tell("pivot_root", syscall(SYS_pivot_root, "/tmp", "/tmp"));
	tell("open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
	tell("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
	tell("mount_setattr", syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, 0, 0));
}
static void surface(void) {
	long args[16] = {0};
	tell("io_uring", syscall(SYS_io_uring_setup, 1, args));
	tell("bpf", syscall(SYS_bpf, 0, args, sizeof args));
	tell("keyctl", syscall(SYS_keyctl, 0, -3, 0));
	tell("add_key", syscall(SYS_add_key, "user", "x", "y", 1, -3));
	tell("userfaultfd", syscall(SYS_userfaultfd, 1));
	tell("perf", syscall(SYS_perf_event_open, args, 0, -1, -1, 0));
	tell("handle", syscall(SYS_open_by_handle_at, AT_FDCWD, args, 0));
	tell("personality", syscall(SYS_personality, 0x0040000));
	tell("module", syscall(SYS_init_module, args, 0, ""));
	tell("kexec", syscall(SYS_kexec_load, 0, 0, 0, 0));
	tell("reboot", syscall(SYS_reboot, 0, 0, 0, 0));
	tell("swapon", syscall(SYS_swapon, "/", 0));
	tell("syslog", syscall(SYS_syslog, 3, args, 64));
	tell("fanotify", syscall(SYS_fanotify_init, 0, 0));
	tell("new", syscall(9999));
}
#ifdef __x86_64__
static void foreign(void) {
	count("ready", 1);
	fflush(stdout);
	long r;
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(20L)); // getpid of 32-bit programs
	count("int80", r);
}
static void x32(void) { tell("x32", syscall(0x40000000 | 39)); }
#endif
static void whoami(void) { count("uid", getuid()); count("euid", geteuid()); tell("setuid", setuid(0)); tell("setgid", setgid(0)); }
static void runsetuid(void) { fflush(stdout); execl(arg(2), "whoami", "whoami", (char *)0); tell("exec", -1); }
static void nodes(void) {
	tell("char", mknod("/tmp/null", S_IFCHR | 0600, 0x103));
	tell("block", mknod("/tmp/disk", S_IFBLK | 0600, 0x800));
	tell("fifo", mkfifo("/tmp/fifo", 0600));
	tell("suid", chmod("/tmp/fifo", 04755));
}
static void crash(void) { abort(); }
static int deeper(int n) { volatile char b[4096]; b[0] = n; return n == -1 ? 0 : deeper(n + 1) + b[0]; }
static void recurse(void) { exit(deeper(0)); }
static void priority(void) {
	struct sched_param p = {.sched_priority = 1};
	errno = 0;
	tell("nice", nice(-5) == -1 && errno ? -1 : 0);
	tell("setpriority", setpriority(PRIO_PROCESS, 0, -5));
	tell("fifo", sched_setscheduler(0, SCHED_FIFO, &p));
	struct rlimit r = {RLIM_INFINITY, RLIM_INFINITY};
	tell("rlimit", setrlimit(RLIMIT_NOFILE, &r));
	tell("mlock", mlock(malloc(8 << 20), 8 << 20));
}
static void share(void) { // finds what another left in System V memory, or leaves it
	int old = shmget(4711, 4096, 0600);
	tell("found", old);
	tell("made", shmget(4711, 4096, 0600 | IPC_CREAT));
	tell("posix", shm_open("/agon", O_RDWR | O_CREAT | O_EXCL, 0600));
}
static void mounts(void) { // as the kernel tells them
	char b[65536];
	long n;
	for (int fd = open("/proc/self/mountinfo", O_RDONLY); (n = read(fd, b, sizeof b)) > 0;) if (write(1, b, n) < 0) exit(3);
}
static void rlimits(void) {
	const struct { const char *name; int number; } all[] = {
		{"core", RLIMIT_CORE}, {"memlock", RLIMIT_MEMLOCK}, {"msgqueue", RLIMIT_MSGQUEUE}, {"rtprio", RLIMIT_RTPRIO}, {"nice", RLIMIT_NICE},
		{"nofile", RLIMIT_NOFILE}, {"fsize", RLIMIT_FSIZE}, {"cpu", RLIMIT_CPU}, {"stack", RLIMIT_STACK},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct rlimit r;
		getrlimit(all[i].number, &r);
		printf("%s %llu %llu\n", all[i].name, (unsigned long long)r.rlim_cur, (unsigned long long)r.rlim_max);
	}
}
static void session(void) {
	count("session is its own", getsid(0) == getpid());
	count("group is its own", getpgid(0) == getpid());
}
static void deathsignal(void) {
	int s = 0;
	prctl(PR_GET_PDEATHSIG, &s);
	count("signal", s);
}
static void terminal(void) { tell("type", ioctl(0, TIOCSTI, "x")); }
static void rename_self(void) { tell("comm", open("/proc/self/comm", O_WRONLY)); } // on a file system that can be written
static void ended(void) { exit(atoi(arg(2))); }
static void signalled(void) { count("answer", 1); fflush(stdout); kill(getpid(), atoi(arg(2))); stay(); }
static void echo(void) { char b[65536]; long n; while ((n = read(0, b, sizeof b)) > 0) if (write(1, b, n) < 0) exit(3); }

#define CASE(f) {#f, f}
static struct { const char *name; void (*run)(void); } cases[] = {
	CASE(forkbomb), CASE(relay), CASE(memory), CASE(family), CASE(threads), CASE(output), CASE(complain), CASE(deaf), CASE(silent), CASE(early),
	CASE(ignore), CASE(stop), CASE(daemonize), CASE(spin), CASE(spinfamily), CASE(affinity), CASE(fill), CASE(inodes), CASE(bigfile),
	CASE(vandal), CASE(leave), CASE(spy), CASE(environment), CASE(arguments), CASE(descriptors), CASE(sockets), CASE(bindname),
	CASE(killer), CASE(tracer), CASE(poke), CASE(worlds), CASE(surface), CASE(whoami), CASE(runsetuid), CASE(nodes), CASE(crash),
	CASE(recurse), CASE(priority), CASE(mounts), CASE(rlimits), CASE(session), CASE(deathsignal), CASE(terminal), CASE(rename_self), CASE(share), CASE(ended), CASE(signalled), CASE(echo),
#ifdef __x86_64__
	CASE(foreign), CASE(x32),
#endif
};

int main(int c, char **v) {
	argc = c, argv = v;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (c > 1 && strcmp(cases[i].name, v[1]) == 0) {
			cases[i].run();
			return 0;
		}
	return 99;
}

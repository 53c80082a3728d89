//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Programs whose threads and processes take turns adding to a sum under a lock, wait for each other, and print it: 4000 in every language.
const (
	pythonTurns = `
import multiprocessing as m, threading
lock, sum, ready = threading.Lock(), [0], threading.Condition()
def add():
    for _ in range(500):
        with lock: sum[0] += 1
    with ready: ready.notify_all()
threads = [threading.Thread(target=add) for _ in range(4)]
for t in threads: t.start()
for t in threads: t.join()
def work(lock, free, total, queue):
    for _ in range(500):
        with lock: total.value += 1
    free.acquire(); queue.put(1); free.release()
lock, free, total, queue = m.Lock(), m.Semaphore(1), m.Value("i", 0, lock=False), m.Queue()
processes = [m.Process(target=work, args=(lock, free, total, queue)) for _ in range(4)]
for p in processes: p.start()
for p in processes: queue.get()
for p in processes: p.join()
print(sum[0] + total.value)
`
	cppTurns = `
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
struct shared { pthread_mutex_t lock; sem_t free; int sum; };
int main() {
	std::mutex m; std::condition_variable c; int sum = 0, over = 0; std::vector<std::thread> threads;
	for (int i = 0; i < 4; i++) threads.emplace_back([&] { for (int k = 0; k < 500; k++) { std::lock_guard<std::mutex> l(m); sum++; } std::lock_guard<std::mutex> l(m); over++; c.notify_all(); });
	{ std::unique_lock<std::mutex> l(m); c.wait(l, [&] { return over == 4; }); }
	for (auto &t : threads) t.join();
	auto *s = (shared *)mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED); pthread_mutex_init(&s->lock, &a); sem_init(&s->free, 1, 0);
	for (int i = 0; i < 4; i++) if (fork() == 0) { for (int k = 0; k < 500; k++) { pthread_mutex_lock(&s->lock); s->sum++; pthread_mutex_unlock(&s->lock); } sem_post(&s->free); _exit(0); }
	for (int i = 0; i < 4; i++) sem_wait(&s->free);
	while (wait(nullptr) > 0);
	printf("%d\n", sum + s->sum);
}
`
	goTurns = `
package main
import ("fmt"; "runtime"; "sync")
func main() {
	var w sync.WaitGroup; var m sync.Mutex; sum := 0
	for range 8 { w.Add(1); go func() { runtime.LockOSThread(); defer w.Done(); for range 500 { m.Lock(); sum++; m.Unlock() } }() }
	w.Wait(); fmt.Println(sum)
}
`
	javaTurns = `
import java.util.concurrent.*;
public class Turns {
	static int sum;
	public static void main(String[] a) throws Exception {
		ExecutorService pool = Executors.newFixedThreadPool(8); CountDownLatch over = new CountDownLatch(8);
		for (int i = 0; i < 8; i++) pool.submit(() -> { for (int k = 0; k < 500; k++) synchronized (Turns.class) { sum++; } over.countDown(); });
		over.await(); pool.shutdown(); pool.awaitTermination(1, TimeUnit.MINUTES); System.out.println(sum);
	}
}
`
	nodeTurns = `
const { Worker, isMainThread, workerData } = require("worker_threads");
if (isMainThread) {
	const shared = new SharedArrayBuffer(8), n = new Int32Array(shared); let left = 4;
	for (let i = 0; i < 4; i++) new Worker(__filename, { workerData: shared }).on("exit", () => { if (--left === 0) console.log(n[0]); });
} else {
	const n = new Int32Array(workerData);
	for (let k = 0; k < 1000; k++) Atomics.add(n, 0, 1);
	Atomics.wait(n, 1, 0, 1);
}
`
	sharpTurns = `
using System; using System.Threading; using System.Threading.Tasks;
class Turns { static int sum; static void Main() {
	object o = new object(); var s = new SemaphoreSlim(2); var tasks = new Task[8];
	for (int i = 0; i < 8; i++) tasks[i] = Task.Run(() => { s.Wait(); for (int k = 0; k < 500; k++) lock (o) sum++; s.Release(); });
	Task.WaitAll(tasks); Console.WriteLine(sum);
} }
`
)

// TestThreadsAndProcessesTakeTurns: what languages use to have threads and processes wait for each other works with the calls that programs
// have.
func TestThreadsAndProcessesTakeTurns(t *testing.T) {
	for _, tt := range []struct {
		name, file, source string
		compile, run       []string // in the folder of the file
	}{
		{"python", "turns.py", pythonTurns, nil, []string{"/usr/bin/python3", "turns.py"}},
		{"c++", "turns.cpp", cppTurns, []string{"g++", "-O1", "-pthread", "-o", "turns", "turns.cpp"}, []string{"turns"}},
		{"go", "turns.go", goTurns, []string{"go", "build", "-trimpath", "-o", "turns", "turns.go"}, []string{"turns"}},
		{"java", "Turns.java", javaTurns, []string{"javac", "Turns.java"},
			[]string{"/usr/bin/java", "-XX:TieredStopAtLevel=1", "-cp", ".", "Turns"}},
		{"node", "turns.js", nodeTurns, nil, []string{"/usr/bin/node", "turns.js"}},
		{"mono", "turns.cs", sharpTurns, []string{"mcs", "turns.cs"}, []string{"/usr/bin/mono", "turns.exe"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			os.Chmod(dir, 0o755)
			if err := os.WriteFile(filepath.Join(dir, tt.file), []byte(tt.source), 0o644); err != nil {
				t.Fatal(err)
			}
			if tt.compile != nil {
				c := exec.Command(tt.compile[0], tt.compile[1:]...)
				c.Dir = dir
				if _, err := exec.LookPath(tt.compile[0]); err != nil {
					t.Skip(err) // not every machine has every language
				}
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			program := tt.run[0]
			if !filepath.IsAbs(program) {
				program = filepath.Join(dir, program)
			}
			if _, err := os.Stat(program); err != nil {
				t.Skip(err)
			}
			atLevels(t, func(t *testing.T, s *Sandbox) {
				c := with(t, program, tt.run[1:]...)
				c.Dir, c.Readable = dir, []string{dir}
				if o := ended(t, s, c); o.out != "4000\n" {
					t.Errorf("%+v: %q %q", o.exit, o.out, o.err)
				}
			})
		})
	}
}

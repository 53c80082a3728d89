// A bot that answers each prompt with its first word, and writes or reads in the way that its argument names.
#include <chrono>
#include <condition_variable>
#include <cerrno>
#include <deque>
#include <fcntl.h>
#include <iostream>
#include <mutex>
#include <poll.h>
#include <string>
#include <sys/epoll.h>
#include <sys/select.h>
#include <thread>
#include <unistd.h>
using namespace std;

static string how;
static bool is(const char *name) { return how == name; }
static void rest(int ms) { this_thread::sleep_for(chrono::milliseconds(ms)); }
static void put(const string &text) {
	for (size_t at = 0; at < text.size();) {
		ssize_t n = write(1, text.data() + at, text.size() - at);
		if (n > 0) at += n;
	}
}

// chat writes an answer and what comes with it.
static void chat(const string &n) {
	string note = "debug: played " + n + "\n";
	if (is("one-write")) return put(n + "\n" + note);
	if (is("crlf")) return put(n + "\r\n\r\n");
	put(n + "\n");
	if (is("thread")) thread([note] { rest(1); put(note); }).detach();
	else if (is("child")) { if (!fork()) { rest(2); put(note); _exit(0); } }
	else if (is("empty")) put("\n");
	else if (is("half")) put("debug: ");
	else if (is("half-later")) { put("debug: "); rest(3); put("played " + n + "\n"); }
	else if (is("burst")) for (int i = 0; i < 4; i++) put(string(65535, 'x') + "\n");
	else if (is("noise")) cerr << string(100000, 'e') << endl;
	else if (how.rfind("banner", 0) && how.rfind("busy", 0) && !is("naps")) {
		if (is("later-1ms")) rest(1);
		if (is("later-20ms")) rest(20);
		put(note);
	}
}

// arrive waits for input in the way that is named.
static void arrive() {
	pollfd p = {0, POLLIN, 0};
	if (is("poll")) poll(&p, 1, -1);
	if (is("poll-1s")) while (poll(&p, 1, 1000) == 0) {}
	if (is("busy-poll")) while (poll(&p, 1, 0) == 0) {}
	if (is("select")) { fd_set s; FD_ZERO(&s); FD_SET(0, &s); select(1, &s, 0, 0, 0); }
	if (is("epoll")) {
		static int e = -1;
		epoll_event v = {EPOLLIN, {}};
		if (e < 0) { e = epoll_create1(0); epoll_ctl(e, EPOLL_CTL_ADD, 0, &v); }
		epoll_wait(e, &v, 1, -1);
	}
}

static bool line(string &text) {
	static string have;
	for (;;) {
		size_t end = have.find('\n');
		if (end != string::npos) {
			text = have.substr(0, end);
			have.erase(0, end + 1);
			return true;
		}
		arrive();
		char b[4096];
		ssize_t n = read(0, b, is("part") ? 8 : sizeof b);
		if (n > 0) have.append(b, n);
		else if (n == 0 || errno != EAGAIN) return false;
		else if (is("naps")) rest(1);
	}
}

static string word(const string &text) { return text.substr(0, text.find(' ')); }

// A reader takes lines in a thread of its own.
struct reader {
	mutex m;
	condition_variable c;
	deque<string> all;
	bool ended = false;
	thread t{[this] {
		string text;
		bool more;
		do {
			more = line(text);
			lock_guard<mutex> l(m);
			if (more) all.push_back(text); else ended = true;
			c.notify_one();
		} while (more);
	}};
	~reader() { t.join(); }
	bool next(string &text) {
		unique_lock<mutex> l(m);
		c.wait(l, [this] { return ended || !all.empty(); });
		if (all.empty()) return false;
		text = all.front();
		all.pop_front();
		return true;
	}
};

int main(int, char **argv) {
	how = argv[1];
	string text;
	if (!how.rfind("banner", 0)) {
		put("version 1.0\n");
		rest(1);
		put("licence: none\n");
		auto end = chrono::steady_clock::now() + chrono::milliseconds(is("banner-busy") ? 20 : 0);
		while (chrono::steady_clock::now() < end) {}
		put("ready\n");
	}
	if (is("busy") || is("naps")) fcntl(0, F_SETFL, O_NONBLOCK);
	if (is("two-lines")) // as most programs do it
		for (string n; cin >> n && getline(cin, text);) { cout << n << endl; cout << "debug: played " << n << endl; }
	else if (is("reader"))
		for (reader r; r.next(text);) chat(word(text));
	else
		while (line(text)) {
			chat(word(text));
			for (int i = 0; i < 5 && is("part"); i++) line(text); // the rest of the prompt
		}
}

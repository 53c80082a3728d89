// What agon asks of rules, as a WebAssembly module in C without a library. This file knows no game; you need not change it.
//
// rules.c defines State, a struct without pointers, includes this file, and then defines the functions that are declared below.
#ifndef AGON_H
#define AGON_H

typedef unsigned char agon_byte;
typedef unsigned int agon_size;

// The rules.
void deal(State *s, int seats);                       // begins a game; *s is zero
int turn(const State *s, int seat);                   // whether a seat owes a move
void moves(const State *s, int seat);                 // lists the moves of a seat with agon_move; the first is played for a bot that gives none
void step(State *s, const char *const *moves);        // plays a turn; moves is indexed by seat, 0 for a seat that owed none
double outcome(const State *s, int seat);             // more is better
void observe(const State *s, int seat);               // shows a seat, or the audience for -1, what it may see, with agon_int, agon_list and agon_grid

// Chance, and options.
__attribute__((import_module("agon"), import_name("dice"))) int dice(int n); // from 0 to n - 1, in deal and step
int option(const char *name);                                               // in deal
void fail(const char *why);                                                 // ends the game without a result

// A buffer that grows.
typedef struct { agon_byte *at; agon_size size, room; } agon_text;

extern agon_byte __heap_base;
static agon_byte *agon_free = &__heap_base;

static void *agon_take(agon_size size) {
    agon_byte *at = agon_free;
    agon_free += (size + 15) & ~15u;
    agon_size pages = ((agon_size)agon_free + 65535) / 65536;
    if (pages > __builtin_wasm_memory_size(0)) __builtin_wasm_memory_grow(0, pages - __builtin_wasm_memory_size(0));
    return at;
}

static void agon_add(agon_text *t, const void *from, agon_size size) {
    if (t->size + size > t->room) {
        agon_byte *old = t->at;
        t->room = 2 * (t->size + size) + 1024;
        t->at = agon_take(t->room);
        __builtin_memcpy(t->at, old, t->size);
    }
    if (size > 16) __builtin_memcpy(t->at + t->size, from, size);
    else for (agon_size i = 0; i < size; i++) t->at[t->size + i] = ((const agon_byte *)from)[i];
    t->size += size;
}

static agon_size agon_length(const char *s) {
    agon_size n = 0;
    while (s[n]) n++;
    return n;
}

static agon_text agon_in, agon_out;
static int agon_first; // no item has been written yet

static void agon_put(const char *s) { agon_add(&agon_out, s, agon_length(s)); }

static void agon_number(long long n) {
    char digits[24];
    int at = 24, minus = n < 0;
    do {
        int digit = (int)(n % 10);
        digits[--at] = (char)('0' + (digit < 0 ? -digit : digit));
        n /= 10;
    } while (n);
    if (minus) digits[--at] = '-';
    agon_add(&agon_out, digits + at, (agon_size)(24 - at));
}

// Six decimals are enough for a score.
static void agon_real(double x) {
    if (x < 0) { agon_put("-"); x = -x; }
    long long whole = (long long)x, part = (long long)((x - (double)whole) * 1e6 + 0.5);
    if (part == 1000000) { whole++; part = 0; }
    agon_number(whole);
    if (!part) return;
    agon_put(".");
    for (long long place = 100000; place; place /= 10) { char d = (char)('0' + part / place % 10); agon_add(&agon_out, &d, 1); }
}

// A move has its own line breaks and tabs as other bytes.
static void agon_move(const char *move) {
    if (!agon_first) agon_put("\t");
    agon_first = 0;
    agon_size from = agon_out.size;
    agon_put(move);
    for (agon_byte *at = agon_out.at + from; at < agon_out.at + agon_out.size; at++) *at = *at == '\n' ? 0x1e : *at == '\t' ? 0x1f : *at;
}

static char agon_unpacked(char c) { return c == 0x1e ? '\n' : c == 0x1f ? '\t' : c; }

// A move that is a number.
static void agon_move_number(int n) {
    if (!agon_first) agon_put("\t");
    agon_first = 0;
    agon_number(n);
}

static int agon_to_int(const char *text) {
    int n = 0, minus = *text == '-';
    for (text += minus; *text >= '0' && *text <= '9'; text++) n = 10 * n + (*text - '0');
    return minus ? -n : n;
}

static int agon_same(const char *a, const char *b) {
    while (*a && *a == *b) { a++; b++; }
    return *a == *b;
}

static void agon_name(const char *name) {
    agon_put(agon_first ? "\"" : ",\"");
    agon_first = 0;
    agon_put(name);
    agon_put("\":");
}

static void agon_int(const char *name, int n) { agon_name(name); agon_number(n); }

static void agon_row(const int *list, int n) {
    agon_put("[");
    for (int i = 0; i < n; i++) { if (i) agon_put(","); agon_number(list[i]); }
    agon_put("]");
}

static void agon_list(const char *name, const int *list, int n) { agon_name(name); agon_row(list, n); }

static void agon_grid(const char *name, const int *cells, int width, int height) {
    agon_name(name);
    agon_put("[");
    for (int y = 0; y < height; y++) { if (y) agon_put(","); agon_row(cells + y * width, width); }
    agon_put("]");
}

__attribute__((import_module("agon"), import_name("fail"))) void agon_fail(const char *why, agon_size size);

void fail(const char *why) { agon_fail(why, agon_length(why)); }

static const char *agon_options = "";

int option(const char *name) {
    agon_size n = agon_length(name);
    for (const char *at = agon_options; *at;) {
        agon_size i = 0;
        while (i < n && at[i] == name[i]) i++;
        if (i == n && at[n] == '=') return agon_to_int(at + n + 1);
        while (*at && *at != '\n') at++;
        if (*at) at++;
    }
    return 0;
}

typedef struct { int seats; State state; } agon_packed;
static agon_packed agon_now;

static int agon_place(int seat) {
    int place = 1;
    double own = outcome(&agon_now.state, seat);
    for (int other = 0; other < agon_now.seats; other++) place += outcome(&agon_now.state, other) > own;
    return place;
}

static long long agon_answer(void) { return (long long)(agon_size)agon_out.at << 32 | agon_out.size; }

static long long agon_position(void) {
    agon_size size = sizeof agon_now;
    int owes = 0;
    agon_out.size = 0;
    agon_add(&agon_out, &size, 4);
    agon_add(&agon_out, &agon_now, size);
    for (int seat = 0; seat < agon_now.seats; seat++) {
        if (!turn(&agon_now.state, seat)) continue;
        if (owes++) agon_put(" ");
        agon_number(seat);
    }
    agon_put("\n\n");
    for (int seat = 0, n = 0; seat < agon_now.seats; seat++) {
        if (owes && !turn(&agon_now.state, seat)) continue;
        if (n++) agon_put(owes ? "\n" : " ");
        agon_first = 1;
        if (owes) { moves(&agon_now.state, seat); continue; }
        agon_number(agon_place(seat));
        agon_put(":");
        agon_real(outcome(&agon_now.state, seat));
    }
    return agon_answer();
}

__attribute__((export_name("agon_buffer"))) void *agon_buffer(int size) {
    agon_in.size = 0;
    if ((agon_size)size + 1 > agon_in.room) {
        agon_in.room = 2 * (agon_size)size + 1024;
        agon_in.at = agon_take(agon_in.room);
    }
    return agon_in.at;
}

static void agon_load(int size) {
    __builtin_memcpy(&agon_now, agon_in.at, size < (int)sizeof agon_now ? size : (int)sizeof agon_now);
}

__attribute__((export_name("agon_deal"))) long long agon_deal(int seats, int options) {
    for (agon_size i = 0; i < sizeof agon_now; i++) ((agon_byte *)&agon_now)[i] = 0;
    agon_now.seats = seats;
    agon_options = options ? (const char *)agon_in.at : "";
    if (options) agon_in.at[options] = 0;
    deal(&agon_now.state, seats);
    return agon_position();
}

#define AGON_SEATS 128

__attribute__((export_name("agon_step"))) long long agon_step(int state, int size) {
    static const char *said[AGON_SEATS];
    agon_load(state);
    for (int seat = 0; seat < AGON_SEATS; seat++) said[seat] = 0;
    char *at = (char *)agon_in.at + state;
    for (char *end = at + size; at < end;) {
        int seat = agon_to_int(at);
        while (*at != '=') at++;
        char *move = ++at;
        for (; *at != '\n'; at++) *at = agon_unpacked(*at);
        *at++ = 0;
        if (seat >= 0 && seat < AGON_SEATS) said[seat] = move;
    }
    step(&agon_now.state, said);
    return agon_position();
}

__attribute__((export_name("agon_ask"))) long long agon_ask(int what, int seat, int state, int text) {
    (void)text;
    agon_load(state);
    agon_out.size = 0;
    agon_first = 1;
    switch (what) {
    case 0: // the ranks
        agon_put("[");
        for (int i = 0; i < agon_now.seats; i++) {
            agon_put(i ? ",[" : "[");
            agon_number(agon_place(i));
            agon_put(",");
            agon_real(outcome(&agon_now.state, i));
            agon_put("]");
        }
        agon_put("]");
        break;
    case 1:
        agon_put("{");
        observe(&agon_now.state, seat);
        agon_put("}");
        break;
    case 5: // what stands for a fault: the first move
        moves(&agon_now.state, seat);
        for (agon_size i = 0; i < agon_out.size; i++) {
            if (agon_out.at[i] == '\t') agon_out.size = i;
            else agon_out.at[i] = (agon_byte)agon_unpacked((char)agon_out.at[i]);
        }
        break;
    }
    return agon_answer();
}

#endif

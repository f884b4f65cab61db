/* ICU as the engine's yardstick: line opportunities and clusters from its break iterators, cells from its properties,
 * and the same greedy fill. The library is opened by name, so that one program measures any version of it.
 *
 *   icu LIBRARY VERSION width|wrap60 FILE     SECONDS COUNT of one pass over the lines of FILE
 *   icu LIBRARY VERSION starts WIDTH FILE     for each line, where the wrapped lines start (offsets in UTF-16)
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHARACTER = 0, LINE = 2, DONE = -1, EAST_ASIAN_WIDTH = 0x1004, EMOJI_PRESENTATION = 58, MODIFIER_BASE = 60,
       CATEGORY = 0x1005, IGNORABLE = 5 };

static void *(*open_iterator)(int, const char *, const uint16_t *, int, int *);
static void (*set_text)(void *, const uint16_t *, int, int *);
static int (*next_boundary)(void *);
static int (*property)(int, int);
static uint16_t *(*from_utf8)(uint16_t *, int, int *, const char *, int, int *);

static void *symbol(void *library, const char *name, const char *version) {
    char full[80];
    snprintf(full, sizeof full, "%s_%s", name, version);
    void *found = dlsym(library, full);
    if (!found) { fprintf(stderr, "icu: no %s\n", full); exit(2); }
    return found;
}

/* Cells of one scalar by the rules the engine follows. */
static int cells(int c) {
    if (c >= 0x20 && c < 0x7F) return 1;
    int width = property(c, EAST_ASIAN_WIDTH), category;
    if ((c >= 0x1F1E6 && c <= 0x1F1FF) || width == 3 || width == 5) return 2;
    if (property(c, EMOJI_PRESENTATION) || property(c, MODIFIER_BASE)) return 2;
    category = property(c, CATEGORY);
    if (category == 6 || category == 7 || category == 8 || category == 15 || category == 16) return 0;
    return property(c, IGNORABLE) && category <= 6 ? 0 : 1;
}

static int scalar(const uint16_t *text, int *at, int count) {
    int c = text[(*at)++];
    if ((c & 0xFC00) == 0xD800 && *at < count && (text[*at] & 0xFC00) == 0xDC00)
        c = 0x10000 + ((c & 0x3FF) << 10) + (text[(*at)++] & 0x3FF);
    return c;
}

/* Cells of the cluster text[from..<to]. */
static int cluster(const uint16_t *text, int from, int to) {
    int at = from, width = 0, narrow = 0;
    while (at < to) {
        int c = scalar(text, &at, to);
        if (c == 0xFE0F && narrow) { width = 2; narrow = 0; }
        else if (width == 0) { width = cells(c); narrow = width == 1; }
        else if (c != 0xFE0F) narrow = 0;
    }
    return width;
}

static uint16_t text[1 << 20];
static int starts[1 << 16], start_count;
static void *lines, *clusters;

static int measure(int count) {
    int status = 0, from = 0, to, sum = 0;
    set_text(clusters, text, count, &status);
    while ((to = next_boundary(clusters)) != DONE) { sum += cluster(text, from, to); from = to; }
    return sum;
}

/* Fills lines of `room` cells: blanks hang, what is longer than a line is cut at clusters. */
static int wrap(int count, int room) {
    int status = 0, from = 0, to, start = 0, column = 0, place = -1, place_column = 0, opportunity;
    set_text(clusters, text, count, &status);
    set_text(lines, text, count, &status);
    opportunity = next_boundary(lines);
    start_count = 1;
    starts[0] = 0;
    while ((to = next_boundary(clusters)) != DONE) {
        int width = cluster(text, from, to);
        while (opportunity != DONE && opportunity < from) opportunity = next_boundary(lines);
        if (opportunity == from && from > start) { place = from; place_column = column; }
        if (text[from] != ' ' && column + width > room && from > start) {
            if (place > start) { start = place; column -= place_column; }
            else { start = from; column = 0; }
            starts[start_count++] = start;
            place = -1;
            if (column + width > room && from > start) { start = from; column = 0; starts[start_count++] = from; }
        }
        column += width;
        from = to;
    }
    return start_count;
}

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc < 5) { fprintf(stderr, "usage: icu LIBRARY VERSION width|wrap60 FILE | starts WIDTH FILE\n"); return 2; }
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    if (!library) { fprintf(stderr, "icu: %s\n", dlerror()); return 2; }
    open_iterator = symbol(library, "ubrk_open", argv[2]);
    set_text = symbol(library, "ubrk_setText", argv[2]);
    next_boundary = symbol(library, "ubrk_next", argv[2]);
    property = symbol(library, "u_getIntPropertyValue", argv[2]);
    from_utf8 = symbol(library, "u_strFromUTF8", argv[2]);
    int status = 0, shows = !strcmp(argv[3], "starts"), room = shows ? atoi(argv[4]) : 60;
    lines = open_iterator(LINE, "en", NULL, 0, &status);
    clusters = open_iterator(CHARACTER, "en", NULL, 0, &status);
    FILE *file = fopen(argv[argc - 1], "rb");
    if (status > 0 || !file) { fprintf(stderr, "icu: cannot start\n"); return 2; }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = malloc(size + 1);
    if (fread(bytes, 1, size, file) != (size_t)size) return 2;
    double begin = seconds();
    long sum = 0;
    for (char *line = bytes, *end; line < bytes + size; line = end + 1) {
        int count = 0;
        end = memchr(line, '\n', bytes + size - line);
        if (!end) end = bytes + size;
        from_utf8(text, sizeof text / 2, &count, line, end - line, &status);
        sum += !strcmp(argv[3], "width") ? measure(count) : wrap(count, room);
        if (shows) for (int i = 0; i < start_count; i++) printf("%d%c", starts[i], i + 1 < start_count ? ' ' : '\n');
    }
    if (!shows) printf("%.6f %ld\n", seconds() - begin, sum);
    return 0;
}

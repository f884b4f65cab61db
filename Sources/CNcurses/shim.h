// What Swift cannot take from ncurses' headers as it is, each with the reason. The rest is called directly.
#define NCURSES_WIDECHAR 1
// Not in Swift's module for the C library: the calls that a crashed program stood in.
#include <execinfo.h>
#include <ncurses.h>
#include <stdio.h>
#include <term.h>

// <wchar.h> shows it only to those who ask for X/Open, which the importer does not.
extern int wcwidth(wchar_t character);
static inline int mingle_width(wchar_t character) { return wcwidth(character); }

// A global variable, which Swift 6 refuses as shared mutable state; so are `stdout` and `stdin`.
static inline WINDOW *mingle_stdscr(void) { return stdscr; }
static inline SCREEN *mingle_newterm(const char *name, FILE *output) { return newterm(name, output, stdin); }

// Not in Swift's module for the C library either: a file without a name, and a copy that programs started from here do
// not get.
extern int memfd_create(const char *name, unsigned int flags);
static inline int mingle_memory(void) { return memfd_create("mingle", 1 /* MFD_CLOEXEC */); }
extern int dup3(int from, int to, int flags);
static inline int mingle_redirect(int from, int to) { return dup3(from, to, 02000000 /* O_CLOEXEC */); }

// Macros that cast, which are not imported.
enum {
    MINGLE_NORMAL = A_NORMAL,
    MINGLE_BOLD = A_BOLD,
    MINGLE_DIM = A_DIM,
    MINGLE_UNDERLINE = A_UNDERLINE,
    MINGLE_REVERSE = A_REVERSE,
};
static inline attr_t mingle_italic(void) { return A_ITALIC; }

// Macros over global variables again.
static inline int mingle_colours(void) { return COLORS; }
static inline int mingle_pairs(void) { return COLOR_PAIRS; }

// Capabilities are asked for by name with a `char *` that is not const, and -1 stands for a name that is no string's.
static inline const char *mingle_capability(const char *name) {
    char *value = tigetstr((char *)name);
    return value == (char *)-1 ? NULL : value;
}
static inline int mingle_flag(const char *name) { return tigetflag((char *)name) > 0; }

// A variadic function. The result is valid until the next call.
static inline const char *mingle_address(const char *capability, int row, int column) {
    return tiparm(capability, row, column);
}

// Its second argument means an `int` behind the pointer when it is given, and the pair's number is cut otherwise.
static inline int mingle_style(attr_t attributes, int pair, int (*output)(int)) {
    return vid_puts(attributes, 0, &pair, output);
}

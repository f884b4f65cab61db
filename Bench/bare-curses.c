/* The least that a program on ncurses does: takes the screen, and gives it back. */
#include <curses.h>
#include <locale.h>

int main(void) {
    setlocale(LC_ALL, "");
    if (initscr() == NULL) return 1;
    refresh();
    endwin();
    return 0;
}

#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

/* Parts of ncurses that Swift can't import directly: its globals, its function-like and casting macros, and ioctl,
   which takes variable arguments. Everything else is called directly. */

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncurses.h>
#include <sys/ioctl.h>
#include <wchar.h>

static inline WINDOW *cncurses_stdscr(void) { return stdscr; }
static inline WINDOW *cncurses_curscr(void) { return curscr; }
static inline int cncurses_lines(void) { return LINES; }
static inline int cncurses_columns(void) { return COLS; }
static inline int cncurses_colors(void) { return COLORS; }
static inline int cncurses_color_pairs(void) { return COLOR_PAIRS; }

/* The size the kernel knows for a terminal; 0 when it knows none. */
static inline int cncurses_window_size(int fd, int *rows, int *columns)
{
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return 0;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 1;
}

/* The columns a character takes, by the C library that ncurses asks too; -1 for one it can't show. */
extern int wcwidth(wchar_t character);
static inline int cncurses_character_width(wchar_t character) { return wcwidth(character); }

/* A file in memory that is closed in programs started from here; -1 where the system has none. The header hides it. */
extern int memfd_create(const char *name, unsigned int flags);
static inline int cncurses_memory_file(void) { return memfd_create("frame", 1); }

/* A string capability of the open terminal, or NULL where it has none or the name is unknown. */
static inline const char *cncurses_capability(const char *name)
{
    const char *value = tigetstr((NCURSES_CONST char *) name);
    return value == (const char *) -1 ? NULL : value;
}

#define CNCURSES_BOLD 1
#define CNCURSES_DIM 2
#define CNCURSES_UNDERLINE 4
#define CNCURSES_REVERSE 8

static inline attr_t cncurses_attributes(int flags)
{
    attr_t attributes = A_NORMAL;
    if (flags & CNCURSES_BOLD) attributes |= A_BOLD;
    if (flags & CNCURSES_DIM) attributes |= A_DIM;
    if (flags & CNCURSES_UNDERLINE) attributes |= A_UNDERLINE;
    if (flags & CNCURSES_REVERSE) attributes |= A_REVERSE;
    return attributes;
}

static inline mmask_t cncurses_mouse_mask(void)
{
    return BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON2_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED
        | BUTTON_SHIFT | BUTTON_CTRL | BUTTON_ALT;
}

#endif

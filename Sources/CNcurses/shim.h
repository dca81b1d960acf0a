#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

/* What Swift can't import of ncurses as it stands: its globals, its function-like and casting macros, and ioctl,
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

/* The number of a function key, or -1 when the code is not of one. */
static inline int cncurses_function_key(int code)
{
    return code >= KEY_F(0) && code <= KEY_F(63) ? code - KEY_F0 : -1;
}

static inline mmask_t cncurses_mouse_mask(void)
{
    return BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON2_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED
        | BUTTON_SHIFT | BUTTON_CTRL | BUTTON_ALT;
}

enum cncurses_mouse_kind {
    CNCURSES_MOUSE_NONE,
    CNCURSES_MOUSE_PRESS,
    CNCURSES_MOUSE_RELEASE,
    CNCURSES_MOUSE_MIDDLE,
    CNCURSES_MOUSE_RIGHT,
    CNCURSES_MOUSE_WHEEL_UP,
    CNCURSES_MOUSE_WHEEL_DOWN
};

/* The next mouse event of the queue that KEY_MOUSE announced. */
static inline enum cncurses_mouse_kind cncurses_next_mouse(int *x, int *y, int *shift, int *control, int *alt)
{
    MEVENT event;
    if (getmouse(&event) != OK) return CNCURSES_MOUSE_NONE;
    *x = event.x;
    *y = event.y;
    *shift = (event.bstate & BUTTON_SHIFT) != 0;
    *control = (event.bstate & BUTTON_CTRL) != 0;
    *alt = (event.bstate & BUTTON_ALT) != 0;
    if (event.bstate & BUTTON4_PRESSED) return CNCURSES_MOUSE_WHEEL_UP;
    if (event.bstate & BUTTON5_PRESSED) return CNCURSES_MOUSE_WHEEL_DOWN;
    if (event.bstate & BUTTON1_PRESSED) return CNCURSES_MOUSE_PRESS;
    if (event.bstate & BUTTON1_RELEASED) return CNCURSES_MOUSE_RELEASE;
    if (event.bstate & BUTTON2_PRESSED) return CNCURSES_MOUSE_MIDDLE;
    if (event.bstate & BUTTON3_PRESSED) return CNCURSES_MOUSE_RIGHT;
    return CNCURSES_MOUSE_NONE;
}

#endif

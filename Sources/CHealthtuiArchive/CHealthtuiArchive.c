#include "CHealthtuiArchive.h"

#include "CHealthKitLoading.h"

// The functions of libarchive that are called: result, name, parameters, arguments, and the value returned if the
// library is missing. The compiler checks each against the library's own header.
#define FUNCTIONS(X) \
    X(struct archive_entry *, archive_entry_clear, (struct archive_entry *a), (a), NULL) \
    X(mode_t, archive_entry_filetype, (struct archive_entry *a), (a), 0) \
    X(void, archive_entry_free, (struct archive_entry *a), (a), ) \
    X(int, archive_entry_is_encrypted, (struct archive_entry *a), (a), 0) \
    X(time_t, archive_entry_mtime, (struct archive_entry *a), (a), 0) \
    X(struct archive_entry *, archive_entry_new, (void), (), NULL) \
    X(const char *, archive_entry_pathname, (struct archive_entry *a), (a), NULL) \
    X(const char *, archive_entry_pathname_utf8, (struct archive_entry *a), (a), NULL) \
    X(void, archive_entry_set_filetype, (struct archive_entry *a, unsigned int b), (a, b), ) \
    X(void, archive_entry_set_mtime, (struct archive_entry *a, time_t b, long c), (a, b, c), ) \
    X(void, archive_entry_set_pathname_utf8, (struct archive_entry *a, const char *b), (a, b), ) \
    X(void, archive_entry_set_perm, (struct archive_entry *a, mode_t b), (a, b), ) \
    X(int, archive_errno, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(const char *, archive_error_string, (struct archive *a), (a), archive_problem()) \
    X(la_int64_t, archive_filter_bytes, (struct archive *a, int b), (a, b), ARCHIVE_FATAL) \
    X(int, archive_read_data_block, (struct archive *a, const void **b, size_t *c, la_int64_t *d), (a, b, c, d), ARCHIVE_FATAL) \
    X(int, archive_read_free, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(int, archive_read_has_encrypted_entries, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(struct archive *, archive_read_new, (void), (), NULL) \
    X(int, archive_read_next_header, (struct archive *a, struct archive_entry **b), (a, b), ARCHIVE_FATAL) \
    X(int, archive_read_open_fd, (struct archive *a, int b, size_t c), (a, b, c), ARCHIVE_FATAL) \
    X(int, archive_read_set_options, (struct archive *a, const char *b), (a, b), ARCHIVE_FATAL) \
    X(int, archive_read_support_format_zip, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(int, archive_read_support_format_zip_seekable, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(int, archive_write_close, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(la_ssize_t, archive_write_data, (struct archive *a, const void *b, size_t c), (a, b, c), ARCHIVE_FATAL) \
    X(int, archive_write_fail, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(int, archive_write_free, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(int, archive_write_header, (struct archive *a, struct archive_entry *b), (a, b), ARCHIVE_FATAL) \
    X(struct archive *, archive_write_new, (void), (), NULL) \
    X(int, archive_write_open_filename, (struct archive *a, const char *b), (a, b), ARCHIVE_FATAL) \
    X(int, archive_write_set_bytes_in_last_block, (struct archive *a, int b), (a, b), ARCHIVE_FATAL) \
    X(int, archive_write_set_format_zip, (struct archive *a), (a), ARCHIVE_FATAL) \
    X(int, archive_write_set_options, (struct archive *a, const char *b), (a, b), ARCHIVE_FATAL)

LOADING_LIBRARY(archive_problem, "libarchive.so.13", FUNCTIONS)

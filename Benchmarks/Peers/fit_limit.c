/* Checks and decodes the records of FIT files that follow each other on standard input, and adds them up: the yardstick of a reader.

   Use: unzip -p activities.zip | fit_limit */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { record_message = 20, time_field = 253 };

struct layout {
    int is_big, message, count, size;
    uint8_t fields[255][3];
};

static uint16_t table[256];

static void make_table(void)
{
    for (int byte = 0; byte < 256; byte++) {
        uint16_t value = (uint16_t)byte;
        for (int bit = 0; bit < 8; bit++) value = (uint16_t)(value & 1 ? value >> 1 ^ 0xA001 : value >> 1);
        table[byte] = value;
    }
}

static uint32_t number(const uint8_t *bytes, int size, int is_big)
{
    uint32_t value = 0;
    for (int i = 0; i < size && i < 4; i++) value |= (uint32_t)bytes[is_big ? size - 1 - i : i] << 8 * i;
    return value;
}

/* Reads a definition; returns the byte after it, or NULL if it is cut. */
static const uint8_t *define(struct layout *layout, int header, const uint8_t *at, const uint8_t *end)
{
    if (end - at < 5) return NULL;
    layout->is_big = at[1];
    layout->message = (int)number(at + 2, 2, at[1]);
    layout->count = at[4];
    layout->size = 0;
    at += 5;
    if (end - at < 3 * layout->count) return NULL;
    memcpy(layout->fields, at, (size_t)(3 * layout->count));
    for (int i = 0; i < layout->count; i++) layout->size += layout->fields[i][1];
    at += 3 * layout->count;
    if (!(header & 0x20)) return at;
    if (at == end || end - at < 1 + 3 * *at) return NULL;
    for (int i = 0; i < *at; i++) layout->size += at[2 + 3 * i];
    return at + 1 + 3 * *at;
}

/* Decodes the records of one part; returns how many. */
static long read_part(const uint8_t *at, const uint8_t *end, double *sum)
{
    static struct layout layouts[16];
    memset(layouts, 0, sizeof layouts);
    long records = 0;
    while (at < end) {
        int header = *at++;
        struct layout *layout = &layouts[header & 0x80 ? header >> 5 & 3 : header & 15];
        if ((header & 0xC0) == 0x40) {
            at = define(layout, header, at, end);
            if (at == NULL) break;
            continue;
        }
        if (layout->size == 0 || end - at < layout->size) break;
        if (layout->message == record_message) {
            const uint8_t *field = at;
            for (int i = 0; i < layout->count; i++) {
                *sum += number(field, layout->fields[i][1], layout->is_big);
                field += layout->fields[i][1];
            }
            records++;
        }
        at += layout->size;
    }
    return records;
}

int main(void)
{
    size_t room = 1 << 20, length = 0, got;
    uint8_t *bytes = malloc(room);
    while (bytes != NULL && (got = fread(bytes + length, 1, room - length, stdin)) > 0) {
        length += got;
        if (length == room) bytes = realloc(bytes, room *= 2);
    }
    if (bytes == NULL) return 71;
    make_table();
    long records = 0;
    double sum = 0;
    for (size_t at = 0; at + 14 <= length;) {
        size_t head = bytes[at], size = number(bytes + at + 4, 4, 0), end = at + head + size;
        if (memcmp(bytes + at + 8, ".FIT", 4) != 0 || end + 2 > length) return 65;
        uint16_t check = 0;
        for (size_t i = at; i < end; i++) check = (uint16_t)(check >> 8 ^ table[(check ^ bytes[i]) & 255]);
        if (check != number(bytes + end, 2, 0)) return 65;
        records += read_part(bytes + at + head, bytes + end, &sum);
        at = end + 2;
    }
    printf("%ld %.17g\n", records, sum);
    return 0;
}

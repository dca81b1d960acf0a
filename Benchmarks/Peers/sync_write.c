/* What a disk needs to keep 4 KiB: a write in place and an fsync.

   Use: sync_write FILE */
#include "peer.h"
#include <fcntl.h>
#include <unistd.h>

enum { BLOCK = 4096, BLOCKS = 1024 };

static int file;

static double work(const char *request, struct answer *answer)
{
    static char block[BLOCK];
    static long turn;
    (void)request; (void)answer;
    memset(block, (int)++turn, sizeof block);
    double began = now();
    if (pwrite(file, block, BLOCK, turn % BLOCKS * BLOCK) == BLOCK && fsync(file) == 0) return now() - began;
    printf("error the write failed\n");
    return -1;
}

int main(int argc, char **argv)
{
    file = argc == 2 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0 || posix_fallocate(file, 0, BLOCK * BLOCKS) != 0) {
        fprintf(stderr, "usage: sync_write FILE\n");
        return 64;
    }
    serve(work);
    return 0;
}

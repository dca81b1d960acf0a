import Foundation
import Testing

/// A clock that begins at a fixed time for a program that runs: a library that is loaded before the C library answers for it.
struct FixedClock {
    /// What the program's environment needs.
    let environment: [String: String]

    /// Makes the library.
    ///
    /// - Parameters:
    ///   - start: The time at which each program begins.
    ///   - folder: The folder for the library.
    /// - Throws: An error if there is no C compiler.
    init(_ start: Date, in folder: ScratchFolder) throws {
        let (source, library) = (folder.path("clock.c"), folder.path("clock.so"))
        try Data(Self.source.utf8).write(to: URL(fileURLWithPath: source))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "sh", "-c", "$(command -v cc || command -v clang) -shared -fPIC -o \"$2\" \"$1\"", "sh", source, library,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "no C compiler makes the clock")
        environment = ["LD_PRELOAD": library, "CLOCK_BEGINS_AT": String(Int(start.timeIntervalSince1970))]
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long long shift;

        static int real_time(clockid_t id, struct timespec *time) {
            return (int)syscall(SYS_clock_gettime, id, time);
        }

        __attribute__((constructor)) static void begin(void) {
            struct timespec now;
            const char *start = getenv("CLOCK_BEGINS_AT");
            if (start && real_time(CLOCK_REALTIME, &now) == 0) shift = atoll(start) - now.tv_sec;
        }

        int clock_gettime(clockid_t id, struct timespec *time) {
            int result = real_time(id, time);
            if (result == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) time->tv_sec += shift;
            return result;
        }

        int gettimeofday(struct timeval *restrict time, void *restrict zone) {
            struct timespec now;
            int result = clock_gettime(CLOCK_REALTIME, &now);
            (void)zone;
            time->tv_sec = now.tv_sec;
            time->tv_usec = now.tv_nsec / 1000;
            return result;
        }

        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }

        """
}

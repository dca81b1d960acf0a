import Foundation
import Glibc

/// Starts another program of the app for a workout.
enum CompanionLauncher {
    /// The variable that tells a program that was started for which workout.
    static let variable = "HEALTHKIT_WORKOUT_CONFIGURATION"

    /// Starts a program, which goes on by itself.
    ///
    /// - Throws: `errorInvalidArgument` when its executable is not there any more or does not start.
    static func start(_ companion: CompanionProgram, _ gate: Gate, configuration: WorkoutConfigurationContent) throws {
        guard let program = companion.program, FileManager.default.isExecutableFile(atPath: program) else {
            throw HKError.invalid(
                "The program of \(companion.bundleIdentifier) is not where it was: \(companion.program ?? "unknown")"
            )
        }
        var environment = ProcessInfo.processInfo.environment
        environment[variable] = String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self)
        // Not the identity of this program.
        environment["HEALTHKIT_BUNDLE_IDENTIFIER"] = companion.bundleIdentifier
        if let path = gate.storePath { environment["HEALTHKIT_STORE"] = path }
        try spawn(program, environment)
    }

    /// A child in a session of its own: it neither ends with this process nor reads its terminal.
    private static func spawn(_ program: String, _ environment: [String: String]) throws {
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        var values: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + values { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // What it has to say would stand across the screen of this program.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
        var child: pid_t = 0
        let status = posix_spawn(&child, program, &actions, &attributes, &words, &values)
        guard status == 0 else {
            throw HKError.invalid("\(program) does not start: \(String(cString: strerror(status)))")
        }
        // Whenever it ends, nothing of it is left behind.
        let process = child
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
        }
    }
}

extension HKWorkoutConfiguration {
    /// The workout for which another program of the app started this one.
    ///
    /// Linux only: it stands for the configuration that a watch app gets from the system.
    ///
    /// - Returns: The configuration; `nil` for a program that a person started.
    public class func ofLaunch() -> HKWorkoutConfiguration? {
        let text = ProcessInfo.processInfo.environment[CompanionLauncher.variable]
        guard let data = text?.data(using: .utf8) else { return nil }
        return (try? JSONDecoder().decode(WorkoutConfigurationContent.self, from: data))?.object
    }
}

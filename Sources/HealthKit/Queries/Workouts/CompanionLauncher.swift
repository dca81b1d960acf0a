import Foundation
import HealthKitStore

/// Starts another program of the app for a workout.
enum CompanionLauncher {
    /// Starts a program that keeps running independently.
    ///
    /// - Throws: `errorInvalidArgument` when its executable is not there any more or does not start.
    static func start(_ companion: CompanionProgram, _ port: any CallPort, configuration: WorkoutConfigurationContent)
        throws
    {
        let text = String(decoding: try JSONEncoder().encode(configuration), as: UTF8.self)
        if try port.startCompanion(companion.bundleIdentifier, configuration: text) { return }
        guard let program = companion.program, FileManager.default.isExecutableFile(atPath: program) else {
            throw HKError.invalid(
                "The program of \(companion.bundleIdentifier) was not found: \(companion.program ?? "unknown path")"
            )
        }
        var environment = ProcessInfo.processInfo.environment
        environment[CompanionProgram.configurationVariable] = text
        // Not the identity of this program.
        environment["HEALTHKIT_BUNDLE_IDENTIFIER"] = companion.bundleIdentifier
        if let path = port.storePath { environment["HEALTHKIT_STORE"] = path }
        guard let problem = DetachedProgram.start(program, environment: environment) else { return }
        throw HKError.invalid("\(program) can't be started: \(problem)")
    }
}

extension HKWorkoutConfiguration {
    /// The workout for which another program of the app started this one.
    ///
    /// Linux only: it replaces the configuration that a watch app gets from the system.
    ///
    /// - Returns: The configuration; `nil` for a program that a person started.
    public class func ofLaunch() -> HKWorkoutConfiguration? {
        let text = ProcessInfo.processInfo.environment[CompanionProgram.configurationVariable]
        guard let data = text?.data(using: .utf8) else { return nil }
        // A program that wasn't started for a session, or by a later version, begins as usual.
        return (try? JSONDecoder().decode(WorkoutConfigurationContent.self, from: data))?.object
    }
}

import Foundation
import Glibc
import HealthKit

/// The location of Python: named in the environment, in the folder that errors suggest for it, or on the path.
package struct StudyPython: Sendable {
    /// The program.
    package let program: String
    /// The folder where a Python of its own would be installed.
    package let folder: String

    /// Finds Python.
    ///
    /// - Parameter environment: The variables of the process.
    /// - Throws: ``StudyError`` where there is none.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        folder = data + "/healthtui/python"
        if let named = environment["HEALTHTUI_PYTHON"], !named.isEmpty {
            guard access(named, X_OK) == 0 else {
                throw StudyError("HEALTHTUI_PYTHON", "\(named.printable) can't be run")
            }
            program = named
            return
        }
        let own = folder + "/bin/python3"
        let places = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { String($0) + "/python3" }
        guard let found = ([own] + places).first(where: { access($0, X_OK) == 0 }) else {
            throw StudyError("python3", "not found. Install it with: sudo apt-get install python3 python3-venv")
        }
        program = found
    }
}

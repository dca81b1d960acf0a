import Foundation
import Glibc

/// Properties of the machine that this runs on.
package struct Machine: Sendable {
    package let hostName: String
    package let architecture: String
    package let systemName: String
    package let operatingSystem: OperatingSystemVersion

    package static let current = Machine()

    /// The path of the running executable; the name it was invoked with if the system doesn't provide the path.
    package static let executablePath: String =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? CommandLine.arguments.first ?? "app"

    /// The path of the default store for a process environment.
    static func storePath(_ environment: [String: String]) -> String {
        if let path = environment["HEALTHKIT_STORE"], !path.isEmpty, ServiceAddress(path) == nil { return path }
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return data + "/healthtui/health.store"
    }

    private init() {
        var names = utsname()
        let known = uname(&names) == 0
        hostName = known ? Self.text(&names.nodename) : "localhost"
        architecture = known ? Self.text(&names.machine) : "unknown"
        systemName = known ? Self.text(&names.sysname) : "Linux"
        operatingSystem = ProcessInfo.processInfo.operatingSystemVersion
    }

    private static func text<T>(_ field: inout T) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

import Foundation
import Glibc

/// What is known of the machine this runs on.
package struct Machine: Sendable {
    package let hostName: String
    package let architecture: String
    package let systemName: String
    package let operatingSystem: OperatingSystemVersion

    package static let current = Machine()

    /// The path of the running executable.
    package static let executablePath: String =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        ?? CommandLine.arguments.first ?? "app"

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

    /// This machine as a device.
    package var device: HKDevice {
        let version = operatingSystem
        return HKDevice(
            name: hostName,
            manufacturer: nil,
            model: systemName,
            hardwareVersion: architecture,
            firmwareVersion: nil,
            softwareVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
    }
}

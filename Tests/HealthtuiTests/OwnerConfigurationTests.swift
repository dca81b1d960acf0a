import Foundation
import Glibc
import Testing

@testable import healthtui

/// The configuration that lets commands give rights without a question.
@Suite("The configuration that gives rights") struct OwnerConfigurationTests {
    private let folder: ScratchFolder
    private var home: String { folder.path("home") }

    init() throws {
        folder = try ScratchFolder()
        try make(folder.path("home"))
    }

    private func make(_ path: String, _ mode: Int = 0o700) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: mode]
        )
    }

    private func write(_ text: String, _ path: String, _ mode: Int = 0o600) throws {
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private var allows: Bool { get throws { try OwnerConfiguration(home: home).allowsUnattended() } }

    private let line = "# mine\nunattended-permissions = allow\n"

    @Test("It counts where the line is there; without a file, or with another line, nothing is allowed")
    func plain() throws {
        #expect(try !allows)
        try make(home + "/.config/healthtui")
        #expect(try !allows)
        try write("unattended-permissions = deny\n", home + "/.config/healthtui/config")
        #expect(try !allows)
        try write(line, home + "/.config/healthtui/config")
        #expect(try allows)
    }

    @Test("A home that is there and can't be read isn't one without a file")
    func unreadable() {
        // Longer than the system takes, which fails with another error than that there is nothing.
        let long = OwnerConfiguration(home: home + "/" + String(repeating: "h", count: 300))
        #expect(throws: CommandFailure.self) { try long.allowsUnattended() }
    }

    @Test(
        "A file or folder that others may write is refused",
        arguments: ["", "/.config", "/.config/healthtui", "/.config/healthtui/config"]
    )
    func writable(place: String) throws {
        try make(home + "/.config/healthtui")
        try write(line, home + "/.config/healthtui/config")
        for mode in [0o720, 0o702] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home + place)
            #expect(throws: CommandFailure.self, "\(place)") { try allows }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home + place)
        #expect(try allows)
    }

    @Test("No link is followed", arguments: ["/.config", "/.config/healthtui", "/.config/healthtui/config"])
    func links(place: String) throws {
        let real = folder.path("real")
        try make(real + "/.config/healthtui")
        try write(line, real + "/.config/healthtui/config")
        try make(URL(fileURLWithPath: home + place).deletingLastPathComponent().path)
        try FileManager.default.createSymbolicLink(atPath: home + place, withDestinationPath: real + place)
        #expect(throws: CommandFailure.self) { try allows }
    }

    @Test("What is no file does not hold the program up")
    func pipe() throws {
        try make(home + "/.config/healthtui")
        #expect(mkfifo(home + "/.config/healthtui/config", 0o600) == 0)
        #expect(throws: CommandFailure.self) { try allows }
    }

    @Test("The home folder is that of the password database")
    func passwords() throws {
        let known = try #require(getpwuid(geteuid())?.pointee.pw_dir)
        #expect(OwnerConfiguration.ofUser()?.path == String(cString: known) + "/.config/healthtui/config")
    }
}

import ArgumentParser
import Foundation
import Glibc
import HealthKit

/// The source of a command's passphrase: never its arguments or the environment, where others can read it.
struct SecretArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read the passphrase, or the PIN that a service asks for, from the first line of a file instead of asking.",
            valueName: "file"
        )
    )
    var passphraseFile: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read it from the first line of an open file descriptor.",
            valueName: "number"
        )
    )
    var passphraseFd: Int32?

    func validate() throws {
        if passphraseFile != nil, passphraseFd != nil {
            throw ValidationError("--passphrase-file and --passphrase-fd can't be used together")
        }
        if let passphraseFd, passphraseFd < 0 { throw ValidationError("--passphrase-fd must be 0 or greater") }
    }

    /// Whether the options include a secret.
    var isNamed: Bool { passphraseFile != nil || passphraseFd != nil }

    /// Reads the passphrase, or asks for it.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - prompt: The question.
    ///   - isPIN: Whether it is a PIN, with which no other user can do anything: the service doesn't serve them.
    /// - Returns: The secret.
    /// - Throws: ``CommandFailure`` if there is none, and for a passphrase in a file that others can read.
    func secret(_ kind: StoreSecret.Kind, prompt: String, isPIN: Bool = false) throws -> StoreSecret {
        if let passphraseFile {
            let file = open(passphraseFile, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw CommandFailure(passphraseFile, String(cString: strerror(errno))) }
            defer { close(file) }
            if !isPIN { try Self.checkPrivacy(of: file, named: passphraseFile) }
            return try SecretReader.line(of: file, named: passphraseFile).take(kind)
        }
        if let passphraseFd { return try SecretReader.line(of: passphraseFd, named: "--passphrase-fd").take(kind) }
        return try SecretReader.ask(prompt).take(kind)
    }

    /// Refuses a file with a passphrase that others can read.
    private static func checkPrivacy(of file: Int32, named name: String) throws {
        var status = stat()
        // A pipe doesn't belong to another user.
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o044 != 0 else { return }
        throw CommandFailure(name, "others can read this file; make it yours alone with chmod 600")
    }
}

/// Reads secrets, byte by byte into guarded memory.
enum SecretReader {
    /// The first line of a file.
    ///
    /// - Parameters:
    ///   - file: The open file.
    ///   - name: Its name in error messages.
    /// - Returns: The line.
    /// - Throws: ``CommandFailure`` for input that cannot be read or is too long.
    static func line(of file: Int32, named name: String) throws -> StoreSecret.Entry {
        guard let entry = try optionalLine(of: file, named: name) else {
            throw CommandFailure(name, "contains no passphrase")
        }
        return entry
    }

    private static func optionalLine(of file: Int32, named name: String) throws -> StoreSecret.Entry? {
        let entry = try StoreSecret.Entry()
        var byte: UInt8 = 0
        while true {
            let count = read(file, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandFailure(name, String(cString: strerror(errno))) }
            if count == 0 || byte == UInt8(ascii: "\n") { break }
            guard entry.add(byte) else { throw CommandFailure(name, "the first line is too long for a passphrase") }
        }
        byte = 0
        return entry.count > 0 ? entry : nil
    }

    /// Whether a person at the terminal can be asked: the program is in the foreground.
    static var canAsk: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }

    /// Asks at the terminal without echo.
    ///
    /// - Parameter prompt: The question.
    /// - Returns: The text typed.
    /// - Throws: ``CommandFailure`` if there is no terminal, and for empty input.
    static func ask(_ prompt: String) throws -> StoreSecret.Entry {
        guard let entry = try askOptional(prompt) else {
            throw CommandFailure("passphrase", "contains no passphrase")
        }
        return entry
    }

    /// Asks at the terminal for an optional secret without echo.
    ///
    /// - Parameter prompt: The question.
    /// - Returns: The text typed; `nil` for nothing.
    /// - Throws: ``CommandFailure`` if there is no terminal.
    static func askOptional(_ prompt: String) throws -> StoreSecret.Entry? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw CommandFailure(
                "passphrase",
                "no terminal to ask at; use --passphrase-file or --passphrase-fd"
            )
        }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else {
            throw CommandFailure("passphrase", "the terminal can't hide what is typed")
        }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK)
        silent.c_lflag |= tcflag_t(ECHONL)
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else {
            throw CommandFailure("passphrase", "the terminal can't hide what is typed")
        }
        // Also when a signal ends the program meanwhile.
        SilencedTerminal.note(terminal, before)
        defer {
            tcsetattr(terminal, TCSAFLUSH, &before)
            SilencedTerminal.forget()
        }
        let text = Array(prompt.utf8)
        _ = write(terminal, text, text.count)
        return try optionalLine(of: terminal, named: "passphrase")
    }
}

/// The terminal whose echo is off at the moment, so that it can be restored at the program's end.
enum SilencedTerminal {
    nonisolated(unsafe) private static var descriptor: Int32 = -1
    nonisolated(unsafe) private static var settings = termios()

    static func note(_ terminal: Int32, _ before: termios) {
        settings = before
        descriptor = terminal
    }

    static func forget() { descriptor = -1 }

    /// Turns the terminal's echo on again.
    static func restore() {
        if descriptor >= 0 { tcsetattr(descriptor, TCSANOW, &settings) }
    }
}

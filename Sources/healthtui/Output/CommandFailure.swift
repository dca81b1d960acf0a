import Glibc

/// The program's exit codes; those above 1 are the ones that `sysexits.h` has for the case.
enum ExitStatus {
    /// Success.
    static let success: Int32 = 0
    /// Something failed, was refused by the person, or was found damaged.
    static let failure: Int32 = 1
    /// The command line is invalid; nothing was read or changed.
    static let usage = EX_USAGE
    /// A file was imported only in part, or not at all.
    static let badData = EX_DATAERR
    /// A file can't be read.
    static let noInput = EX_NOINPUT
    /// The store is locked.
    static let locked = EX_NOPERM

    /// The meaning of each code, for help and documentation.
    static let meanings: [(code: Int32, text: String)] = [
        (success, "success; after an import, everything in the files is in the store"),
        (failure, "something failed, was refused by the person, or was found damaged"),
        (usage, "the command line is invalid; nothing was read or changed"),
        (badData, "a file isn't an export, is incomplete or damaged, or was refused in part; the rest is imported"),
        (noInput, "a file can't be read"),
        (locked, "the store is locked; unlock it with healthtui unlock"),
    ]

    /// The codes and their meanings, one per line.
    static var table: String {
        meanings.map { "  \($0.code)\(String(repeating: " ", count: 4 - "\($0.code)".count))\($0.text)" }
            .joined(separator: "\n")
    }

    /// The code for several things of which each has one: that of the gravest.
    static func worst(_ codes: [Int32]) -> Int32 {
        [failure, locked, noInput, badData].first { codes.contains($0) } ?? success
    }
}

/// A failure of a command: what failed, and why.
struct CommandFailure: Error, CustomStringConvertible {
    let what: String
    let why: String
    /// The code to end with.
    let status: Int32

    init(_ what: String, _ why: String, status: Int32 = ExitStatus.failure) {
        self.what = what
        self.why = why
        self.status = status
    }

    /// A value on the command line that makes no sense, whatever the store holds.
    static func usage(_ what: String, _ why: String) -> CommandFailure {
        CommandFailure(what, why, status: ExitStatus.usage)
    }

    var description: String { "\(what): \(why)" }
}

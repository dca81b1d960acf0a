/// A reason that the console can't open on a terminal.
package enum TerminalError: Error, Hashable, CustomStringConvertible {
    /// Neither standard input and output nor the controlling terminal can be used.
    case noTerminal
    /// `TERM` is not set.
    case noTerminalType
    /// The terminal database has no entry of that name.
    case unknownTerminalType(String)
    /// The terminal can't position its cursor.
    case noCursorAddressing(String)
    /// The process has the terminal open already.
    case alreadyOpen
    /// A system call failed.
    case system(call: String, code: Int32)

    package var description: String {
        switch self {
        case .noTerminal:
            "no terminal: the console needs one; in a script, use the subcommands (healthtui --help)"
        case .noTerminalType:
            "TERM is not set: set it to your terminal's type, such as xterm-256color"
        case .unknownTerminalType(let name):
            "unknown terminal type \(name): set TERM to one that is installed, such as xterm-256color or vt100"
        case .noCursorAddressing(let name):
            "a terminal of type \(name) can't place its cursor: ACCESSIBLE=1 healthtui asks line by line, and the subcommands need no terminal (healthtui --help)"
        case .alreadyOpen:
            "the terminal is already open"
        case .system(let call, let code):
            "\(call) failed with error \(code)"
        }
    }
}

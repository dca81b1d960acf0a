/// A command that may draw on the terminal, where a line of the log would stand in its way.
protocol TerminalTaking {
    var takesTerminal: Bool { get }
}

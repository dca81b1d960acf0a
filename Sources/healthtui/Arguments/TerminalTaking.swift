/// A command that may draw on the terminal, where a line of the log would disturb the screen.
protocol TerminalTaking {
    var takesTerminal: Bool { get }
}

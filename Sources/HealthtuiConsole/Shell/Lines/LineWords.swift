import HealthtuiTerminalUI

/// The words by which the commands of the key table are typed line by line.
enum LineWords {
    /// Commands that only make sense with keys and a screen; here they happen automatically, or by a row's number.
    static let ofScreensAlone: Set<Command> = [
        .help, .redraw, .suspend, .interrupt, .commandLine, .back, .quit, .up, .down, .halfPageUp, .halfPageDown,
        .browseFiles,
        .complete, .accept, .goOn, .cancel, .copy, .erase, .unlock,
    ]

    /// Whether a command is listed in the help.
    static func isUseful(_ command: Command) -> Bool { !ofScreensAlone.contains(command) }

    /// The word of a command: the last part of its name, or the full name if another command has the same last part.
    static func word(of binding: KeyBinding<Command>, in bindings: [KeyBinding<Command>]) -> String {
        let short = Self.short(binding)
        let same = Set(bindings.filter { Self.short($0) == short }.map(\.command))
        return same.count > 1 ? binding.name : short
    }

    /// The command that a text names: by its word, its name, its hint, its key, or the beginning of one word alone.
    static func binding(_ text: String, in bindings: [KeyBinding<Command>]) -> KeyBinding<Command>? {
        let folded = text.lowercased()
        let word = { (binding: KeyBinding<Command>) in Self.word(of: binding, in: bindings).lowercased() }
        if let exact = bindings.first(where: { word($0) == folded || $0.name.lowercased() == folded }) { return exact }
        if let hint = bindings.first(where: { $0.hint.lowercased() == folded }) { return hint }
        if let key = bindings.first(where: { $0.keys.contains { $0.label == text } }) { return key }
        let begun = bindings.filter { word($0).hasPrefix(folded) && isUseful($0.command) }
        return Set(begun.map(\.command)).count == 1 ? begun.first : nil
    }

    private static func short(_ binding: KeyBinding<Command>) -> String {
        binding.name.split(separator: ".").last.map(String.init) ?? binding.name
    }
}

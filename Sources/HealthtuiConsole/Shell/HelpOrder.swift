import HealthtuiTerminalUI

/// The order of the help: the ten keys that matter most, then the rest by purpose.
enum HelpOrder {
    /// The number of entries at the top.
    static let most = 10

    /// Sorts the keys of a screen.
    ///
    /// - Parameter entries: The available entries, innermost first.
    /// - Returns: The same, each once, with its heading.
    static func sorted(_ entries: [HelpEntry<Command>]) -> [HelpEntry<Command>] {
        let ranked = entries.indices.filter { entries[$0].importance > 0 }
            .sorted { (entries[$1].importance, $0) < (entries[$0].importance, $1) }
        let top = ranked.prefix(most)
        func group(_ index: Int, _ name: String) -> HelpEntry<Command> {
            var entry = entries[index]
            entry.group = name
            return entry
        }
        let rest = entries.indices.filter { !top.contains($0) }
        return top.map { group($0, HelpStrings.first) }
            + HelpPurpose.allCases.flatMap { purpose in
                rest.filter { HelpPurpose(entries[$0]) == purpose }.map { group($0, purpose.name) }
            }
    }
}

/// The purpose of a key.
enum HelpPurpose: CaseIterable {
    case move
    case see
    case change
    case screens
    case program

    init(_ entry: HelpEntry<Command>) {
        switch entry.command {
        case _ where Tab(entry.command) != nil: self = .screens
        case .nextTab, .previousTab, .back, .commandLine, .log, .notices: self = .screens
        case .undo, .redo: self = .change
        case .help, .redraw, .suspend, .interrupt, .quit, .lock: self = .program
        case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .previousView, .nextView,
            .cardLeft, .cardRight, .earlier, .later, .earliest, .latest, .cursorLeft, .cursorRight, .nextField,
            .previousField, .readColumn, .shareColumn, .otherColumn:
            self = .move
        default: self = entry.isWriting ? .change : .see
        }
    }

    var name: String {
        switch self {
        case .move: HelpStrings.move
        case .see: HelpStrings.see
        case .change: HelpStrings.change
        case .screens: HelpStrings.screens
        case .program: HelpStrings.program
        }
    }
}

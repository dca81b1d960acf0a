import CHealthtuiNcurses
import HealthtuiTerminalUI

/// The sequences of keys: those in the terminal's database entry, and those that xterm and its many relatives send.
struct KeySequences {
    /// The keys of the terminal's own sequences.
    let known: [[UInt8]: Key]

    /// The sequences that terminals have in common.
    static let standard = KeySequences(known: [:])

    /// The sequences of the terminal that ncurses has open.
    static func ofOpenTerminal() -> KeySequences {
        var known: [[UInt8]: Key] = [:]
        let functions = (1...36).map { ("kf\($0)", functionKey($0)) }
        for (name, key) in functions + capabilities {
            guard let value = cncurses_capability(name) else { continue }
            let bytes = Array(String(cString: value).utf8)
            // A one-byte capability is a character, which the decoder already knows.
            guard bytes.count > 2, bytes[0] == 0x1B, bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O")
            else { continue }
            known[bytes] = key
        }
        return KeySequences(known: known)
    }

    private static let capabilities: [(String, Key)] = [
        ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
        ("kpp", .pageUp), ("knp", .pageDown), ("kcbt", .backtab), ("kent", .enter), ("kbs", .backspace),
        ("kdch1", .delete), ("kich1", .insert), ("ka1", .home), ("ka3", .pageUp), ("kc1", .end), ("kc3", .pageDown),
        ("kfnd", .home), ("kslt", .end), ("kLFT", Key(.left, .shift)), ("kRIT", Key(.right, .shift)),
        ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)), ("kHOM", Key(.home, .shift)),
        ("kEND", Key(.end, .shift)), ("kPRV", Key(.pageUp, .shift)), ("kNXT", Key(.pageDown, .shift)),
        ("kDC", Key(.delete, .shift)),
    ]

    /// Terminals number Shift-F1 and Ctrl-F1 on from F12.
    private static func functionKey(_ number: Int) -> Key {
        switch number {
        case ...12: .function(number)
        case 13...24: Key(.function(number - 12), .shift)
        default: Key(.function(number - 24), .control)
        }
    }

    /// The key of an xterm sequence; nil when it isn't a key.
    static func key(_ sequence: ControlSequence) -> Key? {
        guard sequence.mark == nil, !sequence.hasIntermediates else { return nil }
        let parameters = sequence.parameters
        let code: Key.Code?
        switch (sequence.introducer, sequence.final) {
        case ("[", "~"):
            code = parameters.first.flatMap { numbered[$0] }
        case ("[", "Z") where parameters.isEmpty:
            return .backtab
        case ("O", "M") where parameters.isEmpty:
            return .enter
        case ("O", let final) where parameters.isEmpty:
            code = lettered[final] ?? functions[final]
        case ("[", let final) where parameters.isEmpty || parameters.first == 1 && parameters.count == 2:
            code = lettered[final] ?? (parameters.count == 2 && final != "R" ? functions[final] : nil)
        default: return nil
        }
        guard let code, let modifiers = modifiers(parameters.count > 1 ? parameters[1] : 1) else { return nil }
        return parameters.count <= 2 ? Key(code, modifiers) : nil
    }

    private static func modifiers(_ number: Int) -> Key.Modifiers? {
        guard (1...8).contains(number) else { return nil }
        var modifiers: Key.Modifiers = []
        if (number - 1) & 1 != 0 { modifiers.insert(.shift) }
        if (number - 1) & 2 != 0 { modifiers.insert(.alt) }
        if (number - 1) & 4 != 0 { modifiers.insert(.control) }
        return modifiers
    }

    private static let lettered: [Character: Key.Code] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
    ]

    private static let functions: [Character: Key.Code] = [
        "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
    ]

    private static let numbered: [Int: Key.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]
}

extension Key {
    /// The key's name in a configuration file: `ctrl+s`, `shift+tab`, `pgup`, `f1`, `j`.
    package var name: String {
        var parts: [String] = []
        if modifiers.contains(.control) { parts.append("ctrl") }
        if modifiers.contains(.alt) { parts.append("alt") }
        if modifiers.contains(.shift) { parts.append("shift") }
        parts.append(Self.codeName(code))
        return parts.joined(separator: "+")
    }

    /// The key as shown in a hint: `Ctrl-S`, `Shift-Tab`, `PgUp`, `F1`, `j`.
    package var label: String {
        var prefix = ""
        if modifiers.contains(.control) { prefix += WidgetStrings.control }
        if modifiers.contains(.alt) { prefix += WidgetStrings.alt }
        if modifiers.contains(.shift) { prefix += WidgetStrings.shift }
        if case .character(let character) = code {
            if character == " " { return prefix + WidgetStrings.space }
            return prefix + (modifiers.contains(.control) ? character.uppercased() : String(character))
        }
        if let label = codeLabel { return prefix + label }
        return prefix + Self.codeName(code).uppercased()
    }

    /// Parses a key's name as written by ``name``, ignoring case; a single character is that character's key.
    ///
    /// - Parameter name: The name, such as `ctrl+s`. Nil is returned for a name that isn't a key's.
    package init?(named name: String) {
        if name.count == 1, let character = name.first {
            guard !character.isNewline, character != "\u{1B}" else { return nil }
            self.init(.character(character))
            return
        }
        var modifiers: Modifiers = []
        var rest = name[...]
        while let plus = rest.dropFirst().firstIndex(of: "+"), rest.index(after: plus) < rest.endIndex {
            switch rest[..<plus].lowercased() {
            case "ctrl", "control", "c": modifiers.insert(.control)
            case "alt", "meta", "m": modifiers.insert(.alt)
            case "shift", "s": modifiers.insert(.shift)
            default: return nil
            }
            rest = rest[rest.index(after: plus)...]
        }
        guard let code = Self.code(named: String(rest), modifiers: modifiers) else { return nil }
        self.init(code, modifiers)
    }

    private static func code(named name: String, modifiers: Modifiers) -> Code? {
        if name.count == 1, let character = name.first {
            let isControl = modifiers.contains(.control)
            return .character(isControl ? Character(character.lowercased()) : character)
        }
        let lower = name.lowercased()
        if let code = codes[lower] { return code }
        if lower.first == "f", let number = Int(lower.dropFirst()), (1...24).contains(number) {
            return .function(number)
        }
        return nil
    }

    private static func codeName(_ code: Code) -> String {
        switch code {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .function(let number): "f\(number)"
        default: codes.filter { $0.value == code }.map(\.key).min { ($0.count, $0) < ($1.count, $1) } ?? ""
        }
    }

    private static let codes: [String: Code] = [
        "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
        "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown,
        "tab": .tab, "enter": .enter, "return": .enter, "esc": .escape, "escape": .escape,
        "backspace": .backspace, "del": .delete, "delete": .delete, "ins": .insert, "insert": .insert,
        "space": .character(" "), "plus": .character("+"),
    ]

    private var codeLabel: String? {
        switch code {
        case .up: WidgetStrings.up
        case .down: WidgetStrings.down
        case .left: WidgetStrings.leftKey
        case .right: WidgetStrings.right
        case .home: WidgetStrings.home
        case .end: WidgetStrings.end
        case .pageUp: WidgetStrings.pageUp
        case .pageDown: WidgetStrings.pageDown
        case .tab: WidgetStrings.tab
        case .enter: WidgetStrings.enter
        case .escape: WidgetStrings.escape
        case .backspace: WidgetStrings.backspace
        case .delete: WidgetStrings.delete
        case .insert: WidgetStrings.insert
        default: nil
        }
    }
}

extension Key {
    /// Whether the key types a character into a field.
    package var isText: Bool {
        guard case .character = code else { return false }
        return modifiers.isEmpty || modifiers == .shift
    }
}

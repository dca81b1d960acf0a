extension Unicode.Scalar {
    /// Whether a terminal may interpret the scalar as a command; includes the ones that change writing direction.
    package var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value)
            || (0x2066...0x2069).contains(value)
    }

    /// Whether the scalar is invisible, or changes where others appear; those that join letters and emoji are not meant.
    var hides: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}

extension StringProtocol {
    /// The text with control characters replaced, so that data can't steer a terminal.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
    }
}

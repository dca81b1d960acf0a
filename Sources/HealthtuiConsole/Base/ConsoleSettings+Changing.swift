extension ConsoleSettings {
    /// The setting by which the launcher locks the store when the screen is locked.
    package static let lockWithScreen = "lock-with-screen"

    /// The text of a `config.toml` with a setting turned on or off, and everything else unchanged.
    ///
    /// - Parameters:
    ///   - key: A setting outside of tables, which is true or false.
    ///   - isOn: The new value.
    ///   - text: The text.
    /// - Returns: The text with the setting.
    package static func setting(_ key: String, to isOn: Bool, in text: String) -> String {
        let line = "\(key) = \(isOn)"
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Of two the later one holds; the file has its lines from 1 on.
        let places = SettingsText(text).entries.filter { $0.table.isEmpty && $0.key == key }.map { $0.line - 1 }
        guard let place = places.last, lines.indices.contains(place) else {
            // Before every table, which would take it in.
            return text.isEmpty ? line + "\n" : line + "\n" + text
        }
        lines[place] = line
        return lines.joined(separator: "\n")
    }
}

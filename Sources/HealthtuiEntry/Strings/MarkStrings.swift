import HealthKitLocalization

/// Errors about names and days of marks; the same rules as ``EntryStrings``.
enum MarkStrings {
    static var dayIsMissing: String { localized("a day is missing, such as \(DateStrings.typedDay)") }
    static func isNoDay(_ text: String) -> String {
        localized(
            "“\(text)” isn't a day; write today, 3 oct or \(DateStrings.typedDay), or two days, as in 3 may 10 may"
        )
    }
    static func isTime(_ text: String) -> String {
        localized("“\(text)” is read as a time and can't name a mark; add a word to it")
    }
    static func isOption(_ text: String) -> String {
        localized("“\(text)” looks like an option and can't name a mark; begin it with a letter")
    }
}

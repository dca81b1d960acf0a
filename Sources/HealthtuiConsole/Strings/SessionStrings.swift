import HealthKitLocalization

/// Errors in a recorded session or its replay.
///
/// The words of the file itself, such as `press`, are not here.
enum SessionStrings {
    // MARK: The file

    static func atLine(_ line: Int, _ problem: String) -> String { localized("line \(plain: line): \(problem)") }
    static func isNoSession(_ mark: String) -> String {
        localized("this isn't a recorded session: it doesn't begin with “\(mark)”")
    }
    static var momentIsMissing: String { localized("when it began is missing: at 2026-11-21T14:20:00+01:00") }
    static func isNoTime(_ text: String) -> String {
        localized("“\(text)” isn't a time like 2026-11-21T14:20:00+01:00")
    }
    static func isNoZone(_ text: String) -> String { localized("“\(text)” is not the name of a time zone") }

    // MARK: Its lines

    static var wheelNeedsPlace: String { localized("a wheel turns up or down at a place: wheel down 12,5") }
    static func waitNeedsSeconds(_ most: Int) -> String { localized("a wait has whole seconds, \(most) at most") }
    static func isNoStep(_ word: String) -> String {
        localized("“\(word)” is none of press, type, paste, click, wheel, size, wait, expect and untold")
    }
    static func isNoKey(_ word: String) -> String {
        localized("“\(word)” is not the name of a key; write it as j, ctrl+s, enter or f1")
    }
    static var keyIsMissing: String { localized("name the key that is pressed: press enter") }
    static var isNoPlace: String { localized("a place is a column and a row, counted from 0: 12,5") }
    static var isNoSize: String { localized("a size is columns and rows: 80x24") }
    static func textIsMissing(_ word: String) -> String { localized("\(word) is followed by a text") }
    static var isNoJSON: String { localized("a text in quotes is written as in JSON: \"two\\nlines\"") }

    // MARK: The replay

    static var wasLeft: String { localized("the console was left before") }
    static var wasNotRecorded: String {
        localized("what was typed here was not recorded; put a line “type …” in its place")
    }
    static func noRowShows(_ text: String) -> String { localized("no row shows “\(text)”") }
    /// A comment in the file, in place of omitted typed text.
    static var typedIntoField: String { localized("typed into a field") }
}

/// What is wrong with a recorded session or stops its replay.
///
/// The words of the file itself, such as `press`, are not here.
enum SessionStrings {
    // MARK: The file

    static func atLine(_ line: Int, _ problem: String) -> String { "line \(line): \(problem)" }
    static func isNoSession(_ mark: String) -> String {
        "this isn't a recorded session: it doesn't begin with “\(mark)”"
    }
    static let momentIsMissing = "when it began is missing: at 2026-11-21T14:20:00+01:00"
    static func isNoTime(_ text: String) -> String { "“\(text)” isn't a time like 2026-11-21T14:20:00+01:00" }
    static func isNoZone(_ text: String) -> String { "“\(text)” is not the name of a time zone" }

    // MARK: Its lines

    static let wheelNeedsPlace = "a wheel turns up or down at a place: wheel down 12,5"
    static func waitNeedsSeconds(_ most: Int) -> String { "a wait has whole seconds, \(most) at most" }
    static func isNoStep(_ word: String) -> String {
        "“\(word)” is none of press, type, paste, click, wheel, size, wait, expect and untold"
    }
    static func isNoKey(_ word: String) -> String {
        "“\(word)” is not the name of a key; write it as j, ctrl+s, enter or f1"
    }
    static let keyIsMissing = "name the key that is pressed: press enter"
    static let isNoPlace = "a place is a column and a row, counted from 0: 12,5"
    static let isNoSize = "a size is columns and rows: 80x24"
    static func textIsMissing(_ word: String) -> String { "\(word) is followed by a text" }
    static let isNoJSON = "a text in quotes is written as in JSON: \"two\\nlines\""

    // MARK: The replay

    static let wasLeft = "the console was left before"
    static let wasNotRecorded = "what was typed here was not recorded; put a line “type …” in its place"
    static func noRowShows(_ text: String) -> String { "no row shows “\(text)”" }
    /// A remark in the file, where what was typed is left out.
    static let typedIntoField = "typed into a field"
}

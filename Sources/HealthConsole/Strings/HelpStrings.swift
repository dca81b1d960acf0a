/// The headings of the help.
enum HelpStrings {
    static let first = "Most used here"
    static let move = "Move"
    static let see = "Look, find, choose"
    static let change = "Add and change"
    static let screens = "Other screens"
    static let program = "The console"
}

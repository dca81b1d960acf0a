/// Choosing a file from a list.
enum FileBrowserStrings {
    /// Why a folder can't be listed.
    static let notUTF8 = "the path isn't UTF-8"
    static let nameColumn = "Name"
    static let size = "Size"
    static let changed = "Changed"
    static let filterPlaceholder = "part of a name"
    static let noneCalledThat = "No name has that."
    static let empty = "The folder is empty."
    static let reading = "reading…"
    static func saveHere(_ name: String) -> String { "Save \(name) here" }
    static func notListed(_ folder: String, _ reason: String) -> String { "\(folder): \(reason)" }
    static let nameCannotBeTyped = "This name has characters that can’t be typed. Rename the file first."
    static let notAFile = "This isn’t a file, or a link that leads nowhere."
}

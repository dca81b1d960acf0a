import HealthKitLocalization

/// Choosing a file from a list.
enum FileBrowserStrings {
    /// Why a folder can't be listed.
    static var notUTF8: String { localized("the path isn't UTF-8") }
    static var nameColumn: String { localized("Name") }
    static var size: String { localized("Size") }
    static var changed: String { localized("Changed") }
    static var filterPlaceholder: String { localized("part of a name") }
    static var noneCalledThat: String { localized("No name has that.") }
    static var empty: String { localized("The folder is empty.") }
    static var reading: String { localized("reading…") }
    static func saveHere(_ name: String) -> String { localized("Save \(name) here") }
    static func notListed(_ folder: String, _ reason: String) -> String { localized("\(folder): \(reason)") }
    static var nameCannotBeTyped: String {
        localized("This name has characters that can’t be typed. Rename the file first.")
    }
    static var notAFile: String { localized("This isn’t a file, or a link that leads nowhere.") }
}

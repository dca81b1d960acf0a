import HealthKitLocalization
import HealthtuiEntry

/// The meaning of a table's columns before an import.
enum TableStrings {
    static func head(_ file: String) -> String { localized("\(file) is a table") }
    static func questions(_ file: String) -> String { localized("Questions about \(file)") }
    static func tables(_ file: String) -> String { localized("Tables in \(file)") }
    static var confirm: String { localized("This is what its columns mean. Enter imports it this way, Esc leaves it.") }
    static var confirmDryRun: String {
        localized("This is what its columns mean. Enter shows what would come in, Esc leaves it.")
    }
    static var column: String { localized("Column") }
    static var meaning: String { localized("Meaning") }
    static func table(_ name: String, line: Int, problem: String?) -> String {
        guard let problem else { return localized("Line \(NumberText.text(line)), \(name)") }
        return localized("Line \(NumberText.text(line)), \(name), left out: \(problem)")
    }
    static func mapped(_ maker: String, by mapping: String) -> String {
        localized("Read as \(maker), by the mapping \(mapping)")
    }
    /// Options that are only available on the command line.
    static func hint(_ option: String) -> String { localized("or in the shell: healthtui import \(option)") }
    static func unknownType(_ name: String) -> String { localized("there is no type named \(name)") }

    // MARK: What a column means
    static var start: String { localized("when it began") }
    static var time: String { localized("the time of day it began") }
    static var end: String { localized("when it ended") }
    static var endTime: String { localized("the time of day it ended") }
    static var duration: String { localized("how long it lasted") }
    static var type: String { localized("the type") }
    static var value: String { localized("the value") }
    static func value(_ unit: String) -> String { localized("the value in \(unit)") }
    static var unit: String { localized("the unit") }
    static var source: String { localized("the source") }
    static var activity: String { localized("the activity") }
    static var zone: String { localized("the time zone") }
    static var ignored: String { localized("left out") }
    static func measure(_ name: String, _ unit: String) -> String { localized("\(name) in \(unit)") }
    static func distance(_ unit: String) -> String { localized("the distance of the activity in \(unit)") }
}

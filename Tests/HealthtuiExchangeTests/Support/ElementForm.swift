import Foundation

@testable import HealthKit
@testable import HealthtuiExchange

/// What an element of an export says, without the differences that an import and an export may make.
///
/// The list of those differences is this file.
struct ElementForm {
    /// The differences that are allowed, as a person reads them.
    static let differences = [
        "order of elements and attributes",
        "the address in a device, which is another one in every record",
        "the offset of dates, which is that of the phone at export time",
        "numbers that are spelled differently and are equal, 1.50 and 1.5",
        "units that are spelled differently and mean the same, mL/min·kg and mL/kg·min, Cal and kcal",
        "creationDate, which is the start where a file has none",
        "the second of two metadata entries of one key",
        "values of categories that are numbers or have a former name, and values of types without any",
        "characters that XML forbids",
        "a duration of events and activities that is 0 or none, and durations in another unit than minutes",
        "the date, the locale and what is not set in Me",
        "routes whose file is not in the export, and those of version 8 that stand in the main file",
        "events of an activity, which belong to the workout",
        "the empty name of a source that has none",
    ]

    private static let dateNames: Set = [
        "creationDate", "startDate", "endDate", "date", "dateIssued", "expirationDate", "receivedDate",
    ]

    /// The form of an element with its children.
    static func of(_ element: ElementTree, within parent: String = "") -> String? {
        var attributes: [String: String] = [:]
        for (key, text) in element.attributes {
            guard let value = value(key, text, element) else { continue }
            attributes[key] = value
        }
        if ["Record", "Correlation", "Workout", "WorkoutRoute", "Audiogram"].contains(element.name) {
            attributes["creationDate"] = attributes["creationDate"] ?? attributes["startDate"]
        }
        if attributes["sourceName"] == "" { attributes["sourceName"] = nil }
        if element.name == "Record", attributes["value"] == nil { attributes["value"] = "number 0.0" }
        durations(element, &attributes)
        if element.name == "WorkoutStatistics", attributes["unit"] == nil { attributes["unit"] = "" }
        var seen: Set<String> = []
        let children = element.children.compactMap { child -> String? in
            if child.name == "WorkoutRoute" { return nil }
            if element.name == "WorkoutActivity", child.name == "WorkoutEvent" { return nil }
            if child.name == "MetadataEntry", !seen.insert(child.attributes["key"] ?? "").inserted { return nil }
            return of(child, within: element.name)
        }
        let text = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        return "\(element.name)(\(text))[\(children.sorted().joined(separator: ","))]"
    }

    private static func durations(_ element: ElementTree, _ attributes: inout [String: String]) {
        guard let duration = element.attributes["duration"].flatMap(Double.init) else { return }
        let unit = element.attributes["durationUnit"] ?? "min"
        let scales: [String: Double] = ["min": 60, "s": 1, "sec": 1, "hr": 3_600, "h": 3_600]
        let scale = scales[unit] ?? 60
        attributes["durationUnit"] = nil
        attributes["duration"] = duration == 0 ? nil : "\((duration * scale * 1e6).rounded() / 1e6) s"
    }

    private static func value(_ key: String, _ text: String, _ element: ElementTree) -> String? {
        if key == "device" { return DeviceText(text).map { "\($0)" }.map(sortedFields) ?? text }
        if dateNames.contains(key) || element.name == "MetadataEntry" && key == "value" {
            return ExportSpelling.form(of: .text(sound(text)), .version1)
        }
        if key.lowercased().hasSuffix("unit") { return ExportSpelling.form(ofUnit: text, .version1) }
        if key == "value", element.name == "Record" {
            if text.hasPrefix("HKCategoryValue") { return "category" }
            if element.attributes["type"]?.hasPrefix("HKCategoryType") == true { return "category" }
        }
        if let number = Double(text), key != "sourceVersion", key != "sourceName", key != "key" {
            return "number \(number == 0 ? 0 : number)"
        }
        return sound(text)
    }

    /// The fields of a device in an order of their own.
    private static func sortedFields(_ text: String) -> String { String(text.sorted()) }

    /// A text without what XML forbids.
    private static func sound(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.value < 0x20 && $0.value != 9 && $0.value != 10 && $0.value != 13 ? "\u{FFFD}" : $0
                }
            )
        )
    }
}

import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Pages and lists of records, their pictures, and saving their contents to files.
enum RecordStrings {
    // MARK: The list of clinical records
    static func recordsOfKinds(_ records: Int, _ kinds: Int) -> String {
        plural(
            kinds,
            one: "\(SharedStrings.records(records)) of \(NumberText.text(kinds)) kind",
            other: "\(SharedStrings.records(records)) of \(NumberText.text(kinds)) kinds"
        )
    }
    /// The name of the data in a loading message.
    static var loadingAll: String { localized("records") }
    static var record: String { localized("Record") }
    static var empty: String { localized("no records") }
    static var usualRange: String { localized("Range") }
    /// Before a value that is out of range: it shows without colours.
    static var outOfRangeMark: String { localized("! ") }
    static func belowRange(_ low: String) -> String { localized("below \(low)") }
    static func aboveRange(_ high: String) -> String { localized("above \(high)") }
    static var abnormal: String { localized("out of range, says the laboratory") }
    static var inRange: String { localized("in range") }
    static var normal: String { localized("normal, says the laboratory") }

    // MARK: A page
    static func saveFileTitle(_ file: String) -> String { localized("Save \(file)") }
    static var aboutFile: String { localized("The file can be read by its owner alone; it tells about your health.") }
    static var gone: String { localized("this record is no longer in the store") }
    /// The name of the data in a loading message.
    static var loading: String { localized("record") }

    // MARK: Pictures
    static var stripAxis: String { localized("strip") }
    /// The caption below the strip of an electrocardiogram.
    ///
    /// - Parameters:
    ///   - place: The visible part, such as `0.0–5.0 of 30.0 s`.
    ///   - dots: The distance between the grid's dots.
    ///   - isPaper: Whether they are the squares of the chart paper.
    /// - Returns: The line, and shorter ones for where it has no room.
    static func strip(_ place: String, dots: (seconds: String, millivolts: String)?, isPaper: Bool) -> [String] {
        guard let dots else { return [place] }
        let reported = localized("\(place), dots \(dots.seconds) s x \(dots.millivolts) mV")
        return (isPaper ? [localized("\(reported) (5 mm at 25 mm/s, 10 mm/mV)")] : []) + [reported, place]
    }
    static var tachogramAxis: String { localized("tachogram") }
    static func tachogram(_ place: String) -> [String] {
        [
            localized("\(place), ms from beat to beat; a break: missed beats"),
            localized("\(place), ms from beat to beat"), place,
        ]
    }
    static func seconds(_ from: String, _ to: String, _ of: String) -> String { localized("\(from)–\(to) of \(of) s") }

    // MARK: Saving a file
    static var fileMissing: String { localized("name the file to write") }
    static var saveTitle: String { localized("Save") }
    static func fileExists(_ path: String) -> String { localized("\(path) exists. Replace it?") }
}

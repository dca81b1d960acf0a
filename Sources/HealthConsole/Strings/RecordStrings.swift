import Foundation
import HealthEntry

/// Pages and lists of records, their pictures, and saving what they hold into files.
enum RecordStrings {
    // MARK: The list of clinical records
    static func recordsOfKinds(_ records: Int, _ kinds: Int) -> String {
        "\(SharedStrings.records(records)) of \(NumberText.count(kinds, "kind"))"
    }
    /// What is being loaded; stands behind that word.
    static let loadingAll = "records"
    static let record = "Record"
    static let empty = "no records"
    static let usualRange = "Range"
    /// Before a value that is out of range: it shows without colours.
    static let outOfRangeMark = "! "
    static func belowRange(_ low: String) -> String { "below \(low)" }
    static func aboveRange(_ high: String) -> String { "above \(high)" }
    static let abnormal = "out of range, says the laboratory"
    static let inRange = "in range"

    // MARK: A page
    static func saveFileTitle(_ file: String) -> String { "Save \(file)" }
    static let aboutFile = "The file can be read by its owner alone; it tells about your health."
    static let gone = "this record is no longer in the store"
    /// What is being loaded; stands behind that word.
    static let loading = "record"

    // MARK: Pictures
    static let stripAxis = "strip"
    /// What stands below the strip of an electrocardiogram.
    ///
    /// - Parameters:
    ///   - place: What part is seen, such as `0.0–5.0 of 30.0 s`.
    ///   - dots: What the dots of the grid are apart.
    ///   - isPaper: Whether they stand as the squares of paper do.
    /// - Returns: The line, and shorter ones for where it has no room.
    static func strip(_ place: String, dots: (seconds: String, millivolts: String)?, isPaper: Bool) -> [String] {
        guard let dots else { return [place] }
        let told = place + ", dots \(dots.seconds) s x \(dots.millivolts) mV"
        return (isPaper ? [told + " (5 mm at 25 mm/s, 10 mm/mV)"] : []) + [told, place]
    }
    static let tachogramAxis = "tachogram"
    static func tachogram(_ place: String) -> [String] {
        ["\(place), ms from beat to beat; a break: missed beats", "\(place), ms from beat to beat", place]
    }
    static func seconds(_ from: String, _ to: String, _ of: String) -> String { "\(from)–\(to) of \(of) s" }

    // MARK: Saving a file
    static let fileMissing = "name the file to write"
    static let saveTitle = "Save"
    static func fileExists(_ path: String) -> String { "\(path) exists. Replace it?" }
}

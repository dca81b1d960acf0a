import HealthKit

extension HKSource {
    /// The source's name as it stands in lists and titles: exports have sources without one.
    var shownName: String { name.allSatisfy(\.isWhitespace) ? SharedStrings.namelessSource : name }
}

import HealthKit

extension HKSource {
    /// The source's name in lists and titles, since exports have sources without one.
    var shownName: String { name.allSatisfy(\.isWhitespace) ? SharedStrings.namelessSource : name }
}

/// The way in which a type's values are combined.
package enum StudyStyle: Int, Sendable {
    /// They add up.
    case total = 0
    /// Each sample has the same weight.
    case plain = 1
    /// Each sample is weighted by its duration.
    case byTime = 2
    /// Sound levels, which only the person's store averages.
    case sound = 3
}

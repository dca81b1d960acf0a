/// The way in which a type's values are combined.
package enum StudyStyle: Int, Sendable {
    /// They add up.
    case total = 0
    /// Each weighs the same.
    case plain = 1
    /// They weigh as long as they last.
    case byTime = 2
    /// They are levels of sound, which only the person's store puts together.
    case sound = 3
}

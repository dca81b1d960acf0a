/// Why a step can't be turned out of its turn.
package struct OperationObstacle: Codable, Hashable, Sendable {
    /// What is in the way.
    package enum Reason: String, Codable, Sendable {
        /// What is needed to turn it isn't kept any more.
        case notKept
        /// It was taken back, and something else has changed all that it was about.
        case closed
        /// A step since can't be read, and may rest on it.
        case unreadable
        /// A step since has changed the same setting.
        case setAnew
        /// A step since has changed, deleted or brought back objects that it is about.
        case touched
        /// A step since belongs to what it brought, such as the samples of a workout.
        case extended
        /// What would come back is there already.
        case isBack
        /// All that it brought was deleted since.
        case nothingLeft
    }

    package var reason: Reason
    /// The number of the step that is in the way; `nil` for none that is known.
    package var step: Int?
    /// Whether that step was taken back last, so that it is to be done again first.
    package var isUndone: Bool
    /// How many objects it is about; 0 where it is about none.
    package var count: Int

    /// Creates a reason.
    package init(_ reason: Reason, step: Int? = nil, isUndone: Bool = false, count: Int = 0) {
        self.reason = reason
        self.step = step
        self.isUndone = isUndone
        self.count = count
    }

    /// Creates a reason that is a step.
    init(_ reason: Reason, by step: OwnerOperation?, count: Int = 0) {
        self.init(reason, step: step?.number, isUndone: step?.state == .undone, count: count)
    }
}

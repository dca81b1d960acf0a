/// The reason that an operation can't be undone or redone out of order.
package struct OperationObstacle: Codable, Hashable, Sendable {
    /// The kind of obstacle.
    package enum Reason: String, Codable, Sendable {
        /// The data needed to undo or redo it is no longer kept.
        case notKept
        /// It was undone, and all of its objects have been changed otherwise since.
        case closed
        /// A later operation can't be read, and may depend on it.
        case unreadable
        /// A later operation changed the same setting.
        case setAnew
        /// A later operation changed, deleted or restored its objects.
        case touched
        /// A later operation belongs to the objects that it added, such as the samples of a workout.
        case extended
        /// The objects to restore exist already.
        case isBack
        /// All of the objects that it added were deleted since.
        case nothingLeft
    }

    package var reason: Reason
    /// The number of the operation in the way, or `nil` if none is known.
    package var step: Int?
    /// Whether that operation was undone last, so that it has to be redone first.
    package var isUndone: Bool
    /// The number of affected objects, or 0 for none.
    package var count: Int

    /// Creates a reason.
    package init(_ reason: Reason, step: Int? = nil, isUndone: Bool = false, count: Int = 0) {
        self.reason = reason
        self.step = step
        self.isUndone = isUndone
        self.count = count
    }

    /// Creates a reason with the operation in the way.
    init(_ reason: Reason, by step: OwnerOperation?, count: Int = 0) {
        self.init(reason, step: step?.number, isUndone: step?.state == .undone, count: count)
    }
}

import Foundation

/// The rings of a day: movement, exercise and standing, with the goals.
///
/// The store makes summaries; an app can make and change its own, for instance to draw rings, but can't save them (R6.1). It is
/// mutable, so like Apple's it isn't `Sendable`.
open class HKActivitySummary: NSObject, NSSecureCoding, HKArchivedObject, NSCopying {
    /// Whether the move ring counts energy or time.
    open var activityMoveMode: HKActivityMoveMode = .activeEnergy
    /// Whether the rings were paused.
    open var isPaused = false
    /// The energy of the move ring.
    open var activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
    /// The goal for the energy of the move ring.
    open var activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
    /// The time of the move ring.
    open var appleMoveTime = HKQuantity(unit: .minute(), doubleValue: 0)
    /// The goal for the time of the move ring.
    open var appleMoveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 0)
    /// The time of the exercise ring.
    open var appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: 0)
    /// The goal for the exercise ring; `nil` if there is none.
    open var exerciseTimeGoal: HKQuantity?
    /// The hours of the stand ring.
    open var appleStandHours = HKQuantity(unit: .count(), doubleValue: 0)
    /// The goal for the stand ring; `nil` if there is none.
    open var standHoursGoal: HKQuantity?

    /// The day; `nil` for a summary that an app made.
    package let day: CalendarDay?

    /// Makes an empty summary.
    public override init() {
        day = nil
        super.init()
    }

    package init(day: CalendarDay?) {
        self.day = day
        super.init()
    }

    /// The goal for the exercise ring; zero when there is none.
    open var appleExerciseTimeGoal: HKQuantity {
        get { exerciseTimeGoal ?? HKQuantity(unit: .minute(), doubleValue: 0) }
        set { exerciseTimeGoal = newValue }
    }

    /// The goal for the stand ring; zero when there is none.
    open var appleStandHoursGoal: HKQuantity {
        get { standHoursGoal ?? HKQuantity(unit: .count(), doubleValue: 0) }
        set { standHoursGoal = newValue }
    }

    /// The day of the summary.
    ///
    /// - Parameter calendar: The calendar to count in.
    /// - Returns: Calendar, era, year, month and day; only the calendar for a summary that an app made.
    open func dateComponents(for calendar: Calendar) -> DateComponents {
        day?.components(in: calendar) ?? DateComponents(calendar: calendar)
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a summary from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        // Unarchiving then returns nil.
        guard let data = coder.decoded(NSData.self, forKey: "content") as Data?,
            let content = try? JSONDecoder().decode(ActivitySummaryContent.self, from: data)
        else { return nil }
        day = content.calendarDay
        super.init()
        apply(content)
    }

    /// Writes the summary to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(Data(content.json) as NSData, forKey: "content")
    }

    /// Copies the summary.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: A new summary of the same day with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = HKActivitySummary(day: day)
        copy.apply(content)
        return copy
    }

    /// Summaries are equal if their days and values are.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether all of them are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKActivitySummary else { return false }
        return other.day == day && other.content == content
    }

    /// A hash of the day and its values.
    open override var hash: Int { content.hashValue }

    /// A description of the day and its values.
    open override var description: String {
        "<HKActivitySummary \(day?.text ?? "-") move:\(activeEnergyBurned)/\(activeEnergyBurnedGoal) "
            + "exercise:\(appleExerciseTime)/\(appleExerciseTimeGoal) stand:\(appleStandHours)/\(appleStandHoursGoal)>"
    }
}

extension HKActivitySummary {
    /// The summary of a stored or computed day.
    package convenience init(_ content: ActivitySummaryContent) {
        self.init(day: content.calendarDay)
        apply(content)
    }

    /// The values in the store's form.
    package var content: ActivitySummaryContent {
        var content = ActivitySummaryContent(day: day?.text ?? "")
        content.moveMode = activityMoveMode.rawValue
        content.isPaused = isPaused
        content.activeEnergyBurned = QuantityText(activeEnergyBurned)
        content.activeEnergyBurnedGoal = QuantityText(activeEnergyBurnedGoal)
        content.appleMoveTime = QuantityText(appleMoveTime)
        content.appleMoveTimeGoal = QuantityText(appleMoveTimeGoal)
        content.appleExerciseTime = QuantityText(appleExerciseTime)
        content.appleExerciseTimeGoal = exerciseTimeGoal.map { QuantityText($0) }
        content.appleStandHours = QuantityText(appleStandHours)
        content.appleStandHoursGoal = standHoursGoal.map { QuantityText($0) }
        return content
    }

    private func apply(_ content: ActivitySummaryContent) {
        activityMoveMode = content.moveMode.flatMap { HKActivityMoveMode(rawValue: $0) } ?? .activeEnergy
        isPaused = content.isPaused ?? false
        set(\.activeEnergyBurned, content.activeEnergyBurned, .kilocalorie())
        set(\.activeEnergyBurnedGoal, content.activeEnergyBurnedGoal, .kilocalorie())
        set(\.appleMoveTime, content.appleMoveTime, .minute())
        set(\.appleMoveTimeGoal, content.appleMoveTimeGoal, .minute())
        set(\.appleExerciseTime, content.appleExerciseTime, .minute())
        set(\.appleStandHours, content.appleStandHours, .count())
        exerciseTimeGoal = Self.quantity(content.appleExerciseTimeGoal, .minute())
        standHoursGoal = Self.quantity(content.appleStandHoursGoal, .count())
    }

    private func set(
        _ path: ReferenceWritableKeyPath<HKActivitySummary, HKQuantity>,
        _ text: QuantityText?,
        _ unit: HKUnit
    ) {
        if let quantity = Self.quantity(text, unit) { self[keyPath: path] = quantity }
    }

    /// The quantity, unless the text has an incompatible unit.
    private static func quantity(_ text: QuantityText?, _ unit: HKUnit) -> HKQuantity? {
        guard let quantity = text?.quantity, quantity.is(compatibleWith: unit) else { return nil }
        return quantity
    }
}

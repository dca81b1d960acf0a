import Foundation

extension HKWorkout {
    /// Makes a workout.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use the `validating` initializer for user input.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            workoutEvents: nil,
            totalEnergyBurned: nil,
            totalDistance: nil,
            metadata: nil
        )
    }

    /// Makes a workout with events and totals.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - workoutEvents: Pauses, laps and segments; the duration follows from them.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            workoutEvents: workoutEvents,
            totalEnergyBurned: totalEnergyBurned,
            totalDistance: totalDistance,
            device: nil,
            metadata: metadata
        )
    }

    /// Makes a workout with events, totals and a device.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - workoutEvents: Pauses, laps and segments; the duration follows from them.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - device: The device that recorded it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let draft = WorkoutArguments(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            events: workoutEvents,
            totals: [.energy: totalEnergyBurned, .distance: totalDistance],
            device: device,
            metadata: metadata
        )
        self.init(exceptionally: draft)
    }

    /// Makes a workout with events, totals and flights climbed.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - workoutEvents: Pauses, laps and segments; the duration follows from them.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - totalFlightsClimbed: The flights, in counts.
    ///   - device: The device that recorded it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        totalFlightsClimbed: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let draft = WorkoutArguments(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            events: workoutEvents,
            totals: [.energy: totalEnergyBurned, .distance: totalDistance, .flights: totalFlightsClimbed],
            device: device,
            metadata: metadata
        )
        self.init(exceptionally: draft)
    }

    /// Makes a workout with events, totals and swimming strokes.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - workoutEvents: Pauses, laps and segments; the duration follows from them.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - totalSwimmingStrokeCount: The strokes, in counts.
    ///   - device: The device that recorded it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        totalSwimmingStrokeCount: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let draft = WorkoutArguments(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            events: workoutEvents,
            totals: [.energy: totalEnergyBurned, .distance: totalDistance, .strokes: totalSwimmingStrokeCount],
            device: device,
            metadata: metadata
        )
        self.init(exceptionally: draft)
    }

    /// Makes a workout with a given duration.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - duration: The duration in seconds; 0 for the whole interval.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: duration,
            totalEnergyBurned: totalEnergyBurned,
            totalDistance: totalDistance,
            device: nil,
            metadata: metadata
        )
    }

    /// Makes a workout with a given duration and a device.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - duration: The duration in seconds; 0 for the whole interval.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - device: The device that recorded it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        duration: TimeInterval,
        totalEnergyBurned: HKQuantity?,
        totalDistance: HKQuantity?,
        device: HKDevice?,
        metadata: [String: Any]?
    ) {
        let draft = WorkoutArguments(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            duration: duration,
            events: nil,
            totals: [.energy: totalEnergyBurned, .distance: totalDistance],
            device: device,
            metadata: metadata
        )
        self.init(exceptionally: draft)
    }

    /// Makes a workout, or throws where the other initializers stop the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - workoutActivityType: The activity.
    ///   - startDate: The start.
    ///   - endDate: The end, not before the start.
    ///   - workoutEvents: Pauses, laps and segments; the duration follows from them.
    ///   - totalEnergyBurned: The active energy, in a unit of energy.
    ///   - totalDistance: The distance, in a unit of length.
    ///   - device: The device that recorded it.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` with a description of the problem.
    public convenience init(
        validating workoutActivityType: HKWorkoutActivityType,
        start startDate: Date,
        end endDate: Date,
        workoutEvents: [HKWorkoutEvent]? = nil,
        totalEnergyBurned: HKQuantity? = nil,
        totalDistance: HKQuantity? = nil,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws {
        let draft = WorkoutArguments(
            activityType: workoutActivityType,
            start: startDate,
            end: endDate,
            events: workoutEvents,
            totals: [.energy: totalEnergyBurned, .distance: totalDistance],
            device: device,
            metadata: metadata
        )
        let (attributes, content) = try draft.checked()
        self.init(attributes, content: content, start: startDate, end: endDate)
    }

    private convenience init(exceptionally draft: WorkoutArguments) {
        let (attributes, content) = raisingExceptions { try draft.checked() }
        self.init(attributes, content: content, start: draft.start, end: draft.end)
    }
}

/// The arguments of a workout initializer, before they are checked.
struct WorkoutArguments {
    var activityType: HKWorkoutActivityType
    var start: Date
    var end: Date
    var duration: TimeInterval?
    var events: [HKWorkoutEvent]?
    var totals: [WorkoutContent.Total: HKQuantity?]
    var device: HKDevice?
    var metadata: [String: Any]?

    /// Checks interval, totals, events and metadata (R2.1, R7.4).
    func checked() throws -> (ObjectAttributes, WorkoutContent) {
        let type = HKObjectType.workoutType()
        let values = try Metadata(metadata)
        try SampleValidation.checkInterval(type, start: start, end: end)
        try SampleValidation.checkMetadata(values, for: type)
        var content = WorkoutContent(activityType: activityType.rawValue)
        if let duration {
            guard duration.isFinite, duration >= 0 else {
                throw HKError.invalid("The duration of a workout must not be negative: \(duration)")
            }
            content.duration = duration == 0 ? end.timeIntervalSince(start) : duration
        }
        for (total, quantity) in totals {
            guard let quantity else { continue }
            try check(total, quantity)
            content.setTotal(total, QuantityText(quantity))
        }
        let ordered = (events ?? []).sorted { $0.dateInterval.start < $1.dateInterval.start }
        for event in ordered where event.dateInterval.start < start || event.dateInterval.end > end {
            throw HKError.invalid(
                "Workout event at \(event.dateInterval.start) lies outside the workout (\(start) - \(end))"
            )
        }
        if ordered.first?.type == .resume {
            throw HKError.invalid("The first event of a workout cannot be a resume")
        }
        content.events = ordered.map(WorkoutEventContent.init)
        return (ObjectAttributes(device: device, metadata: values), content)
    }

    private func check(_ total: WorkoutContent.Total, _ quantity: HKQuantity) throws {
        let (name, unit): (String, HKUnit) =
            switch total {
            case .energy: ("totalEnergyBurned", .joule())
            case .distance: ("totalDistance", .meter())
            case .strokes: ("totalSwimmingStrokeCount", .count())
            case .flights: ("totalFlightsClimbed", .count())
            }
        guard quantity.is(compatibleWith: unit) else {
            throw HKError.invalid(
                "\(name) requires a unit compatible with \(unit.unitString). Incompatible: \(quantity)"
            )
        }
    }
}

import Foundation

extension FilterField {
    /// The field's value in a row.
    func value(in row: some FilterSubject) -> FilterValue {
        switch self {
        case .uuid: .uuid(row.uuid)
        case .startDate: .date(row.start)
        case .endDate: .date(row.end)
        case .source, .sourceRevision, .device, .deviceProperty, .metadata:
            provenance(revision: row.revision, device: row.device, metadata: row.metadata) ?? .none
        case .correlation: row.isInCorrelation ? .integer(1) : .none
        case .quantity: row.quantity.map { .quantity($0.value, $0.unit) } ?? .none
        case .categoryValue: row.categoryValue.map { .integer($0) } ?? .none
        case .minimum, .maximum, .mostRecent, .mostRecentStartDate, .mostRecentEndDate, .mostRecentDuration, .count:
            (row.object as? HKQuantitySample).map(value(inSeries:)) ?? .none
        case .workoutType, .workoutDuration, .workoutTotal, .workoutStatistic:
            (row.object as? HKWorkout).map(value(inWorkout:)) ?? .none
        case .record(let field): row.value(of: field)
        case .offsetFromStartDate, .workout, .electrocardiogram, .dateComponents: .none
        case .activityType, .activityDuration, .activityStartDate, .activityEndDate, .activityStatistic: .none
        }
    }

    /// The field's value for a source, device and metadata; `nil` for other fields.
    func provenance(revision: HKSourceRevision, device: HKDevice?, metadata: Metadata?) -> FilterValue? {
        switch self {
        case .source: .source(revision.source)
        case .sourceRevision: .revision(revision)
        case .device: device.map { .device($0) } ?? FilterValue.none
        case .deviceProperty(let key): .text(device?.property(key))
        case .metadata(let key): metadata?[named: key].map { FilterValue($0) } ?? FilterValue.none
        default: nil
        }
    }

    private func value(inSeries sample: HKQuantitySample) -> FilterValue {
        let series = sample.series
        let last = series?.last
        return switch self {
        case .count: .integer(sample.count)
        case .minimum: .quantity(series?.minimum ?? sample.value, sample.unit)
        case .maximum: .quantity(series?.maximum ?? sample.value, sample.unit)
        case .mostRecent: .quantity(last?.value ?? sample.value, sample.unit)
        case .mostRecentStartDate: .date(last?.start ?? sample.startDate.timeIntervalSinceReferenceDate)
        case .mostRecentEndDate: .date(last?.end ?? sample.endDate.timeIntervalSinceReferenceDate)
        case .mostRecentDuration:
            .number(last.map { $0.end - $0.start } ?? sample.endDate.timeIntervalSince(sample.startDate))
        default: .none
        }
    }

    private func value(inWorkout workout: HKWorkout) -> FilterValue {
        switch self {
        case .workoutType: .integer(Int(clamping: workout.workoutActivityType.rawValue))
        case .workoutDuration: .number(workout.duration)
        case .workoutTotal(.distance): .quantity(workout.totalDistance)
        case .workoutTotal(.energy): .quantity(workout.totalEnergyBurned)
        case .workoutTotal(.strokes): .quantity(workout.totalSwimmingStrokeCount)
        case .workoutTotal(.flights): .quantity(workout.totalFlightsClimbed)
        case .workoutStatistic(let field, let identifier):
            field.value(in: workout.allStatistics.first { $0.key.identifier == identifier }?.value)
        default: .none
        }
    }

    /// The field's value in a workout activity.
    func value(in activity: HKWorkoutActivity) -> FilterValue {
        switch self {
        case .activityType: .integer(Int(clamping: activity.workoutConfiguration.activityType.rawValue))
        case .activityDuration: .number(activity.duration)
        case .activityStartDate: .date(activity.startDate)
        case .activityEndDate: .date(activity.endDate)
        case .activityStatistic(let field, let identifier):
            field.value(in: activity.allStatistics.first { $0.key.identifier == identifier }?.value)
        default: .none
        }
    }
}

import HealthKit

/// The reader's tables as rows of documentation.
enum FITDocumentation {
    /// The message, its fields with their units, and what they become.
    static var fields: [[String]] {
        summaries + FITMeasure.allCases.compactMap { row($0) } + others
    }

    private static func row<Field: FITMessageField>(_ fields: [Field], _ becomes: String) -> [String] {
        ["\(Field.message.name)", fields.map { named($0.form) }.joined(separator: ", "), becomes]
    }

    private static func named(_ form: FITForm) -> String {
        let unit = "\(form.unit)"
        return unit.isEmpty ? "\(form.name)" : "\(form.name) (\(unit))"
    }

    private static func row(_ measure: FITMeasure) -> [String]? {
        let activities = Array(FITSports.bySport.values) + Array(FITSports.bySubSport.values)
        let types = Set(activities.compactMap { FITDetails.type(of: measure, $0)?.type.rawValue }).sorted()
        if types.isEmpty { return nil }
        let isForAll = activities.allSatisfy { FITDetails.type(of: measure, $0) != nil }
        let differences = measure == .distance ? ", differences" : ""
        return row(measure.fields, types.joined(separator: ", ") + (isForAll ? "" : ", by the sport") + differences)
    }

    private static var summaries: [[String]] {
        [
            row(
                [FITFileID.type, .manufacturer, .product, .serialNumber, .timeCreated, .productName],
                "what the file is, its source, and what a workout is known by"
            ),
            row([FITDeviceInfo.softwareVersion, .productName], "the source's version and the device, of device 0"),
            row([FITActivity.timestamp, .localTimestamp], "HKTimeZone, if the two differ by quarters of an hour"),
            row([FITSession.startTime, .totalElapsedTime, .totalTimerTime], "the workout's start, end and duration"),
            row([FITSession.sport, .subSport], "its activity, HKIndoorWorkout, HKSwimmingLocationType"),
            row([FITSession.totalDistance, .totalCalories], "its totals"),
            row(
                [FITSession.totalCycles],
                "steps on foot, two a stride, where laps have none; strokes of a swim"
            ),
            row([FITSession.avgHeartRate, .maxHeartRate], "its heart rate"),
            row(
                [FITSession.totalAscent, .totalDescent, .poolLength],
                "HKElevationAscended, HKElevationDescended, HKLapLength"
            ),
            row([FITLap.startTime, .totalElapsedTime], "a lap; a segment of a swim in a pool"),
            row([FITLap.totalCycles], "steps on foot, two a stride; strokes of a swim"),
            row([FITLength.startTime, .totalElapsedTime, .swimStroke], "a lap with HKSwimmingStrokeStyle, if active"),
            row([FITLength.totalStrokes], HKQuantityTypeIdentifier.swimmingStrokeCount.rawValue),
            row([FITEvent.event, .eventType], "a pause, from a stop of the timer to its start"),
            row(
                [
                    FITRecord.positionLat, .positionLong, .enhancedAltitude, .altitude, .gpsAccuracy, .enhancedSpeed,
                    .speed,
                ],
                "a location of the route"
            ),
        ]
    }

    private static var others: [[String]] {
        [
            row(
                [FITHeartRate.timestamp, .fractionalTimestamp, .eventTimestamp, .eventTimestamp12, .filteredBpm],
                HKQuantityTypeIdentifier.heartRate.rawValue + ", where no record within five seconds has one"
            ),
            row([FITHeartRateVariability.time], "a series of heartbeats"),
            row([FITMonitoringInfo.timestamp, .localTimestamp], "where times go on from, and HKTimeZone"),
            row(
                [FITMonitoring.activityType, .cycles],
                HKQuantityTypeIdentifier.stepCount.rawValue + " on foot, what the raw number grew by"
            ),
            row(
                [FITMonitoring.distance],
                [HKQuantityTypeIdentifier.distanceWalkingRunning, .distanceCycling].map(\.rawValue)
                    .joined(separator: ", ") + ", what it grew by"
            ),
            row(
                [FITMonitoring.activeCalories],
                HKQuantityTypeIdentifier.activeEnergyBurned.rawValue + ", what it grew by"
            ),
            row([FITMonitoring.heartRate], HKQuantityTypeIdentifier.heartRate.rawValue),
            row(
                [FITMonitoringHeartRate.currentDayRestingHeartRate, .restingHeartRate],
                HKQuantityTypeIdentifier.restingHeartRate.rawValue
            ),
            row(
                [FITWeightScale.weight, .percentFat],
                [HKQuantityTypeIdentifier.bodyMass, .bodyFatPercentage].map(\.rawValue).joined(separator: ", ")
            ),
            row(
                [FITBloodPressure.systolicPressure, .diastolicPressure],
                HKCorrelationTypeIdentifier.bloodPressure.rawValue
            ),
            row([FITBloodPressure.heartRate], HKQuantityTypeIdentifier.heartRate.rawValue),
        ]
    }

    /// The number of a sport, that of a sub-sport, and the activity.
    static var sports: [[String]] {
        func name(_ activity: HKWorkoutActivityType) -> String {
            let cases = TypeCatalogue.shared.workoutActivities?.cases ?? []
            return cases.first { $0.value == Int(clamping: activity.rawValue) }?.name ?? "\(activity.rawValue)"
        }
        return FITSports.bySport.sorted { $0.key < $1.key }.map { ["\($0.key)", "", name($0.value)] }
            + FITSports.bySubSport.sorted { $0.key < $1.key }.map { ["", "\($0.key)", name($0.value)] }
            + FITSports.driven.sorted().map { ["\($0)", "", "no workout, counted"] }
    }
}

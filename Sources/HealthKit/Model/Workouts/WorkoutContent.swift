import Foundation

/// The content of a workout, as a value that the store keeps.
package struct WorkoutContent: Codable, Hashable, Sendable {
    /// The totals that a workout may carry itself.
    package enum Total: String, Codable, Sendable, CaseIterable {
        case energy, distance, strokes, flights
    }

    package var activity: UInt
    /// The name of an activity unknown to this version, from the export; `nil` for a known one.
    package var activityName: String?
    /// The duration from the app or the export, in seconds; `nil` to compute it from the events.
    package var duration: Double?
    package var events: [WorkoutEventContent] = []
    package var totals: [String: QuantityText] = [:]
    package var statistics: [WorkoutStatisticsContent] = []
    package var activities: [WorkoutActivityContent] = []
    /// Paths of the routes as an export names them.
    package var routePaths: [String]?
    /// The zones that held, and the time in them.
    package var zones: [WorkoutZoneContent]?
    /// The default zones and the time in them, for apps that can't see the data that the other zones were computed from.
    package var standardZones: [WorkoutZoneContent]?

    package init(activityType: UInt, duration: Double? = nil) {
        activity = activityType
        self.duration = duration
    }

    /// The activity; one that this version doesn't know counts as `other`.
    package var activityType: HKWorkoutActivityType { HKWorkoutActivityType(rawValue: activity) ?? .other }

    package func total(_ total: Total) -> QuantityText? { totals[total.rawValue] }

    package mutating func setTotal(_ total: Total, _ quantity: QuantityText?) { totals[total.rawValue] = quantity }

    /// The statistics, including those implied by totals if there are no others (R7.5).
    package func statistics(from start: Date, to end: Date) -> [WorkoutStatisticsContent] {
        var result = statistics
        for total in Total.allCases {
            guard let quantity = self.total(total), let type = type(of: total),
                !result.contains(where: { $0.type == type })
            else { continue }
            result.append(WorkoutStatisticsContent(type: type, start: start, end: end, sum: quantity))
        }
        return result
    }

    /// A total that the workout was saved with: a separate one or, as written by iOS 16 and later, one among its statistics.
    ///
    /// The sum of samples that were added afterwards isn't a total of the workout (R2.23).
    package func savedTotal(_ total: Total) -> HKQuantity? {
        if let quantity = self.total(total) { return quantity.quantity }
        let saved = statistics.filter { $0.isComputed != true && $0.sum != nil }
        if let own = saved.first(where: { $0.type == type(of: total) }) { return own.sum?.quantity }
        guard total == .distance else { return nil }
        // Distances of its parts, or of an activity with a separate distance type, such as rowing.
        let parts = saved.filter { $0.type.hasPrefix("HKQuantityTypeIdentifierDistance") }.compactMap(\.sum?.quantity)
        guard let first = parts.first, parts.allSatisfy({ $0.is(compatibleWith: first.unit) }) else { return nil }
        let sum = parts.reduce(0) { $0 + $1.doubleValue(for: first.unit) }
        return HKQuantity(unit: first.unit, doubleValue: sum)
    }

    /// The content with the original totals as separate totals, independent of later changes to its statistics.
    var withSavedTotals: WorkoutContent {
        var content = self
        for kind in Total.allCases where total(kind) == nil {
            content.setTotal(kind, savedTotal(kind).map { QuantityText($0) })
        }
        return content
    }

    /// The content with totals implied by its statistics, if it has none itself (R7.5).
    var withTotalsOfStatistics: WorkoutContent {
        var counted = self
        for index in counted.statistics.indices { counted.statistics[index].isComputed = nil }
        return counted.withSavedTotals.totals.reduce(into: self) { $0.totals[$1.key] = $1.value }
    }

    private func type(of total: Total) -> String? {
        switch total {
        case .energy: HKQuantityTypeIdentifier.activeEnergyBurned.rawValue
        case .distance: distanceType
        case .strokes: HKQuantityTypeIdentifier.swimmingStrokeCount.rawValue
        case .flights: HKQuantityTypeIdentifier.flightsClimbed.rawValue
        }
    }

    private var distanceType: String {
        switch activityType {
        case .cycling, .handCycling: HKQuantityTypeIdentifier.distanceCycling.rawValue
        case .swimming: HKQuantityTypeIdentifier.distanceSwimming.rawValue
        case .wheelchairWalkPace, .wheelchairRunPace: HKQuantityTypeIdentifier.distanceWheelchair.rawValue
        case .downhillSkiing, .snowboarding, .snowSports:
            HKQuantityTypeIdentifier.distanceDownhillSnowSports.rawValue
        default: HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue
        }
    }
}

/// An event of a workout, as a value.
package struct WorkoutEventContent: Codable, Hashable, Sendable {
    package var type: Int
    /// The export's name of an event that the importing version didn't know.
    package var name: String?
    package var start: Double
    package var end: Double
    package var metadata: [UInt8]?

    package init(type: Int, name: String? = nil, start: Double, end: Double, metadata: [UInt8]? = nil) {
        self.type = type
        self.name = name
        self.start = start
        self.end = max(start, end)
        self.metadata = metadata
    }

    package init(_ event: HKWorkoutEvent) {
        self.init(
            type: event.type.rawValue,
            start: event.dateInterval.start.timeIntervalSinceReferenceDate,
            end: event.dateInterval.end.timeIntervalSinceReferenceDate,
            metadata: event.metadataValues?.bytes
        )
    }

    /// The type of an event that is stored by name because no version knows it.
    package static let unknownType = -1

    /// The kind of event; `nil` for one that this version doesn't know.
    package var kind: HKWorkoutEventType? {
        guard let name else { return HKWorkoutEventType(rawValue: type) ?? .marker }
        return Self.kind(named: name)
    }

    /// The event with an exported name; `nil` for a name that this version doesn't know.
    package static func kind(named name: String) -> HKWorkoutEventType? {
        let known = TypeCatalogue.shared.enumeration("HKWorkoutEventType")?.case(constant: name)
        return known.flatMap { HKWorkoutEventType(rawValue: $0.value) }
    }

    /// The event's name in exports.
    package var exportName: String {
        let known = TypeCatalogue.shared.enumeration("HKWorkoutEventType")?.case(value: type)
        return name ?? known?.constant ?? "HKWorkoutEventTypeMarker"
    }

    /// The event as an object for apps; `nil` for one that this version doesn't know.
    package var object: HKWorkoutEvent? {
        guard let kind else { return nil }
        return HKWorkoutEvent(
            type: kind,
            interval: DateInterval(
                start: Date(timeIntervalSinceReferenceDate: start),
                end: Date(timeIntervalSinceReferenceDate: max(start, end))
            ),
            metadata: metadata.flatMap { Metadata(bytes: $0) }
        )
    }
}

/// The configuration of an activity, as a value.
package struct WorkoutConfigurationContent: Codable, Hashable, Sendable {
    package var activityType: UInt
    package var locationType: Int
    package var swimmingLocationType: Int
    package var lapLength: QuantityText?

    package init(
        activityType: UInt,
        locationType: Int = 1,
        swimmingLocationType: Int = 0,
        lapLength: QuantityText? = nil
    ) {
        self.activityType = activityType
        self.locationType = locationType
        self.swimmingLocationType = swimmingLocationType
        self.lapLength = lapLength
    }

    package init(_ configuration: HKWorkoutConfiguration) {
        self.init(
            activityType: configuration.activityType.rawValue,
            locationType: configuration.locationType.rawValue,
            swimmingLocationType: configuration.swimmingLocationType.rawValue,
            lapLength: configuration.lapLength.map(QuantityText.init)
        )
    }

    package var object: HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = HKWorkoutActivityType(rawValue: activityType) ?? .other
        configuration.locationType = HKWorkoutSessionLocationType(rawValue: locationType) ?? .unknown
        configuration.swimmingLocationType = HKWorkoutSwimmingLocationType(rawValue: swimmingLocationType) ?? .unknown
        configuration.lapLength = lapLength?.quantity
        return configuration
    }
}

/// An activity of a workout, as a value.
package struct WorkoutActivityContent: Codable, Hashable, Sendable {
    package var uuid: UUID
    package var configuration: WorkoutConfigurationContent
    package var start: Date
    package var end: Date?
    package var duration: Double?
    package var metadataBytes: [UInt8]?
    package var statistics: [WorkoutStatisticsContent]
    /// The time in zones.
    package var zones: [WorkoutZoneContent]?
    /// The time in the default zones.
    package var standardZones: [WorkoutZoneContent]?

    package init(
        uuid: UUID,
        configuration: WorkoutConfigurationContent,
        start: Date,
        end: Date?,
        duration: Double?,
        metadata: Metadata?,
        statistics: [WorkoutStatisticsContent],
        zones: [WorkoutZoneContent]? = nil
    ) {
        self.uuid = uuid
        self.configuration = configuration
        self.start = start
        self.end = end
        self.duration = duration
        metadataBytes = metadata?.bytes
        self.statistics = statistics
        self.zones = zones
    }

    package var metadata: Metadata? { metadataBytes.flatMap { Metadata(bytes: $0) } }
}

/// The statistics of one type within a workout, as a value; quantities keep the unit in which they came.
package struct WorkoutStatisticsContent: Codable, Hashable, Sendable {
    package var type: String
    package var start: Date
    package var end: Date
    package var sum: QuantityText?
    package var average: QuantityText?
    package var minimum: QuantityText?
    package var maximum: QuantityText?
    /// Whether it was computed from samples that were added to the workout, rather than saved with it.
    package var isComputed: Bool?

    private enum CodingKeys: String, CodingKey {
        case type, start, end, sum, average, minimum, maximum
        case isComputed = "computed"
    }

    package init(
        type: String,
        start: Date,
        end: Date,
        sum: QuantityText? = nil,
        average: QuantityText? = nil,
        minimum: QuantityText? = nil,
        maximum: QuantityText? = nil,
        isComputed: Bool? = nil
    ) {
        self.isComputed = isComputed
        self.type = type
        self.start = start
        self.end = end
        self.sum = sum
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
    }

    static func byType(_ statistics: [WorkoutStatisticsContent]) -> [HKQuantityType: HKStatistics] {
        var result: [HKQuantityType: HKStatistics] = [:]
        for content in statistics {
            guard
                let type = HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: content.type))
            else { continue }
            let number = { (text: QuantityText?) -> Double? in
                guard let quantity = text?.quantity, quantity.is(compatibleWith: type.canonicalUnit) else { return nil }
                return quantity.doubleValue(for: type.canonicalUnit)
            }
            var values = StatisticsValues()
            values.count = 1
            values.sum = number(content.sum)
            values.average = number(content.average)
            values.minimum = number(content.minimum)
            values.maximum = number(content.maximum)
            result[type] = HKStatistics(type: type, start: content.start, end: content.end, values: values)
        }
        return result
    }
}

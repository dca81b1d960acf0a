import Foundation

extension SampleValidation {
    /// Checks that an app doesn't save under a UUID that an imported sample may have, because the result would reveal whether
    /// it is stored.
    ///
    /// - Throws: `errorInvalidArgument`, regardless of the store's contents.
    static func checkIdentities(_ objects: [HKObject]) throws {
        for object in objects {
            let isImported = object.uuid.isOfContent
            let members = (object as? HKSample)?.asCorrelation?.objects ?? []
            guard !isImported, !members.contains(where: \.uuid.isOfContent) else {
                throw HKError.invalid("A new sample can't have a UUID of version 8: imported samples have those")
            }
        }
    }

    /// Repeats the checks of an object's creation, and checks that its numbers are finite.
    ///
    /// An archive can bypass an object's initializer, and infinite quantities can be created but not saved.
    ///
    /// - Throws: `errorInvalidArgument` for the first problem.
    package static func checkForSaving(_ object: HKObject) throws {
        guard let sample = object as? HKSample else { return }
        try checkInterval(sample.sampleType, start: sample.startDate, end: sample.endDate)
        let metadata = sample.metadataValues
        try checkMetadata(metadata, for: sample.sampleType)
        if metadata != nil { try checkNumbers(metadata) }
        switch sample {
        case let sample as HKQuantitySample: try check(sample)
        case let sample as HKCategorySample: try checkCategory(sample.categoryType, value: sample.value)
        case let sample as HKCorrelation: try check(sample)
        case let sample as HKWorkout: try check(sample)
        default: return
        }
    }

    private static func check(_ sample: HKQuantitySample) throws {
        try checkQuantity(sample.quantityType, value: sample.value, unit: sample.unit)
        guard let series = sample.series else { return }
        let start = sample.startDate.timeIntervalSinceReferenceDate
        let end = sample.endDate.timeIntervalSinceReferenceDate
        guard !series.elements.isEmpty else {
            throw HKError.invalid("A series of \(sample.quantityType.identifier) must hold a quantity")
        }
        for element in series.elements {
            try checkNumber(element.value, sample.quantityType.identifier)
            guard start <= element.start, element.start <= element.end, element.end <= end else {
                throw HKError.invalid(
                    "A quantity of a series of \(sample.quantityType.identifier) lies outside its sample"
                )
            }
        }
    }

    /// Members are quantity and category samples, so correlations don't nest; a member with the correlation's identity
    /// would make it contain itself.
    private static func check(_ correlation: HKCorrelation) throws {
        let type = correlation.correlationType
        try checkMembers(type, correlation.objects)
        for member in correlation.objects {
            guard member.uuid != correlation.uuid else {
                throw HKError.invalid("\(type.identifier) cannot contain itself")
            }
            try checkForSaving(member)
        }
    }

    private static func check(_ workout: HKWorkout) throws {
        let content = workout.content
        for (name, quantity) in content.totals { try checkQuantity(quantity, "The total \(name) of a workout") }
        if let duration = content.duration { try checkNumber(duration, "The duration of a workout") }
        try check(content.statistics)
        try check(content.zones)
        try check(content.standardZones)
        for event in content.events {
            guard event.start.isFinite, event.end.isFinite else {
                throw HKError.invalid("The dates of a workout event must be dates")
            }
            try checkNumbers(event.metadata.flatMap { Metadata(bytes: $0) })
        }
        for activity in content.activities {
            try checkNumbers(activity.metadata)
            try check(activity.statistics)
            try check(activity.zones)
            try check(activity.standardZones)
            if let duration = activity.duration { try checkNumber(duration, "The duration of an activity") }
            if let length = activity.configuration.lapLength { try checkQuantity(length, "The lap length") }
        }
    }

    private static func check(_ statistics: [WorkoutStatisticsContent]) throws {
        for entry in statistics {
            for quantity in [entry.sum, entry.average, entry.minimum, entry.maximum].compactMap(\.self) {
                try checkQuantity(quantity, entry.type)
            }
        }
    }

    private static func check(_ zones: [WorkoutZoneContent]?) throws {
        guard let zones else { return }
        guard Set(zones.map(\.type)).count == zones.count else {
            throw HKError.invalid("A workout has zones of a type once")
        }
        for zone in zones {
            guard zone.configuration != nil, zone.durations == nil || zone.group != nil else {
                throw HKError.invalid("The zones of a workout, \(zone.type), are none")
            }
        }
    }

    private static func checkQuantity(_ quantity: QuantityText, _ name: String) throws {
        try checkNumber(quantity.value, name)
        guard quantity.quantity != nil else { throw HKError.invalid("\(name) has no unit: \(quantity.unit)") }
    }

    private static func checkNumber(_ value: Double, _ name: String) throws {
        guard value.isFinite else { throw HKError.invalid("\(name) requires a number; \(value) is none") }
    }

    private static func checkNumbers(_ metadata: Metadata?) throws {
        for entry in metadata?.entries ?? [] {
            switch entry.value {
            case .decimal(let number), .quantity(let number, _):
                try checkNumber(number, "The metadata key \(entry.key)")
            case .date(let date):
                guard date.timeIntervalSinceReferenceDate.isFinite else {
                    throw HKError.invalid("The metadata key \(entry.key) requires a date")
                }
            case .text, .flag, .integer: continue
            }
        }
    }
}

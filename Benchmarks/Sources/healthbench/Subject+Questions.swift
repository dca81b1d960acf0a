import Foundation
import HealthKit
import HealthKitStore

/// What an app asks through HealthKit.
extension Subject {
    func stepsOfPhone() async throws -> Run {
        let sources = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: Self.steps)).result(for: app)
        guard let phone = sources.first(where: { $0.name.contains("iPhone") }) else {
            throw UnknownWork(name: "steps of a phone, which this store does not have")
        }
        return try await stepsByDay(HKQuery.predicateForObjects(from: phone))
    }

    /// The sums of the days, as the calendar has them.
    func stepsByDay(_ predicate: NSPredicate?) async throws -> Run {
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: Self.steps, predicate: predicate),
            options: .cumulativeSum,
            anchorDate: Self.end,
            intervalComponents: DateComponents(timeZone: Self.zone, day: 1)
        )
        return try await Run.measure {
            try await query.result(for: app)
        } found: { collection in
            let sums = collection.statistics().compactMap { $0.sumQuantity()?.doubleValue(for: .count()) }
            return [Double(sums.count), sums.reduce(0, +), sums.reduce(0) { $0 + $1 * $1 }]
        }
    }

    func heartRateByHour() async throws -> Run {
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: Self.heartRate, predicate: Self.lastYear),
            options: [.discreteMin, .discreteMax, .discreteAverage],
            anchorDate: Self.end,
            intervalComponents: DateComponents(timeZone: Self.zone, hour: 1)
        )
        return try await Run.measure {
            try await query.result(for: app)
        } found: { collection in
            let hours = collection.statistics()
            let quantities = [
                hours.compactMap { $0.minimumQuantity() }, hours.compactMap { $0.maximumQuantity() },
                hours.compactMap { $0.averageQuantity() },
            ]
            let sums = quantities.map { $0.reduce(0) { $0 + $1.doubleValue(for: Self.perMinute) } }
            return [Double(hours.count)] + sums
        }
    }

    /// Samples of the heart rate by start, the newest first.
    func page(before time: Double?, limit: Int) async throws -> Run {
        let predicate = time.map { time in
            HKQuery.predicateForSamples(withStart: nil, end: Date(timeIntervalSinceReferenceDate: time))
        }
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Self.heartRate, predicate: predicate)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
            limit: limit
        )
        return try await Run.measure({ try await query.result(for: app) }, found: Self.found)
    }

    /// What counting who reads what adds to the cheapest query, and what that takes without it.
    ///
    /// The two take turns, so that whatever else the machine does meets both.
    func audit() async throws -> Run {
        let log = try app.database().audit
        defer { log.isCounting = true }
        var (counted, uncounted): ([Double], [Double]) = ([], [])
        for _ in 0..<1_000 {
            for isCounting in [true, false] {
                log.isCounting = isCounting
                let seconds = try await page(before: nil, limit: 1).seconds
                if isCounting { counted.append(seconds) } else { uncounted.append(seconds) }
            }
        }
        let (with, without) = (counted.sorted()[500], uncounted.sorted()[500])
        return Run(seconds: max(0, with - without), found: [without])
    }

    func objects() async throws -> Run {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Self.heartRate, predicate: Self.lastYear)],
            sortDescriptors: [SortDescriptor(\.startDate)]
        )
        return try await Run.measure({ try await query.result(for: app) }, found: Self.found)
    }

    /// Notes where changes will begin: an app's anchors are not the store's, and only a query gives them.
    func noteAnchor() async throws -> Run {
        let never = HKQuery.predicateForSamples(withStart: .distantFuture, end: nil)
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: Self.heartRate, predicate: never)],
            anchor: nil
        )
        anchor = try await query.result(for: app).newAnchor
        return Run(seconds: 0, found: [Double(try engine.read { try $0.currentAnchor })])
    }

    func changes(after anchor: Int64) async throws -> Run {
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: Self.heartRate)],
            anchor: self.anchor ?? HKQueryAnchor(anchor)
        )
        return try await Run.measure {
            try await query.result(for: app)
        } found: {
            try Self.found($0.addedSamples)
        }
    }

    /// Samples by type and source, as the console shows them.
    func counts() async throws -> Run {
        try await Run.measure {
            try person.sources()
        } found: { sources in
            let counts = sources.flatMap { $0.types.filter { Self.isPlain($0.key) }.map(\.value) }
            return [Double(counts.count), Double(counts.reduce(0, +))]
        }
    }

    /// Whether the type's samples are records of an export, not correlations or workouts.
    static func isPlain(_ type: String) -> Bool {
        type.hasPrefix("HKQuantityType") || type.hasPrefix("HKCategoryType")
    }

    private static var lastYear: NSPredicate {
        HKQuery.predicateForSamples(withStart: end - 365 * 86_400, end: nil, options: .strictStartDate)
    }

    private static func found(_ samples: [HKQuantitySample]) throws -> [Double] {
        [
            Double(samples.count), samples.reduce(0) { $0 + $1.startDate.timeIntervalSinceReferenceDate },
            samples.reduce(0) { $0 + $1.quantity.doubleValue(for: perMinute) },
        ]
    }
}

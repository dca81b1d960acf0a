import CoreLocation
import Foundation
import HealthKit

/// Reads the files of one other program: bytes in, samples out.
///
/// A reader names the source of each sample, so that what it brings can be told from what others brought, and tells the
/// same of a file whenever it reads it: then reading again adds nothing, because samples are recognised by what they say.
/// The documentation page "Readers" tells how to write one.
package protocol Reader: Sendable {
    /// What the format is called, for people.
    var name: String { get }

    /// How names of such files end, in lower case and with the dot; it helps a person to choose one, and decides nothing.
    var endings: Set<String> { get }

    /// Whether a file looks like one of the format.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file, up to 64 KiB.
    ///   - fileName: The name of the file.
    /// - Returns: Whether to read it.
    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool

    /// Reads a file.
    ///
    /// What cannot be taken is told to the sink with its place, and reading goes on.
    ///
    /// - Parameters:
    ///   - bytes: All of the file.
    ///   - sink: Takes the samples.
    /// - Throws: ``ImportError`` for a file that makes no sense as a whole, and what the sink throws.
    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws
}

/// A sample that a reader found.
package struct ReadSample: Sendable {
    /// The identifier of a quantity or category type; one that HealthKit does not know is kept as it is.
    package var type: String
    /// The unit of the value, as HealthKit or the file spells it; empty for none.
    package var unit: String
    package var value: Double
    package var start: Date
    package var end: Date
    /// The name of who recorded it.
    package var source: String
    package var metadata: [String: String]
    /// What another app computed or copied, where it is not the source's own; `nil` for what the source recorded.
    package var relay: Relay?
    /// What earlier versions stored of the same text, of the same type and source.
    package var superseded: [Superseded] = []

    /// How another app passes a value on.
    package struct Relay: Sendable {
        /// Which value for a span of time it is, of those of its type and source; `nil` for a copy, which is known by what
        /// it says.
        package var bucket: String?
        /// Whether bounds of single samples hold for it.
        package var isBounded = true
    }

    /// An instant that an earlier version stored.
    package struct Superseded: Sendable {
        package var start: Date
        package var values: ClosedRange<Double>
    }

    package init(
        type: String,
        unit: String = "",
        value: Double,
        start: Date,
        end: Date,
        source: String,
        metadata: [String: String] = [:]
    ) {
        self.type = type
        self.unit = unit
        self.value = value
        self.start = start
        self.end = end
        self.source = source
        self.metadata = metadata
    }
}

/// A blood pressure that a reader found.
package struct ReadPressure: Sendable {
    package var systolic: Double
    package var diastolic: Double
    /// The unit of both, as HealthKit spells it.
    package var unit: String
    package var start: Date
    package var end: Date
    /// The name of who recorded it.
    package var source: String
}

/// What is known of a file beside what stands in it.
package struct ReaderHints: Sendable {
    /// When it was written or came, which decides between two values for the same time.
    package var posted: Date
    /// The span of time that its values stand for, in the words of who sent it; `nil` where nothing is said.
    package var aggregation: String?
    /// Whether values are taken that nobody has.
    package var isForced: Bool
    /// Where the person is, for what a file leaves open.
    package var zone: TimeZone

    package init(
        posted: Date,
        aggregation: String? = nil,
        isForced: Bool = false,
        zone: TimeZone = .current
    ) {
        self.posted = posted
        self.aggregation = aggregation
        self.isForced = isForced
        self.zone = zone
    }
}

/// A workout that a reader found.
package struct ReadWorkout: Sendable {
    /// What was done; `other` where the file's word for it is none that is known.
    package var activity: HKWorkoutActivityType
    /// The file's word for what was done, where it is none that is known.
    package var unknownName: String?
    package var start: Date
    package var end: Date
    /// In seconds; `nil` for all of the time between start and end.
    package var duration: TimeInterval?
    package var energy: HKQuantity?
    package var distance: HKQuantity?
    /// The name of who recorded it.
    package var source: String
    package var metadata: [String: String] = [:]
    package var strokes: HKQuantity?
    package var flights: HKQuantity?
    /// The heart rate while it lasted.
    package var heartRate: HeartRate?
    /// Other statistics of the workout.
    package var statistics: [WorkoutStatisticsContent] = []
    /// Where it led, in order of time.
    package var route: [LocationFields] = []

    /// A heart rate in beats a minute.
    package struct HeartRate: Sendable {
        package var average: Double?
        package var minimum: Double?
        package var maximum: Double?
    }
}

/// A card that a reader found.
package struct ReadCard: Sendable {
    let content: VerifiableRecordContent
    /// When what it is about was.
    let relevant: Date
}

/// A sample with a content of its own, such as a state of mind, that a reader found.
struct ReadRecord {
    /// The identifier of its type.
    var type: String
    var content: ImportedContent
    var start: Date
    var end: Date
    /// The name of who recorded it.
    var source: String
    /// The lasting form of what the file says of it.
    var text: [UInt8]
}

/// Takes what a reader finds to the store, in whole transactions.
package struct ReaderSink {
    /// What was read, refused and why.
    package private(set) var summary = ImportSummary()
    /// What is known of the file beside what stands in it.
    package let hints: ReaderHints
    private let session: ObjectImport
    private let fileName: String
    private let isCancelled: @Sendable () -> Bool
    private var chunk = ImportChunk()
    private var series: [ImportSeries] = []
    private var seriesPlaces: [String: Int] = [:]
    private var sources: [String: UInt32] = [:]
    private var types: Set<String> = []
    private var metadataCount: UInt32 = 0
    private var deviceCount: UInt32 = 0
    private var ownerCount: UInt32 = 0
    private var placesInChunk = 0

    /// How many samples go into one transaction.
    private static let partSize = 16_384
    private static let cardsOfPart = 256
    private static let correlationsOfPart = 2_048
    private static let placesOfPart = 1 << 18
    private static let workoutsOfPart = 1_024

    init(
        _ session: ObjectImport,
        fileName: String,
        hints: ReaderHints,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.hints = hints
        self.session = session
        self.fileName = fileName
        self.isCancelled = isCancelled
    }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - place: Where it stands in the file, for a warning: `line 7`, `metrics[3].data[12]`.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ sample: ReadSample, at place: String) throws {
        summary.counts[.records].read += 1
        let number = define(sample.type, sample.unit)
        let start = sample.start.timeIntervalSinceReferenceDate
        let end = sample.end.timeIntervalSinceReferenceDate
        if case .refused(let reason) = series[number].kind { return refuse(reason, place) }
        guard start <= end else { return refuse("\(sample.type) ends before it starts", place) }
        guard series[number].admits(sample.value) else { return refuse("\(sample.type) has no such value", place) }
        if sample.relay?.isBounded ?? true, let doubt = doubt(sample.value, sample.unit, sample.type) {
            return refuse(doubt, place)
        }
        types.insert(sample.type)
        for old in sample.superseded {
            chunk.superseded.append(
                SupersededRow(
                    type: sample.type,
                    unit: series[number].unit,
                    bundleIdentifier: HKSource.importBundleIdentifier(of: sample.source),
                    start: old.start.timeIntervalSinceReferenceDate,
                    values: old.values
                )
            )
        }
        var metadata = sample.metadata
        let version = (hints.posted.timeIntervalSince1970 * 1_000).rounded(.down)
        if let bucket = sample.relay?.bucket {
            metadata[HKMetadataKeySyncIdentifier] = bucket
            metadata[HKMetadataKeySyncVersion] = String(Int64(version))
        }
        let header = ImportedHeader(
            start: start,
            end: end,
            creation: end,
            revision: define(source: sample.source, isRelayed: sample.relay != nil),
            metadata: define(metadata)
        )
        let row = ImportedRow(series: ImportNumber.Series(UInt32(number)), value: sample.value, header: header)
        if let bucket = sample.relay?.bucket {
            chunk.buckets.append(ImportedBucket(row: row, identifier: bucket, version: version))
        } else {
            chunk.rows.append(row)
        }
        if chunk.rows.count + chunk.buckets.count >= Self.partSize { try flush() }
    }

    /// Takes a blood pressure: a correlation and its two members.
    ///
    /// - Parameters:
    ///   - pressure: The blood pressure.
    ///   - place: Where it stands in the file, for a warning.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ pressure: ReadPressure, at place: String) throws {
        summary.counts[.correlations].read += 1
        let start = pressure.start.timeIntervalSinceReferenceDate
        let end = pressure.end.timeIntervalSinceReferenceDate
        guard start <= end else { return refuse("the blood pressure ends before it starts", place, .correlations) }
        let header = ImportedHeader(start: start, end: end, creation: end, revision: define(source: pressure.source))
        let parts: [(HKQuantityTypeIdentifier, Double)] = [
            (.bloodPressureSystolic, pressure.systolic), (.bloodPressureDiastolic, pressure.diastolic),
        ]
        var members: [ImportedRow] = []
        for (type, value) in parts {
            let number = define(type.rawValue, pressure.unit)
            if case .refused(let reason) = series[number].kind { return refuse(reason, place, .correlations) }
            guard value.isFinite else { return refuse("\(type.rawValue) has no such value", place, .correlations) }
            if let doubt = doubt(value, pressure.unit, type.rawValue) { return refuse(doubt, place, .correlations) }
            members.append(
                ImportedRow(series: ImportNumber.Series(UInt32(number)), value: value, header: header)
            )
        }
        guard pressure.systolic > pressure.diastolic || hints.isForced else {
            return refuse("the systolic value is not above the diastolic one", place, .correlations)
        }
        let type = HKCorrelationTypeIdentifier.bloodPressure.rawValue
        types.insert(type)
        chunk.correlations.append(
            ImportedCorrelation(
                series: ImportNumber.Series(UInt32(define(correlation: type))),
                header: header,
                members: members
            )
        )
        if chunk.correlations.count >= Self.correlationsOfPart { try flush() }
    }

    /// Why a value is not stored that nobody has; `nil` for one that makes sense, or where all are taken.
    private func doubt(_ value: Double, _ unit: String, _ type: String) -> String? {
        guard !hints.isForced, let type = HKObjectType.type(identifier: type) as? HKQuantityType,
            let unit = unit.isEmpty ? type.canonicalUnit : HKUnit.named(unit),
            let bounds = EntryBounds.exceeded(by: HKQuantity(unit: unit, doubleValue: value), of: type)
        else { return nil }
        let isPercent = bounds.unit == HKUnit.percent().unitString
        let (least, most) = isPercent ? (bounds.least * 100, bounds.most * 100) : (bounds.least, bounds.most)
        let label = bounds.unit == HKUnit.count().unitString ? "" : " " + bounds.unit
        return "\(type.entry.name) must be between \(HKQuantity.text(least)) and \(HKQuantity.text(most))\(label); "
            + "--force stores it all the same"
    }

    /// Takes a workout.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - place: Where it stands in the file, for a warning.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ workout: ReadWorkout, at place: String) throws {
        summary.counts[.workouts].read += 1
        guard workout.start <= workout.end else { return refuse("the workout ends before it starts", place, .workouts) }
        var content = WorkoutContent(activityType: workout.activity.rawValue)
        content.activityName = workout.unknownName
        content.duration = workout.duration
        content.setTotal(.energy, workout.energy.map { QuantityText($0) })
        content.setTotal(.distance, workout.distance.map { QuantityText($0) })
        content.setTotal(.strokes, workout.strokes.map { QuantityText($0) })
        content.setTotal(.flights, workout.flights.map { QuantityText($0) })
        if let rate = workout.heartRate {
            func text(_ value: Double?) -> QuantityText? { value.map { QuantityText(value: $0, unit: "count/min") } }
            content.statistics.append(
                WorkoutStatisticsContent(
                    type: HKQuantityTypeIdentifier.heartRate.rawValue,
                    start: workout.start,
                    end: workout.end,
                    average: text(rate.average),
                    minimum: text(rate.minimum),
                    maximum: text(rate.maximum)
                )
            )
        }
        content.statistics += workout.statistics
        let end = workout.end.timeIntervalSinceReferenceDate
        let header = ImportedHeader(
            start: workout.start.timeIntervalSinceReferenceDate,
            end: end,
            creation: end,
            revision: define(source: workout.source),
            metadata: define(workout.metadata)
        )
        var owner: ImportNumber.Owner?
        if !workout.route.isEmpty {
            owner = ImportNumber.Owner(ownerCount)
            ownerCount += 1
        }
        chunk.workouts.append(ImportedWorkout(header: header, content: content, number: owner))
        if let owner { try take(workout.route, of: workout.source, owner) }
        if chunk.workouts.count >= Self.workoutsOfPart { try flush() }
    }

    /// Takes the route of a workout.
    private mutating func take(_ places: [LocationFields], of source: String, _ workout: ImportNumber.Owner) throws {
        let data = RouteData(exported: places.map { RoutePoint(fields: $0) })
        guard let first = data.points.first?.fields.timestamp, let last = data.points.last?.fields.timestamp else {
            return
        }
        summary.counts[.workoutRoutes].read += 1
        chunk.objects.append(
            ImportedObject(
                kind: .workoutRoutes,
                type: HKSeriesType.workoutRoute().identifier,
                header: ImportedHeader(start: first, end: last, creation: last, revision: define(source: source)),
                content: .route(PackedRoute(data)),
                text: ExportSpelling.form(ofRouteFrom: source, times: data.points.map(\.fields.timestamp)),
                workout: workout
            )
        )
        placesInChunk += data.points.count
        if placesInChunk >= Self.placesOfPart { try flush() }
    }

    /// Takes a card, which its issuer stands for as its source.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - place: Where it stands in the file, for a warning.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ card: ReadCard, at place: String) throws {
        summary.counts[.verifiableRecords].read += 1
        do {
            try card.content.check()
        } catch let error as HKError {
            return refuse(error.text, place, .verifiableRecords)
        }
        let time = card.relevant.timeIntervalSinceReferenceDate
        let header = ImportedHeader(
            start: time,
            end: time,
            creation: card.content.issued,
            revision: define(source: card.content.issuer)
        )
        chunk.objects.append(
            ImportedObject(
                kind: .verifiableRecords,
                type: VerifiableRecordType.shared.identifier,
                header: header,
                content: .verifiable(card.content),
                text: ExportSpelling.form(ofCard: [UInt8](card.content.data))
            )
        )
        if chunk.objects.count >= Self.cardsOfPart { try flush() }
    }

    /// Takes a sample with a content of its own.
    ///
    /// - Parameters:
    ///   - record: The sample.
    ///   - place: Where it stands in the file, for a warning.
    /// - Throws: The store's errors, and `CancellationError`.
    mutating func take(_ record: ReadRecord, at place: String) throws {
        summary.counts[.records].read += 1
        do {
            try record.content.check()
        } catch let error as HKError {
            return refuse(error.text, place)
        }
        types.insert(record.type)
        let end = record.end.timeIntervalSinceReferenceDate
        chunk.objects.append(
            ImportedObject(
                kind: .records,
                type: record.type,
                header: ImportedHeader(
                    start: record.start.timeIntervalSinceReferenceDate,
                    end: end,
                    creation: end,
                    revision: define(source: record.source)
                ),
                content: record.content,
                text: record.text
            )
        )
        if chunk.objects.count >= Self.cardsOfPart { try flush() }
    }

    /// Takes an electrocardiogram.
    ///
    /// - Parameters:
    ///   - reading: What the file says.
    ///   - place: Where it stands in the file, for a warning.
    /// - Throws: The store's errors, and `CancellationError`.
    mutating func take(_ reading: ECGReader.Reading, at place: String = "line 1") throws {
        summary.counts[.electrocardiograms].read += 1
        var header = ImportedHeader(
            start: reading.recorded,
            end: reading.recorded,
            creation: reading.recorded,
            revision: define(source: ECGReader.Reading.sourceName, version: reading.softwareVersion)
        )
        if let device = reading.deviceText {
            chunk.definitions.devices.append(ImportDefinitions.device(device))
            deviceCount += 1
            header.device = ImportNumber.Device(deviceCount)
        }
        header.metadata = define(ImportMetadata.ofElectrocardiogram(reading))
        let object = reading.object(header)
        do {
            try object.content.check()
        } catch let error as HKError {
            return refuse(error.text, place, .electrocardiograms)
        }
        chunk.objects.append(object)
        try flush()
    }

    /// Notes something of the file that cannot be taken.
    ///
    /// - Parameters:
    ///   - reason: Why; never what the file says of a person's health.
    ///   - place: Where it stands.
    ///   - kind: What it would have been.
    package mutating func refuse(_ reason: String, at place: String, as kind: ImportKind = .records) {
        summary.counts[kind].read += 1
        refuse(reason, place, kind)
    }

    /// Counts what a file has and is not read.
    ///
    /// - Parameters:
    ///   - part: What the file calls it.
    ///   - count: How many there are.
    ///   - isData: Whether it is data that HealthKit has a place for, so that the import is partial without it. What is no
    ///     measurement, and what HealthKit has no type for, is listed only.
    package mutating func passOver(_ part: String, _ count: Int, isData: Bool = true) {
        summary.skip(part, count, isData: isData)
    }

    /// Says that parts of something that came in are left out, so that the import is partial.
    ///
    /// - Parameters:
    ///   - count: How many parts.
    ///   - text: Where they stand and why; never what the file says of a person's health.
    package mutating func leaveOut(_ count: Int = 1, _ text: String) { summary.leaveOut(count, "\(fileName): \(text)") }

    /// Leaves out a part of a file that has data: the import is partial.
    ///
    /// - Parameters:
    ///   - part: What it is.
    ///   - count: How many rows or objects it has.
    ///   - line: The line that it begins in.
    ///   - reason: Why; never what the file says of a person's health.
    package mutating func leaveOut(_ part: String, _ count: Int, line: Int, because reason: String) {
        summary.skip(part, count, line: line)
        summary.warn("\(fileName): line \(line): \(part) left out: \(reason)")
    }

    /// Says something about a file that was read, which the person should know.
    ///
    /// - Parameter text: What; never what the file says of a person's health.
    package mutating func note(_ text: String) { summary.warn("\(fileName): \(text)") }

    private mutating func refuse(_ reason: String, _ place: String, _ kind: ImportKind = .records) {
        summary.counts[kind].refused += 1
        summary.warn("\(fileName): \(place): \(reason)")
    }

    private mutating func define(_ type: String, _ unit: String) -> Int {
        let key = type + "\u{1F}" + unit
        if let known = seriesPlaces[key] { return known }
        let made = ImportSeries(type: type, unit: unit.isEmpty ? nil : unit)
        series.append(made)
        seriesPlaces[key] = series.count - 1
        chunk.definitions.series.append(ImportedSeries(type: made.type, unit: made.unit))
        return series.count - 1
    }

    private mutating func define(correlation type: String) -> Int {
        if let known = seriesPlaces[type] { return known }
        series.append(ImportSeries(type: type, unit: nil))
        seriesPlaces[type] = series.count - 1
        chunk.definitions.series.append(ImportedSeries(type: type, unit: ""))
        return series.count - 1
    }

    private mutating func define(
        source: String,
        version: String = "",
        isRelayed: Bool = false
    ) -> ImportNumber.Revision {
        let key = source + "\u{1F}" + version + (isRelayed ? "\u{1F}" : "")
        if let known = sources[key] { return ImportNumber.Revision(known) }
        let number = UInt32(sources.count)
        sources[key] = number
        let made =
            isRelayed
            ? ImportDefinitions.relayed(name: source)
            : ImportDefinitions.revision(name: source, version: version.isEmpty ? nil : version)
        chunk.definitions.revisions.append(made)
        return ImportNumber.Revision(number)
    }

    private mutating func define(_ metadata: [String: String]) -> ImportNumber.MetadataSet {
        let entries = metadata.sorted { $0.key < $1.key }
            .map { ImportedMetadataEntry(key: $0.key, value: $0.value) }
        return define(ImportMetadata.make(entries))
    }

    private mutating func define(_ metadata: Metadata?) -> ImportNumber.MetadataSet {
        guard let metadata else { return .none }
        chunk.definitions.metadata.append(metadata)
        metadataCount += 1
        return ImportNumber.MetadataSet(metadataCount)
    }

    private mutating func flush() throws {
        guard
            !chunk.rows.isEmpty || !chunk.buckets.isEmpty || !chunk.correlations.isEmpty
                || !chunk.workouts.isEmpty || !chunk.objects.isEmpty
        else { return }
        if isCancelled() { throw CancellationError() }
        summary.add(try session.write(chunk))
        chunk = ImportChunk()
        placesInChunk = 0
    }

    /// Stores what is left.
    mutating func finish() throws -> ImportSummary {
        try flush()
        try session.finish()
        summary.types = types.count
        return summary
    }
}

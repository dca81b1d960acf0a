import CoreLocation
import Foundation
import HealthKit

/// Reads the files of one other program: bytes in, samples out.
///
/// A reader names the source of each sample, so that its samples can be told apart from those of others, and produces
/// the same samples each time it reads a file: reading again then adds nothing, because samples are recognized by their
/// content. The documentation page "Readers" explains how to write one.
package protocol Reader: Sendable {
    /// The format's name for people.
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
    /// Anything that can't be imported is reported to the sink with its place, and reading continues.
    ///
    /// - Parameters:
    ///   - bytes: All of the file.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for a file that is invalid as a whole, and any error that the sink throws.
    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws
}

/// A sample found by a reader.
package struct ReadSample: Sendable {
    /// The identifier of a quantity or category type; one that HealthKit doesn't know is kept as it is.
    package var type: String
    /// The unit of the value, as HealthKit or the file spells it; empty for none.
    package var unit: String
    package var value: Double
    package var start: Date
    package var end: Date
    /// The name of the recording source.
    package var source: String
    package var metadata: [String: String]
    /// The app that computed or copied the value, if it isn't the source's own, or `nil` if the source recorded it.
    package var relay: Relay?
    /// The samples that earlier versions stored for the same text, of the same type and source.
    package var superseded: [Superseded] = []

    /// The way another app relays a value.
    package struct Relay: Sendable {
        /// The value's identifier among the aggregates of its type and source, or `nil` for a copy, which is identified
        /// by its content.
        package var bucket: String?
        /// Whether the bounds of single samples apply to it.
        package var isBounded = true
    }

    /// An instantaneous sample that an earlier version stored.
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

/// A blood pressure found by a reader.
package struct ReadPressure: Sendable {
    package var systolic: Double
    package var diastolic: Double
    /// The unit of both, as HealthKit spells it.
    package var unit: String
    package var start: Date
    package var end: Date
    /// The name of the recording source.
    package var source: String
}

/// Information about a file that isn't in the file.
package struct ReaderHints: Sendable {
    /// The time it was written or received, which decides between two values for the same time.
    package var posted: Date
    /// The time span of its values, in the sender's words, or `nil` if not stated.
    package var aggregation: String?
    /// Whether implausible values are accepted.
    package var isForced: Bool
    /// The person's time zone, used where a file leaves it open.
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

/// A workout found by a reader.
package struct ReadWorkout: Sendable {
    /// The activity type; `other` if the file's word for it is unknown.
    package var activity: HKWorkoutActivityType
    /// The file's word for the activity, if it is unknown.
    package var unknownName: String?
    package var start: Date
    package var end: Date
    /// In seconds; `nil` for the whole time between start and end.
    package var duration: TimeInterval?
    package var energy: HKQuantity?
    package var distance: HKQuantity?
    /// The name of the recording source.
    package var source: String
    package var metadata: [String: String] = [:]
    package var strokes: HKQuantity?
    package var flights: HKQuantity?
    /// The heart rate during the workout.
    package var heartRate: HeartRate?
    /// Other statistics of the workout.
    package var statistics: [WorkoutStatisticsContent] = []
    /// The route's locations, in order of time.
    package var route: [LocationFields] = []

    /// A heart rate in beats a minute.
    package struct HeartRate: Sendable {
        package var average: Double?
        package var minimum: Double?
        package var maximum: Double?
    }
}

/// A card found by a reader.
package struct ReadCard: Sendable {
    let content: VerifiableRecordContent
    /// The time of the event that the card is about.
    let relevant: Date
}

/// A sample with content of its own, such as a state of mind, found by a reader.
struct ReadRecord {
    /// The identifier of its type.
    var type: String
    var content: ImportedContent
    var start: Date
    var end: Date
    /// The name of the recording source.
    var source: String
    /// The lasting form of the file's data about it.
    var text: [UInt8]
}

/// Stores a reader's findings, in whole transactions.
package struct ReaderSink {
    /// The counts of what was read and refused, with the reasons.
    package private(set) var summary = ImportSummary()
    /// Information about the file that isn't in the file.
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

    /// The number of samples per transaction.
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

    /// Stores a sample.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - place: Its location in the file, for warnings: `line 7`, `metrics[3].data[12]`.
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

    /// Stores a blood pressure: a correlation and its two members.
    ///
    /// - Parameters:
    ///   - pressure: The blood pressure.
    ///   - place: Its location in the file, for warnings.
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

    /// The reason an implausible value isn't stored, or `nil` if the value is plausible or all values are accepted.
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

    /// Stores a workout.
    ///
    /// - Parameters:
    ///   - workout: The workout.
    ///   - place: Its location in the file, for warnings.
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

    /// Stores the route of a workout.
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

    /// Stores a card, with its issuer as the source.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - place: Its location in the file, for warnings.
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

    /// Stores a sample with content of its own.
    ///
    /// - Parameters:
    ///   - record: The sample.
    ///   - place: Its location in the file, for warnings.
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

    /// Stores an electrocardiogram.
    ///
    /// - Parameters:
    ///   - reading: The file's contents.
    ///   - place: Its location in the file, for warnings.
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

    /// Reports a part of the file that can't be imported.
    ///
    /// - Parameters:
    ///   - reason: The reason; never the health data itself.
    ///   - place: Its location.
    ///   - kind: The kind of object it would have been.
    package mutating func refuse(_ reason: String, at place: String, as kind: ImportKind = .records) {
        summary.counts[kind].read += 1
        refuse(reason, place, kind)
    }

    /// Counts parts of a file that aren't read.
    ///
    /// - Parameters:
    ///   - part: The file's name for it.
    ///   - count: The number of values.
    ///   - isData: Whether it is data that HealthKit can store, so that the import is partial without it. Anything that
    ///     isn't a measurement, or that HealthKit has no type for, is only listed.
    package mutating func passOver(_ part: String, _ count: Int, isData: Bool = true) {
        summary.skip(part, count, isData: isData)
    }

    /// Reports that parts of an imported object are left out, so that the import is partial.
    ///
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - text: Their location and the reason; never the health data itself.
    package mutating func leaveOut(_ count: Int = 1, _ text: String) { summary.leaveOut(count, "\(fileName): \(text)") }

    /// Leaves out a part of a file that has data: the import is partial.
    ///
    /// - Parameters:
    ///   - part: Its name.
    ///   - count: Its number of rows or objects.
    ///   - line: Its first line.
    ///   - reason: The reason; never the health data itself.
    package mutating func leaveOut(_ part: String, _ count: Int, line: Int, because reason: String) {
        summary.skip(part, count, line: line)
        summary.warn("\(fileName): line \(line): \(part) left out: \(reason)")
    }

    /// Adds a note about a file that was read, for the person.
    ///
    /// - Parameter text: The note; never the health data itself.
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

    /// Stores the remaining samples.
    mutating func finish() throws -> ImportSummary {
        try flush()
        try session.finish()
        summary.types = types.count
        return summary
    }
}

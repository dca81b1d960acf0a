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
}

/// A card that a reader found.
package struct ReadCard: Sendable {
    let content: VerifiableRecordContent
    /// When what it is about was.
    let relevant: Date
}

/// Takes what a reader finds to the store, in whole transactions.
package struct ReaderSink {
    /// What was read, refused and why.
    package private(set) var summary = ImportSummary()
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

    /// How many samples go into one transaction.
    private static let partSize = 16_384
    private static let cardsOfPart = 256
    private static let workoutsOfPart = 1_024

    init(_ session: ObjectImport, fileName: String, isCancelled: @escaping @Sendable () -> Bool) {
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
        types.insert(sample.type)
        let header = ImportedHeader(
            start: start,
            end: end,
            creation: end,
            revision: define(source: sample.source),
            metadata: define(sample.metadata)
        )
        chunk.rows.append(
            ImportedRow(series: ImportNumber.Series(UInt32(number)), value: sample.value, header: header)
        )
        if chunk.rows.count >= Self.partSize { try flush() }
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
        let end = workout.end.timeIntervalSinceReferenceDate
        let header = ImportedHeader(
            start: workout.start.timeIntervalSinceReferenceDate,
            end: end,
            creation: end,
            revision: define(source: workout.source),
            metadata: define(workout.metadata)
        )
        chunk.workouts.append(ImportedWorkout(header: header, content: content))
        if chunk.workouts.count >= Self.workoutsOfPart { try flush() }
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

    /// Takes an electrocardiogram.
    ///
    /// - Parameter reading: What the file says.
    /// - Throws: The store's errors, and `CancellationError`.
    mutating func take(_ reading: ECGReader.Reading) throws {
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
            return refuse(error.text, "line 1", .electrocardiograms)
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
    package mutating func passOver(_ part: String, _ count: Int) {
        summary.notImported.append(ImportSummary.Skipped(kind: part, count: count, firstLine: nil))
    }

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

    private mutating func define(source: String, version: String = "") -> ImportNumber.Revision {
        let key = source + "\u{1F}" + version
        if let known = sources[key] { return ImportNumber.Revision(known) }
        let number = UInt32(sources.count)
        sources[key] = number
        let made = ImportDefinitions.revision(name: source, version: version.isEmpty ? nil : version)
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
        guard !chunk.rows.isEmpty || !chunk.workouts.isEmpty || !chunk.objects.isEmpty else { return }
        if isCancelled() { throw CancellationError() }
        let outcome = try session.write(chunk)
        summary.counts = summary.counts + outcome.tallies
        summary.twins += outcome.twins
        chunk = ImportChunk()
    }

    /// Stores what is left.
    mutating func finish() throws -> ImportSummary {
        try flush()
        try session.finish()
        summary.types = types.count
        return summary
    }
}

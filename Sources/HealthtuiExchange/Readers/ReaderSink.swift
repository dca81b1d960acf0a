import Foundation
import HealthKit

/// Stores what readers find, in whole transactions.
package struct ReaderSink {
    /// The counts of imported and rejected objects, with the reasons.
    package internal(set) var summary = ImportSummary()
    /// Information about the file that isn't in the file.
    package private(set) var hints: ReaderHints
    /// The name of the file in messages: that of a file in an archive or folder comes with its path there.
    package private(set) var fileName: String
    var builder: ChunkBuilder
    /// Whether nothing is stored, and the file is only read for its questions.
    let isAsking: Bool
    /// The types of the accepted objects.
    var types = TypeTally()
    /// The times of the workouts in this import so far.
    var workoutTimes = WorkoutTimes()
    let isCancelled: @Sendable () -> Bool
    private var seriesNumbers: [SeriesKey: UInt32] = [:]
    private var sourcePlaces: [ReadSource: ImportNumber.Revision] = [:]
    private var devicePlaces: [[String?]: ImportNumber.Device] = [:]
    private var metadataPlaces: [MetadataKey: ImportNumber.MetadataSet] = [:]

    private struct SeriesKey: Hashable {
        var type: String
        var unit: String
    }

    private struct MetadataKey: Hashable {
        var texts: [String: String]
        var values: [String: MetadataValue]
    }

    /// The most sets of metadata that are kept to be found again.
    private static let mostMetadata = 4_096

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - writer: Stores the accepted objects; `nil` to only ask the questions of a file.
    ///   - fileName: The name of the file in messages.
    ///   - hints: Information about the file.
    ///   - isCancelled: Polled now and then.
    init(
        _ writer: ImportWriter?,
        fileName: String,
        hints: ReaderHints,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.hints = hints
        self.fileName = fileName
        self.isCancelled = isCancelled
        isAsking = writer == nil
        builder = ChunkBuilder(writer, isCancelled: isCancelled)
    }

    // MARK: Files

    /// Begins another file of the import.
    ///
    /// - Parameters:
    ///   - name: Its name in messages.
    ///   - posted: When it was written.
    /// - Throws: The error that stopped the writer, and `CancellationError`.
    mutating func begin(file name: String, posted: Date) throws {
        if isCancelled() { throw CancellationError() }
        try builder.beginFile()
        fileName = name
        hints.posted = posted
    }

    /// Goes on after something else filled chunks of the same import.
    mutating func renew(_ writer: ImportWriter) {
        builder = ChunkBuilder(writer, startsFile: true, isCancelled: isCancelled)
        seriesNumbers.removeAll()
        sourcePlaces.removeAll()
        devicePlaces.removeAll()
        metadataPlaces.removeAll()
    }

    /// Passes on the rest.
    ///
    /// - Throws: The error that stopped the writer, and `CancellationError`.
    mutating func flush() throws {
        if isCancelled() { throw CancellationError() }
        try builder.flush()
    }

    // MARK: Reports

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

    /// Reads one file of a group; its error is reported, and the others are read.
    ///
    /// - Parameter body: Reads the file.
    /// - Throws: Everything but ``ImportError``.
    mutating func reporting(_ body: (inout ReaderSink) throws -> Void) throws {
        do {
            try body(&self)
        } catch let error as ImportError {
            leaveOut(1, error.description)
        }
    }

    /// Adds a note about a file that was read, for the person.
    ///
    /// - Parameter text: The note; never the health data itself.
    package mutating func note(_ text: String) { summary.warn("\(fileName): \(text)") }

    /// Reports an object that was counted as read.
    mutating func refuse(_ reason: String, _ place: String, _ kind: ImportKind = .records, count: Int = 1) {
        summary.counts[kind].refused += count
        summary.warn("\(fileName): \(place): \(reason)")
    }

    // MARK: Definitions

    /// The number of a type and unit.
    mutating func define(_ type: String, _ unit: String) -> UInt32 {
        let key = SeriesKey(type: type, unit: unit)
        if let known = seriesNumbers[key] { return known }
        let number = UInt32(builder.definitions.series.count)
        builder.definitions.define(series: number, type: type, unit: unit.isEmpty ? nil : unit)
        seriesNumbers[key] = number
        return number
    }

    /// The place of a source.
    mutating func define(_ source: ReadSource) -> ImportNumber.Revision {
        if let known = sourcePlaces[source] { return known }
        let place = builder.definitions.place(revision: UInt32(sourcePlaces.count))
        builder.definitions.add(source.revision)
        sourcePlaces[source] = place
        return place
    }

    /// The place of a device.
    mutating func define(_ device: HKDevice?) -> ImportNumber.Device {
        guard let device else { return .none }
        if let known = devicePlaces[device.fields] { return known }
        let place = builder.definitions.place(device: UInt32(devicePlaces.count))
        builder.definitions.add(device)
        devicePlaces[device.fields] = place
        return place
    }

    /// The place of a set of metadata.
    mutating func define(
        _ texts: [String: String] = [:],
        _ values: [String: MetadataValue] = [:]
    ) -> ImportNumber.MetadataSet {
        if texts.isEmpty, values.isEmpty { return .none }
        let key = MetadataKey(texts: texts, values: values)
        if let known = metadataPlaces[key] { return known }
        if metadataPlaces.count >= Self.mostMetadata { metadataPlaces.removeAll() }
        let place = builder.definitions.add(Self.metadata(texts, values))
        metadataPlaces[key] = place
        return place
    }

    /// Metadata, in which typed values have precedence over texts; `nil` if there is none.
    static func metadata(_ texts: [String: String], _ values: [String: MetadataValue]) -> Metadata? {
        let entries = texts.filter { values[$0.key] == nil }.sorted { $0.key < $1.key }
            .map { ImportedMetadataEntry(key: $0.key, value: $0.value) }
        return ImportMetadata.make(entries, adding: ImportMetadata.entries(values))
    }

    /// The header of an object.
    mutating func header(
        _ start: Date,
        _ end: Date,
        _ source: ReadSource,
        _ device: HKDevice? = nil,
        _ metadata: ImportNumber.MetadataSet = .none
    ) -> ImportedHeader {
        let end = end.timeIntervalSinceReferenceDate
        return ImportedHeader(
            start: start.timeIntervalSinceReferenceDate,
            end: end,
            creation: end,
            revision: define(source),
            device: define(device),
            metadata: metadata
        )
    }

    // MARK: Checks

    /// The reason an implausible value isn't stored, or `nil` if the value is plausible or all values are accepted.
    func doubt(_ value: Double, _ unit: String, _ type: String) -> String? {
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
}

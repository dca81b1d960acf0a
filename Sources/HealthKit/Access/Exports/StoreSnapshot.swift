import CoreLocation
import Foundation

/// The common properties of consecutive plain samples.
///
/// The same instance is passed as long as none of them changes, so that derived values can be cached.
package final class SampleOrigin {
    /// The identifier of the type.
    package let type: String
    /// The unit of the values, as it is stored; empty for none.
    package let unit: String
    package let sourceRevision: HKSourceRevision
    package let device: HKDevice?
    package let metadata: Metadata?

    init(type: String, unit: String, sourceRevision: HKSourceRevision, device: HKDevice?, metadata: Metadata?) {
        self.type = type
        self.unit = unit
        self.sourceRevision = sourceRevision
        self.device = device
        self.metadata = metadata
    }
}

/// The numbers of a plain sample; times are seconds since the reference date.
package struct SampleNumbers: Sendable {
    package var start: Double
    package var end: Double
    package var creation: Double
    package var value: Double
}

/// One consistent state of the store, for exports.
///
/// Made by ``PersonAccess/snapshot(_:_:)`` and valid until that returns. It is read directly if this process has the store open,
/// and over a connection if a service has it open.
package protocol StoreSnapshot: AnyObject, RecordContents {
    /// The identifiers of the types that have selected data, in order, including those that HealthKit does not know.
    func typeIdentifiers() throws -> [String]

    /// An upper bound of the number of objects, for an export's progress.
    func count() throws -> Int

    /// Visits the plain samples of a type, known to HealthKit or not, by source and then by start.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each sample.
    /// - Throws: Any error thrown by `body`, and the store's errors.
    func forEachPlainSample(of identifier: String, _ body: (SampleOrigin, SampleNumbers) throws -> Void) throws

    /// The number of records of a type that can't be understood.
    func unreadableRecordCount(of identifier: String) throws -> Int

    /// Visits all samples of a type that HealthKit knows, as objects: plain ones first, then the others.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each sample.
    /// - Throws: Any error thrown by `body`, and the store's errors.
    func forEachSample(of identifier: String, _ body: (HKSample) throws -> Void) throws

    /// Visits the samples of a type that HealthKit does not know, in order of start.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Receives each sample.
    /// - Throws: Any error thrown by `body`, and the store's errors.
    func forEachUnknownSample(of identifier: String, _ body: (UnknownSample) throws -> Void) throws

    /// The samples of each source as the person's statistics read them.
    ///
    /// They are in the canonical unit, with sources in order of priority and series as their quantities; samples that
    /// apps pass on are included only if no other source has them, and instants that two sources report once (R5.30).
    /// Amounts that sums add without naming a source are returned as samples of the last source (R5.29).
    ///
    /// - Parameter type: The type.
    /// - Returns: The sources that have selected samples, each with a way to read them, ascending by start.
    /// - Throws: `HKError`, and the store's errors.
    func statisticsSources(of type: HKQuantityType) throws -> [StatisticsCalculator.Source]

    /// The bundle identifiers of the sources that have samples of a type, in order of priority.
    func orderedSources(of type: String) throws -> [String]

    /// The bundle identifiers of a type's sources that the person excluded.
    func excludedSources(of type: String) throws -> Set<String>

    /// The person's characteristics.
    func characteristics() throws -> CharacteristicValues

    /// The stored summaries of days within the selection, by day; none if the selection names types or sources, which summaries
    /// don't have.
    ///
    /// - Parameter zone: The time zone of the days.
    /// - Returns: The summaries.
    /// - Throws: The store's errors.
    func activitySummaries(in zone: TimeZone) throws -> [ActivitySummaryContent]

    /// The routes of a workout, in order of time.
    func routes(ofWorkout workout: UUID) throws -> [HKWorkoutRoute]

    /// The effort scores of a workout or activity, in order of time.
    func effort(of workout: UUID) throws -> [HKQuantitySample]

    /// The symptoms that the person noted with an electrocardiogram.
    func symptoms(of electrocardiogram: UUID) throws -> [HKCategorySample]

    /// A record's data besides its content: locations, voltages, beats; `nil` without any.
    func data(of uuid: UUID) throws -> [UInt8]?

    /// The beginning of a document and its size in bytes, or `nil` when it holds none.
    func document(_ uuid: UUID, atMost limit: Int) throws -> (bytes: [UInt8], size: Int)?

    /// Visits the bytes of a document, piece by piece; does nothing for one that holds none.
    func forEachPiece(ofDocument uuid: UUID, _ body: ([UInt8]) throws -> Void) throws

    /// A piece of an attachment's data.
    func piece(_ number: Int, of attachment: AttachmentContent) throws -> [UInt8]
}

extension StoreSnapshot {
    /// The type of the records of an identifier, including kinds of health records that HealthKit has no type for, or `nil` if
    /// none can be understood.
    package func recordType(of identifier: String) -> HKSampleType? {
        guard let type = HKSampleType.ofStored(identifier), type is UnknownSampleType else {
            return HKSampleType.ofStored(identifier)
        }
        return identifier.hasPrefix("HKCorrelationTypeIdentifier") ? ForeignCorrelationType(of: type) : nil
    }

    /// The routes of a workout, in order of time.
    package func routes(of workout: HKWorkout) throws -> [HKWorkoutRoute] { try routes(ofWorkout: workout.uuid) }

    /// The symptoms that the person noted with an electrocardiogram.
    package func symptoms(of electrocardiogram: HKElectrocardiogram) throws -> [HKCategorySample] {
        try symptoms(of: electrocardiogram.uuid)
    }

    /// The locations of a route, in order of time.
    package func locations(of route: HKWorkoutRoute) throws -> [LocationFields] {
        try data(of: route.uuid).flatMap { RouteData(bytes: $0) }?.points.map(\.fields) ?? []
    }

    /// The voltages of an electrocardiogram; `nil` when they cannot be read.
    package func trace(of electrocardiogram: HKElectrocardiogram) throws -> ElectrocardiogramTrace? {
        try data(of: electrocardiogram.uuid).flatMap { ElectrocardiogramTrace(bytes: $0) }
    }

    /// The beats of a series; `nil` when they cannot be read.
    package func beats(of series: HKHeartbeatSeriesSample) throws -> HeartbeatSeries? {
        try data(of: series.uuid).flatMap { HeartbeatSeries(bytes: $0) }
    }

    /// The beginning of a document and its size in bytes, or `nil` when it holds none.
    package func document(
        _ document: HKDocumentSample,
        atMost limit: Int = .max
    ) throws -> (bytes: [UInt8], size: Int)? { try self.document(document.uuid, atMost: limit) }

    /// Visits the bytes of a document, piece by piece; does nothing for one that holds none.
    package func forEachPiece(of document: HKDocumentSample, _ body: ([UInt8]) throws -> Void) throws {
        try forEachPiece(ofDocument: document.uuid, body)
    }

    /// Visits the data of an attachment, piece by piece.
    package func forEachPiece(of attachment: HKAttachment, _ body: ([UInt8]) throws -> Void) throws {
        for number in 0..<attachment.content.pieces { try body(try piece(number, of: attachment.content)) }
    }

    /// The sensitivity points of an audiogram.
    package func points(of audiogram: HKAudiogramSample) -> AudiogramContent { audiogram.content }

    /// The lenses of a prescription.
    package func content(of prescription: HKVisionPrescription) -> PrescriptionContent { prescription.content }
}

import CoreLocation
import Foundation

/// What plain samples in a row have in common.
///
/// The same instance comes as long as nothing of it changes, so that what is derived from it can be kept.
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

/// One consistent state of the store, as what leaves it is read.
///
/// Made by ``PersonAccess/snapshot(_:_:)`` and good until that returns. It is read here where the store is open here, and over a
/// connection where a service has it open.
package protocol StoreSnapshot: AnyObject, RecordContents {
    /// The identifiers of the types that have selected data, those that HealthKit does not know included, in order.
    func typeIdentifiers() throws -> [String]

    /// How many objects there may be at most, to tell how far an export is.
    func count() throws -> Int

    /// Visits the plain samples of a type, also of one that HealthKit does not know: by source, and by start within one.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Gets each sample.
    /// - Throws: What `body` throws, and the store's errors.
    func forEachPlainSample(of identifier: String, _ body: (SampleOrigin, SampleNumbers) throws -> Void) throws

    /// How many records of a type there are that nothing is known of.
    func unreadableRecordCount(of identifier: String) throws -> Int

    /// Visits all samples of a type that HealthKit knows, as objects: the plain ones, then the others.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Gets each sample.
    /// - Throws: What `body` throws, and the store's errors.
    func forEachSample(of identifier: String, _ body: (HKSample) throws -> Void) throws

    /// Visits the samples of a type that HealthKit does not know, in the order of start.
    ///
    /// - Parameters:
    ///   - identifier: The type.
    ///   - body: Gets each sample.
    /// - Throws: What `body` throws, and the store's errors.
    func forEachUnknownSample(of identifier: String, _ body: (UnknownSample) throws -> Void) throws

    /// The samples of each source as the person's statistics read them: in the canonical unit, sources in order of priority,
    /// series as their quantities, and of what apps pass on only what nobody else has.
    ///
    /// - Parameter type: The type.
    /// - Returns: The sources that have selected samples, each with a way to read them, ascending by start.
    /// - Throws: `HKError`, and the store's errors.
    func statisticsSources(of type: HKQuantityType) throws -> [StatisticsCalculator.Source]

    /// The bundle identifiers of the sources of a type that the person left out.
    func excludedSources(of type: String) throws -> Set<String>

    /// What is known of the person.
    func characteristics() throws -> CharacteristicValues

    /// The stored summaries of days within the selection, by day; none where a selection names types or sources, which
    /// summaries do not have.
    ///
    /// - Parameter zone: Where the days begin.
    /// - Returns: The summaries.
    /// - Throws: The store's errors.
    func activitySummaries(in zone: TimeZone) throws -> [ActivitySummaryContent]

    /// The routes of a workout, in order of time.
    func routes(ofWorkout workout: UUID) throws -> [HKWorkoutRoute]

    /// The samples that tell how hard a workout was, or an activity of it, in order of time.
    func effort(of workout: UUID) throws -> [HKQuantitySample]

    /// What the person noted with an electrocardiogram.
    func symptoms(of electrocardiogram: UUID) throws -> [HKCategorySample]

    /// What a record holds beside its content: locations, voltages, beats; `nil` for one without.
    func data(of uuid: UUID) throws -> [UInt8]?

    /// How a document begins, and how many bytes it has; `nil` when it holds none.
    func document(_ uuid: UUID, atMost limit: Int) throws -> (bytes: [UInt8], size: Int)?

    /// Visits the bytes of a document, piece by piece; of one that holds none, nothing.
    func forEachPiece(ofDocument uuid: UUID, _ body: ([UInt8]) throws -> Void) throws

    /// A piece of an attachment's data.
    func piece(_ number: Int, of attachment: AttachmentContent) throws -> [UInt8]
}

extension StoreSnapshot {
    /// The type of the records of an identifier, also of health records of a kind that HealthKit has no type for; `nil`
    /// where there are none that are understood.
    package func recordType(of identifier: String) -> HKSampleType? {
        guard let type = HKSampleType.ofStored(identifier), type is UnknownSampleType else {
            return HKSampleType.ofStored(identifier)
        }
        return identifier.hasPrefix("HKCorrelationTypeIdentifier") ? ForeignCorrelationType(of: type) : nil
    }

    /// The routes of a workout, in order of time.
    package func routes(of workout: HKWorkout) throws -> [HKWorkoutRoute] { try routes(ofWorkout: workout.uuid) }

    /// What the person noted with an electrocardiogram.
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

    /// How a document begins, and how many bytes it has; `nil` when it holds none.
    package func document(
        _ document: HKDocumentSample,
        atMost limit: Int = .max
    ) throws -> (bytes: [UInt8], size: Int)? { try self.document(document.uuid, atMost: limit) }

    /// Visits the bytes of a document, piece by piece; of one that holds none, nothing.
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

import CoreLocation
import Foundation
import HealthStore

/// What belongs to samples, and what is known of the person.
extension StoreSnapshot {
    /// What is known of the person.
    package func characteristics() throws -> CharacteristicValues {
        try reader.requiredValue(CharacteristicValues.self, StoreNamespace.characteristics, CharacteristicValues.key)
            ?? CharacteristicValues()
    }

    /// The stored summaries of days within the selection, by day; none where a selection names types or sources, which
    /// summaries do not have.
    ///
    /// - Parameter zone: Where the days begin.
    /// - Returns: The summaries.
    /// - Throws: The store's errors.
    package func activitySummaries(in zone: TimeZone) throws -> [ActivitySummaryContent] {
        if selection.types?.contains(HKObjectType.activitySummaryType().identifier) == false { return [] }
        if selection.sources != nil { return [] }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        func text(_ date: Date) -> String {
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        }
        let first = selection.from.map(text) ?? ""
        let end = selection.to.map { text($0.addingTimeInterval(-1)) } ?? "\u{7F}"
        return try reader.storedActivitySummaries().values.sorted { $0.day < $1.day }
            .filter { $0.day >= first && $0.day <= end }
    }

    /// The routes of a workout, in order of time.
    package func routes(of workout: HKWorkout) throws -> [HKWorkoutRoute] {
        try reader.store.children(of: workout.uuid)
            .compactMap { link in
                guard let record = try reader.store.record(uuid: link.child) else { return nil }
                return try reader.object(record) as? HKWorkoutRoute
            }
            .sorted { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) }
    }

    /// What the person noted with an electrocardiogram.
    package func symptoms(of electrocardiogram: HKElectrocardiogram) throws -> [HKCategorySample] {
        try reader.store.children(of: electrocardiogram.uuid, role: LinkRole.electrocardiogramSymptom.rawValue)
            .compactMap { link in
                guard let row = try reader.store.sample(uuid: link.child) else { return nil }
                return try reader.object(row) as? HKCategorySample
            }
    }

    /// A sample by its UUID, whatever is selected; `nil` when there is none.
    package func sample(_ uuid: UUID) throws -> HKSample? { try reader.sample(uuid: uuid) }

    /// The locations of a route, in order of time.
    package func locations(of route: HKWorkoutRoute) throws -> [LocationFields] {
        try data(of: route).flatMap { RouteData(bytes: $0) }?.points.map(\.fields) ?? []
    }

    /// The voltages of an electrocardiogram; `nil` when they cannot be read.
    package func trace(of electrocardiogram: HKElectrocardiogram) throws -> ElectrocardiogramTrace? {
        try data(of: electrocardiogram).flatMap { ElectrocardiogramTrace(bytes: $0) }
    }

    /// The beats of a series; `nil` when they cannot be read.
    package func beats(of series: HKHeartbeatSeriesSample) throws -> HeartbeatSeries? {
        try data(of: series).flatMap { HeartbeatSeries(bytes: $0) }
    }

    /// How a document begins, and how many bytes it has; `nil` when it holds none.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - limit: How many bytes are wanted at most.
    /// - Returns: The bytes, and how many there are in all.
    /// - Throws: The store's errors.
    package func document(
        _ document: HKDocumentSample,
        atMost limit: Int = .max
    ) throws -> (bytes: [UInt8], size: Int)? {
        guard let record = try reader.store.record(uuid: document.uuid) else { return nil }
        var bytes: [UInt8] = []
        try reader.forEachPiece(ofDocument: record) { piece in
            bytes += piece.prefix(limit - bytes.count)
            return bytes.count < limit
        }
        guard !bytes.isEmpty else { return nil }
        let whole = SplitPayload(bytes: record.payload).map { StoredDocument.size($0) ?? $0.data.count }
        return (bytes, whole ?? bytes.count)
    }

    /// Visits the bytes of a document, piece by piece; of one that holds none, nothing.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - body: Gets each piece.
    /// - Throws: What `body` throws, and the store's errors.
    package func forEachPiece(of document: HKDocumentSample, _ body: ([UInt8]) throws -> Void) throws {
        guard let record = try reader.store.record(uuid: document.uuid) else { return }
        try reader.forEachPiece(ofDocument: record) { piece in
            try body(piece)
            return true
        }
    }

    /// What the header of a document says.
    package func header(of document: HKDocumentSample) -> CDAContent { document.content }

    private func data(of sample: HKSample) throws -> [UInt8]? {
        try reader.store.record(uuid: sample.uuid).flatMap { SplitPayload(bytes: $0.payload)?.data }
    }

    /// The sensitivity points of an audiogram.
    package func points(of audiogram: HKAudiogramSample) -> AudiogramContent { audiogram.content }

    /// The lenses of a prescription.
    package func content(of prescription: HKVisionPrescription) -> PrescriptionContent { prescription.content }

    /// The attachments of an object, the oldest first.
    package func attachments(of uuid: UUID) throws -> [HKAttachment] {
        try reader.attachments(of: uuid).map { HKAttachment($0) }
    }

    /// Visits the data of an attachment, piece by piece.
    ///
    /// - Parameters:
    ///   - attachment: The attachment.
    ///   - body: Gets each piece.
    /// - Throws: What `body` throws, and the store's errors.
    package func forEachPiece(of attachment: HKAttachment, _ body: ([UInt8]) throws -> Void) throws {
        for number in 0..<attachment.content.pieces { try body(try reader.piece(number, of: attachment.content)) }
    }
}

import CoreLocation
import Foundation
import HealthKitStore

/// The related data of samples, and the person's characteristics.
extension LocalSnapshot {
    package func characteristics() throws -> CharacteristicValues {
        try reader.requiredValue(CharacteristicValues.self, StoreNamespace.characteristics, CharacteristicValues.key)
            ?? CharacteristicValues()
    }

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

    package func routes(ofWorkout workout: UUID) throws -> [HKWorkoutRoute] {
        try reader.store.children(of: workout)
            .compactMap { link in
                guard let record = try reader.store.record(uuid: link.child) else { return nil }
                return try reader.object(record) as? HKWorkoutRoute
            }
            .sorted { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) }
    }

    package func effort(of workout: UUID) throws -> [HKQuantitySample] {
        try reader.store.children(of: workout, role: LinkRole.workoutEffort.rawValue)
            .compactMap { try reader.sample(uuid: $0.child) as? HKQuantitySample }
            .sorted { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) }
    }

    package func symptoms(of electrocardiogram: UUID) throws -> [HKCategorySample] {
        try reader.store.children(of: electrocardiogram, role: LinkRole.electrocardiogramSymptom.rawValue)
            .compactMap { link in
                guard let row = try reader.store.sample(uuid: link.child) else { return nil }
                return try reader.object(row) as? HKCategorySample
            }
    }

    package func sample(_ uuid: UUID) throws -> HKSample? { try reader.sample(uuid: uuid) }

    package func document(_ uuid: UUID, atMost limit: Int) throws -> (bytes: [UInt8], size: Int)? {
        guard let record = try reader.store.record(uuid: uuid) else { return nil }
        var bytes: [UInt8] = []
        try reader.forEachPiece(ofDocument: record) { piece in
            bytes += piece.prefix(limit - bytes.count)
            return bytes.count < limit
        }
        guard !bytes.isEmpty else { return nil }
        let whole = SplitPayload(bytes: record.payload).map { StoredDocument.size($0) ?? $0.data.count }
        return (bytes, whole ?? bytes.count)
    }

    package func forEachPiece(ofDocument uuid: UUID, _ body: ([UInt8]) throws -> Void) throws {
        guard let record = try reader.store.record(uuid: uuid) else { return }
        try reader.forEachPiece(ofDocument: record) { piece in
            try body(piece)
            return true
        }
    }

    package func data(of uuid: UUID) throws -> [UInt8]? {
        try reader.store.record(uuid: uuid).flatMap { SplitPayload(bytes: $0.payload)?.data }
    }

    package func attachments(of uuid: UUID) throws -> [HKAttachment] {
        try reader.attachments(of: uuid).map { HKAttachment($0) }
    }

    package func piece(_ number: Int, of attachment: AttachmentContent) throws -> [UInt8] {
        guard number >= 0, number < attachment.pieces else {
            throw HKError.invalid("An attachment has no piece \(number)")
        }
        return [UInt8](try reader.piece(number, of: attachment))
    }

    package func medications() throws -> [HKUserAnnotatedMedication] { try reader.medications(.everything) }
}

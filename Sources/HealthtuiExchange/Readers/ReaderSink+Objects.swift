import Foundation
import HealthKit

extension ReaderSink {
    /// Stores a card, with its issuer as the source.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - place: Its location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    package mutating func take(_ card: ReadCard, at place: String) throws {
        var header = header(card.relevant, card.relevant, ReadSource(name: card.content.issuer))
        header.creation = card.content.issued
        try take(
            ImportedObject(
                kind: .verifiableRecords,
                type: VerifiableRecordType.shared.identifier,
                header: header,
                content: .verifiable(card.content),
                text: ExportSpelling.form(ofCard: [UInt8](card.content.data))
            ),
            weight: card.content.data.count,
            at: place
        )
    }

    /// Stores a sample with additional content.
    ///
    /// - Parameters:
    ///   - record: The sample.
    ///   - place: Its location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    mutating func take(_ record: ReadRecord, at place: String) throws {
        let object = ImportedObject(
            kind: .records,
            type: record.type,
            header: header(record.start, record.end, ReadSource(name: record.source)),
            content: record.content,
            text: record.text
        )
        if try take(object, weight: record.text.count, at: place) { types.insert(record.type) }
    }

    /// Stores an electrocardiogram.
    ///
    /// - Parameters:
    ///   - reading: The file's contents.
    ///   - place: Its location in the file, for warnings.
    /// - Throws: The store's errors, and `CancellationError`.
    mutating func take(_ reading: ECGReader.Reading, at place: String = "line 1") throws {
        let time = Date(timeIntervalSinceReferenceDate: reading.recorded)
        let source = ReadSource(
            name: ECGReader.Reading.sourceName,
            version: reading.softwareVersion.isEmpty ? nil : reading.softwareVersion
        )
        let metadata = builder.definitions.add(ImportMetadata.ofElectrocardiogram(reading))
        let device = reading.deviceText.map { ImportDefinitions.device($0) }
        let object = reading.object(header(time, time, source, device, metadata))
        try take(object, weight: 8 * reading.voltages.count, at: place)
    }

    /// Stores an object with additional content.
    ///
    /// - Returns: Whether it was taken.
    @discardableResult
    private mutating func take(_ object: ImportedObject, weight: Int, at place: String) throws -> Bool {
        summary.counts[object.kind].read += 1
        builder.noteUnnamed()
        if let reason = try builder.add(object, weight: weight) {
            refuse(reason, place, object.kind)
            return false
        }
        try builder.flushIfFull()
        return true
    }
}

import Foundation
import HealthEntry
import HealthExchange
import HealthKit

/// Reads the page of a record from the store, as whoever asks sees it.
package struct RecordReader: Sendable {
    let caller: Caller
    let dates: DateText
    let samples: SampleText
    let keys: CardKeys

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - caller: Who asks.
    ///   - dates: How dates are written.
    ///   - samples: How samples are told.
    ///   - keys: The keys that signatures are checked with.
    package init(_ caller: Caller, dates: DateText, samples: SampleText, keys: CardKeys = CardKeys()) {
        self.caller = caller
        self.dates = dates
        self.samples = samples
        self.keys = keys
    }

    /// Whether a sample has a page that tells more than every sample's page does.
    package static func hasPage(_ sample: HKSample) -> Bool {
        switch sample {
        case is HKElectrocardiogram, is HKAudiogramSample, is HKVisionPrescription, is HKHeartbeatSeriesSample,
            is HKStateOfMind, is HKScoredAssessment, is HKMedicationDoseEvent, is HKClinicalRecord,
            is HKCDADocumentSample, is HKVerifiableClinicalRecord:
            true
        default: false
        }
    }

    /// The page of the sample with a UUID.
    ///
    /// - Parameter uuid: Which sample.
    /// - Returns: The page; nil when there is no such sample any more, or none that the caller may see.
    /// - Throws: `HKError` when the store cannot be read.
    package func page(_ uuid: UUID) throws -> RecordPage? {
        try caller.records { contents in
            guard let sample = try contents.sample(uuid) else { return nil }
            var page = RecordPage(sample, heading: samples.labelled(sample))
            switch sample {
            case let sample as HKElectrocardiogram: try electrocardiogram(sample, contents, &page)
            case let sample as HKAudiogramSample: audiogram(sample, &page)
            case let sample as HKVisionPrescription: try prescription(sample, contents, &page)
            case let sample as HKHeartbeatSeriesSample: try heartbeats(sample, contents, &page)
            case let sample as HKStateOfMind: stateOfMind(sample, &page)
            case let sample as HKScoredAssessment: try assessment(sample, contents, &page)
            case let sample as HKMedicationDoseEvent: try dose(sample, contents, &page)
            case let sample as HKClinicalRecord: try clinical(sample, contents, &page)
            case let sample as HKCDADocumentSample: try document(sample, contents, &page)
            case let sample as HKVerifiableClinicalRecord: verifiable(sample, &page)
            default: page.add(RecordPageStrings.recordedAs, samples.recorded(sample))
            }
            provenance(sample, &page)
            return page
        }
    }

    /// What every sample tells: when, from where, its metadata.
    private func provenance(_ sample: HKSample, _ page: inout RecordPage) {
        page.section(RecordPageStrings.whereItIsFrom)
        if sample.startDate == sample.endDate {
            page.add(RecordPageStrings.when, dates.full(sample.startDate))
        } else {
            page.add(RecordPageStrings.from, dates.full(sample.startDate))
            page.add(RecordPageStrings.to, dates.full(sample.endDate))
        }
        let revision = sample.sourceRevision
        let name = revision.version.map { RecordPageStrings.source(revision.source.name, version: $0) }
        page.add(RecordPageStrings.source, "\(name ?? revision.source.name) (\(revision.source.bundleIdentifier))")
        page.add(RecordPageStrings.device, sample.device.map(DevicePhrase.full))
        page.add(RecordPageStrings.added, sample.creationDate.map(dates.full))
        page.add(RecordPageStrings.uuid, sample.uuid.uuidString)
        for row in MetadataLine.rows(sample, dates: dates) { page.add(row.label, row.value) }
    }
}

/// The words of an enumeration of the catalogue.
enum CaseName {
    /// What people call a value; its number where the catalogue does not know it.
    static func label(_ value: Int, of enumeration: String) -> String {
        TypeCatalogue.shared.enumeration(enumeration)?.case(value: value)?.label ?? String(value)
    }
}

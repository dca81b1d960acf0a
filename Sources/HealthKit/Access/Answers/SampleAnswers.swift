import Foundation
import HealthKitStore

extension SamplesCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [HKSample] {
        try reader.base.samples(reader.requests(selections), order: order, limit: limit)
    }

    /// Whether the stored order is the requested order: samples of one selection, sorted by start only.
    var isInStoredOrder: Bool { selections.count == 1 && order.isStartOnly }

    /// Packs the answer while reading it.
    ///
    /// - Parameters:
    ///   - reader: The reader with the caller's visibility.
    ///   - samples: Receives the samples.
    /// - Throws: Any error of reading.
    func pack(_ reader: ScopedReader, into samples: inout PackedSamples) throws {
        for request in try reader.requests(selections) {
            let ascending = order.primaryTime?.ascending ?? true
            try reader.base.readSamples(request, ascending: ascending, limit: limit, into: &samples)
        }
    }
}

extension CorrelationsCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [HKCorrelation] {
        let found = try reader.base.samples(
            [reader.request(selection)],
            order: SampleOrder([NSSortDescriptor]()),
            limit: nil
        )
        // The correlations hold only members that the caller may see, so a predicate can't probe others.
        return found.compactMap { $0 as? HKCorrelation }
            .filter { correlation in
                members.allSatisfy { wanted in
                    correlation.objects(for: wanted.type).contains { wanted.filter.matches(SampleSubject($0)) }
                }
            }
    }
}

extension SourcesCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> Set<HKSource> {
        try reader.base.sources(reader.request(selection))
    }
}

extension SeriesCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [SeriesQuantity] {
        let quantities = try reader.base.seriesQuantities(reader.request(selection), reading)
        if quantities.isEmpty, needsSample { throw HKError.noData }
        return quantities
    }
}

extension StatisticsCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> HKStatistics {
        guard let type = selection.type as? HKQuantityType else {
            throw HKError.invalid("Statistics need a quantity type, not \(selection.type.identifier)")
        }
        let options = HKStatisticsOptions(rawValue: options)
        var request = try reader.request(selection)
        request.findsDoubled = addsCounted == true && reader.base.caller == nil
        guard let statistics = try reader.base.statistics(request, type, options: options) else {
            throw HKError.noData
        }
        return statistics
    }
}

extension RecordDataCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> SplitPayload {
        guard let record = try reader.record(uuid, of: type), let payload = try reader.base.wholePayload(record) else {
            throw HKError.noData
        }
        return payload
    }
}

extension MedicationsCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [HKUserAnnotatedMedication] {
        let found = try reader.base.medications(filter)
        return limit.map { Array(found.prefix($0)) } ?? found
    }
}

extension AttachmentsCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> [AttachmentContent] {
        guard let record = try reader.record(object, of: HKObjectType.visionPrescriptionType()) else { return [] }
        return try reader.base.attachments(of: record.uuid)
            .map { content in
                var content = content
                content.object = object
                return content
            }
    }
}

extension AttachmentPieceCall: ReadCall {
    func answer(_ reader: ScopedReader) throws -> Data {
        guard let record = try reader.record(object, of: HKObjectType.visionPrescriptionType()),
            let known = try reader.base.attachments(of: record.uuid).first(where: { $0.identifier == attachment })
        else {
            throw HKError.error(.errorNoData, "The attachment is not stored")
        }
        return Data(try reader.base.piece(number, of: known))
    }
}

extension HKError {
    /// The error when nothing was found, whatever the reason.
    static var noData: HKError { error(.errorNoData, "No data available for the specified predicate.") }
}

import Foundation

/// Samples being read from a batch, or from several consecutive ones.
///
/// Equal sources, devices or metadata become one object across batches.
struct SampleColumnReader {
    private let isOwners: Bool
    private let isMember: Bool
    private(set) var samples: [HKSample] = []
    private var types: EntryList<HKSampleType>
    private var units: EntryList<HKUnit>
    private var revisions: EntryList<HKSourceRevision>
    private var devices: EntryList<HKDevice>
    private var metadata: EntryList<Metadata>
    private var origins: [OriginKey: ObjectOrigin] = [:]
    /// The origins of recent samples, each at its index.
    private var recentOrigins = [(key: OriginKey, origin: ObjectOrigin)?](repeating: nil, count: OriginKey.places)

    /// The maximum number of entries and origins kept from batch to batch.
    private static let mostKept = 10_000

    /// - Parameters:
    ///   - isOwners: Whether to accept types that HealthKit doesn't know, which the owner's data may have.
    ///   - isMember: Whether the samples are the members of a correlation.
    ///   - goesOn: Whether other batches follow the first.
    init(isOwners: Bool, isMember: Bool = false, goesOn: Bool = false) {
        self.isOwners = isOwners
        self.isMember = isMember
        types = EntryList(isKept: goesOn)
        units = EntryList(isKept: goesOn)
        revisions = EntryList(isKept: goesOn)
        devices = EntryList(isKept: goesOn)
        metadata = EntryList(isKept: goesOn)
    }

    /// Reads a batch, whose samples follow the previous ones.
    ///
    /// - Throws: ``CallCodingError``.
    mutating func read(_ bytes: [UInt8]) throws {
        var reader = CallByteReader(bytes)
        let version = try reader.byte()
        guard version == SampleBatch.version else {
            throw version == 0
                ? CallCodingError.damaged("no samples") : CallCodingError.newer("samples of version \(version)")
        }
        // Each sample takes a UUID and two times.
        let count = try reader.varint()
        guard count <= UInt64(reader.remaining / 32) else { throw CallCodingError.damaged("too few samples") }
        if origins.count > Self.mostKept { forgetOrigins() }
        try readEntries(&reader)
        try addSamples(SampleColumnBytes(&reader, Int(count)))
    }

    private mutating func forgetOrigins() {
        origins = [:]
        for place in recentOrigins.indices { recentOrigins[place] = nil }
        revisions.removeAll()
        devices.removeAll()
        metadata.removeAll()
    }

    private mutating func readEntries(_ reader: inout CallByteReader) throws {
        try types.read(&reader) { [isOwners] entry in
            let identifier = try Self.text(entry)
            let type = isOwners ? HKSampleType.ofStored(identifier) : HKObjectType.type(identifier: identifier)
            guard let type = type as? HKSampleType else {
                throw CallCodingError.newer("unknown type “\(identifier.prefix(64))”")
            }
            return type
        }
        try units.read(&reader) { entry in
            let text = try Self.text(entry)
            do { return try HKUnit(validating: text) } catch {
                throw CallCodingError.newer("unknown unit “\(text.prefix(64))”")
            }
        }
        try revisions.read(&reader) { try HKSourceRevision.revision(OptionalTexts.fields($0, count: 5)) }
        try devices.read(&reader) { HKDevice(fields: try OptionalTexts.fields($0, count: 8)) }
        try metadata.read(&reader) { entry in
            guard let metadata = Metadata(bytes: Array(entry)) else {
                throw CallCodingError.newer("metadata of an unknown kind")
            }
            return metadata
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CallCodingError.damaged("a text that isn't UTF-8")
        }
        return text
    }

    // MARK: Samples

    private mutating func addSamples(_ columns: consuming SampleColumnBytes) throws {
        if samples.isEmpty { samples.reserveCapacity(columns.count) }
        var row = 0
        while row < columns.count {
            let end = columns.endOfKind(from: row)
            let form = columns.form
            guard let type = try types.entry(columns.types.value) else {
                throw CallCodingError.damaged("a sample without type")
            }
            let unit = try units.entry(columns.units.value)
            while row < end {
                let last = columns.endOfMetadata(from: row, to: end)
                let origin = try origin(columns)
                if !columns.isCreated || !addStored(row..<last, &columns, form, type, unit, origin) {
                    for row in row..<last { samples.append(try sample(row, &columns, form, type, unit, origin)) }
                }
                row = last
            }
        }
    }

    /// The key of a sample's source, device and metadata.
    private struct OriginKey: Hashable {
        var revision: Int
        var device: Int
        var metadata: Int

        /// The number of slots for recent origins: consecutive samples differ in metadata, if in anything.
        static let places = 16

        var place: Int { (metadata ^ revision << 1) & (Self.places - 1) }
    }

    private mutating func origin(_ columns: borrowing SampleColumnBytes) throws -> ObjectOrigin {
        let key = OriginKey(
            revision: try revisions.place(of: columns.revisions.value),
            device: try devices.place(of: columns.devices.value),
            metadata: try metadata.place(of: columns.metadata.value)
        )
        let place = key.place
        if let recent = recentOrigins[place], recent.key == key { return recent.origin }
        let origin =
            origins[key]
            ?? ObjectOrigin(
                device: devices[key.device],
                metadata: metadata[key.metadata],
                revision: revisions[key.revision]
            )
        origins[key] = origin
        recentOrigins[place] = (key, origin)
        return origin
    }

    /// Adds values of the store.
    ///
    /// - Returns: Whether they were added; nothing is added for other samples, or for invalid ones.
    private mutating func addStored(
        _ rows: Range<Int>,
        _ columns: inout SampleColumnBytes,
        _ form: SampleBatch.Form,
        _ type: HKSampleType,
        _ unit: HKUnit?,
        _ origin: ObjectOrigin
    ) -> Bool {
        switch (form, type) {
        case (.quantity, let type as HKQuantityType):
            guard let unit else { return false }
            if type.aggregationStyle == .cumulative {
                for row in rows {
                    samples.append(
                        HKCumulativeQuantitySample(
                            stored: columns.nextTimes(row),
                            uuid: columns.uuid(row),
                            type: type,
                            value: Double(bitPattern: columns.nextValue()),
                            unit: unit,
                            origin: origin
                        )
                    )
                }
            } else {
                for row in rows {
                    samples.append(
                        HKDiscreteQuantitySample(
                            stored: columns.nextTimes(row),
                            uuid: columns.uuid(row),
                            type: type,
                            value: Double(bitPattern: columns.nextValue()),
                            unit: unit,
                            origin: origin
                        )
                    )
                }
            }
        case (.category, let type as HKCategoryType):
            for row in rows {
                samples.append(
                    HKCategorySample(
                        stored: columns.nextTimes(row),
                        uuid: columns.uuid(row),
                        type: type,
                        value: Int(Int64(bitPattern: columns.nextValue())),
                        origin: origin
                    )
                )
            }
        default: return false
        }
        return true
    }

    /// Any sample.
    private func sample(
        _ row: Int,
        _ columns: inout SampleColumnBytes,
        _ form: SampleBatch.Form,
        _ type: HKSampleType,
        _ unit: HKUnit?,
        _ origin: ObjectOrigin
    ) throws -> HKSample {
        let attributes = ObjectAttributes(
            uuid: columns.uuid(row),
            device: origin.device,
            metadata: origin.metadata,
            sourceRevision: origin.revision,
            creationDate: columns.nextCreation().map { Date(timeIntervalSinceReferenceDate: $0) }
        )
        let parts = SampleParts(
            attributes,
            type: type,
            start: Date(timeIntervalSinceReferenceDate: columns.bounds[2 * row]),
            end: Date(timeIntervalSinceReferenceDate: columns.bounds[2 * row + 1])
        )
        let value = form.hasValue ? columns.nextValue() : 0
        let content = form.hasContent ? Array(columns.nextContent()) : []
        guard let sample = try sample(parts, form, unit, value, content) else {
            throw CallCodingError.newer("a sample of type \(type.identifier) with unknown content")
        }
        return sample
    }

    /// The sample, or `nil` for content that this version doesn't know.
    private func sample(
        _ parts: SampleParts,
        _ form: SampleBatch.Form,
        _ unit: HKUnit?,
        _ value: UInt64,
        _ content: [UInt8]
    ) throws -> HKSample? {
        let isPlain = form == .quantity || form == .category || form == .series
        guard isPlain || !isMember else { throw CallCodingError.damaged("a correlation in a correlation") }
        switch (form, parts.type) {
        case (.quantity, let type as HKQuantityType), (.series, let type as HKQuantityType):
            guard let unit else { throw CallCodingError.damaged("a quantity without unit") }
            let series = form == .series ? QuantitySeries(bytes: content) : nil
            guard form == .quantity || series?.hasTimes == true else { return nil }
            return QuantityContent(
                type: type,
                value: Double(bitPattern: value),
                unit: unit,
                start: parts.start,
                end: parts.end,
                series: series
            )
            .sample(parts.attributes)
        case (.category, let type as HKCategoryType):
            let value = Int(Int64(bitPattern: value))
            return HKCategorySample(parts.attributes, type: type, value: value, start: parts.start, end: parts.end)
        case (.correlation, let type as HKCorrelationType):
            var reader = SampleColumnReader(isOwners: isOwners, isMember: true)
            try reader.read(content)
            let members = reader.samples
            guard !members.contains(where: { $0.uuid == parts.attributes.uuid }) else {
                throw CallCodingError.damaged("a correlation that holds itself")
            }
            return HKCorrelation(
                parts.attributes,
                type: type,
                start: parts.start,
                end: parts.end,
                objects: Set(members)
            )
        case (.workout, is HKWorkoutType):
            return WorkoutContent(json: content)
                .map { HKWorkout(parts.attributes, content: $0, start: parts.start, end: parts.end) }
        case (.record, _): return parts.type.recordClass?.sample(parts, bytes: content)
        case (.recordWithData, _), (.openRecord, _), (.openRecordWithData, _):
            return Self.record(parts, form, content)
        default: throw CallCodingError.damaged("\(parts.type.identifier) isn't of form \(form)")
        }
    }

    /// A record with its data.
    private static func record(_ parts: SampleParts, _ form: SampleBatch.Form, _ bytes: [UInt8]) -> HKSample? {
        guard let payload = SplitPayload(bytes: bytes) else { return nil }
        let hasData = form == .recordWithData || form == .openRecordWithData
        let isOpen = form == .openRecord || form == .openRecordWithData
        if parts.type is HKDocumentType {
            return CDAContent(bytes: payload.content)
                .map { HKCDADocumentSample(parts, content: $0, data: hasData ? payload.data : nil, isOpen: isOpen) }
        }
        guard !isOpen else { return nil }
        if parts.type is HKElectrocardiogramType {
            guard let content = ElectrocardiogramContent(bytes: payload.content),
                let trace = ElectrocardiogramTrace(bytes: payload.data)
            else { return nil }
            return HKElectrocardiogram(parts, content: content, trace: trace)
        }
        // The reader reports content that no initializer would accept.
        guard let content = SeriesContent(bytes: payload.content), (try? content.check()) != nil else { return nil }
        return switch parts.type {
        case HKSeriesType.heartbeat(): HKHeartbeatSeriesSample(parts, content: content, data: payload.data)
        case HKSeriesType.workoutRoute(): HKWorkoutRoute(parts, content: content, data: payload.data)
        default: nil
        }
    }
}

import Foundation

/// Samples as bytes: columns, and dictionaries of what many samples share.
///
/// The page <doc:CallCoding> describes them. A call carries its samples so, and so will an answer.
package enum SampleBatch {
    /// The version of the bytes, which is the first of them.
    ///
    /// A keyed archive begins with `b`.
    package static let version: UInt8 = 1

    /// What a sample holds besides what every sample has.
    enum Form: UInt64 {
        /// A value in a unit.
        case quantity = 1
        case category
        /// A value in a unit, and the quantities.
        case series
        /// Its members, as a batch.
        case correlation
        /// Its content, as the store keeps it.
        case workout, record
        /// With the data that only a query of its own reads.
        case recordWithData
        /// A document that may be read, without and with its data.
        case openRecord, openRecordWithData

        /// Whether a sample of the form has a place in the column of values.
        var hasValue: Bool { rawValue <= Self.series.rawValue }
        /// Whether a sample of the form has a place in the column of contents.
        var hasContent: Bool { rawValue >= Self.series.rawValue }
    }

    /// Writes samples.
    ///
    /// - Throws: `errorInvalidArgument` for what is no sample, and what the content of a sample throws.
    package static func bytes<Object: HKObject>(of objects: some Sequence<Object>) throws -> [UInt8] {
        var columns = SampleColumns()
        for object in objects { try columns.add(object) }
        return columns.bytes
    }

    /// Reads samples.
    ///
    /// - Parameters:
    ///   - bytes: What ``bytes(of:)`` wrote.
    ///   - isOwners: Whether types are read that HealthKit doesn't know, as the owner's data may have them.
    /// - Returns: The samples, in their order.
    /// - Throws: ``CallCodingError``.
    package static func samples(_ bytes: [UInt8], isOwners: Bool = false) throws -> [HKSample] {
        try samples(bytes, isOwners: isOwners, isMember: false)
    }

    fileprivate static func samples(_ bytes: [UInt8], isOwners: Bool, isMember: Bool) throws -> [HKSample] {
        var reader = CallByteReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else {
            throw version == 0
                ? CallCodingError.damaged("no samples") : CallCodingError.newer("samples of version \(version)")
        }
        // Each takes its UUID and two times.
        let count = try reader.varint()
        guard count <= UInt64(reader.remaining / 32) else { throw CallCodingError.damaged("too few samples") }
        return try SampleColumnReader(&reader, Int(count), isOwners: isOwners, isMember: isMember).samples(&reader)
    }
}

/// What many samples share, each once, numbered from 1.
private struct EntryTable<Entry: Hashable> {
    private var numbers: [Entry: UInt64] = [:]
    private var entries: [[UInt8]] = []

    mutating func number(_ entry: Entry, _ bytes: (Entry) -> [UInt8]) -> UInt64 {
        if let known = numbers[entry] { return known }
        entries.append(bytes(entry))
        let number = UInt64(entries.count)
        numbers[entry] = number
        return number
    }

    func write(_ writer: inout CallByteWriter) {
        writer.varint(UInt64(entries.count))
        for entry in entries { writer.block(entry) }
    }
}

/// The numbers of objects that samples share, so that most are found without a look at what is in them.
private struct KnownObjects<Numbers> {
    /// Which are known; each is kept, as another could come to stand at its address.
    private var known: [ObjectIdentifier: (object: AnyObject, numbers: Numbers)] = [:]
    private var last: (id: ObjectIdentifier, object: AnyObject, numbers: Numbers)?

    /// The most that are kept: those of a store are shared, others may be as many as the samples.
    private static var limit: Int { 1_024 }

    mutating func numbers(of object: AnyObject) -> Numbers? {
        let id = ObjectIdentifier(object)
        if last?.id == id { return last?.numbers }
        guard let found = known[id] else { return nil }
        last = (id, found.object, found.numbers)
        return found.numbers
    }

    mutating func note(_ object: AnyObject, _ numbers: Numbers) {
        last = (ObjectIdentifier(object), object, numbers)
        if known.count < Self.limit { known[ObjectIdentifier(object)] = (object, numbers) }
    }
}

/// A column of numbers, as runs of the same.
private struct RunColumn {
    private var runs: [(value: UInt64, count: UInt64)] = []
    /// The run that goes on.
    private var (value, count): (UInt64, UInt64) = (0, 0)

    mutating func append(_ value: UInt64) {
        if count > 0, value == self.value {
            count += 1
            return
        }
        if count > 0 { runs.append((self.value, count)) }
        (self.value, count) = (value, 1)
    }

    func write(_ writer: inout CallByteWriter) {
        for run in count > 0 ? runs + [(value, count)] : runs {
            writer.varint(run.value)
            writer.varint(run.count)
        }
    }
}

/// Fields of which some may be missing: a count, and each as its length plus 1 and its text, or 0.
private enum OptionalTexts {
    static func bytes(_ fields: [String?]) -> [UInt8] {
        var writer = CallByteWriter()
        writer.varint(UInt64(fields.count))
        for field in fields {
            writer.byte(field == nil ? 0 : 1)
            if let field { writer.text(field) }
        }
        return writer.bytes
    }

    static func fields(_ bytes: ArraySlice<UInt8>, count: Int) throws -> [String?] {
        var reader = CallByteReader(Array(bytes))
        guard try reader.varint() == UInt64(count) else { throw CallCodingError.damaged("not \(count) fields") }
        var fields: [String?] = []
        for _ in 0..<count {
            switch try reader.byte() {
            case 0: fields.append(nil)
            case 1: fields.append(try reader.text())
            default: throw CallCodingError.damaged("a field that is neither there nor missing")
            }
        }
        try reader.checkEnd()
        return fields
    }
}

extension HKSourceRevision {
    /// What is said of the source, in an order that stays.
    var fieldTexts: [String?] {
        let system = operatingSystemVersion
        let isKnown = !system.isSame(as: HKSourceRevisionAnyOperatingSystem)
        return [
            source.bundleIdentifier, source.name, version, productType,
            isKnown ? "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)" : nil,
        ]
    }

    /// Reads what ``fieldTexts`` gave.
    ///
    /// - Throws: ``CallCodingError/damaged(_:)``.
    static func revision(_ fields: [String?]) throws -> HKSourceRevision {
        guard fields.count == 5, let bundle = fields[0], let name = fields[1] else {
            throw CallCodingError.damaged("a source without name")
        }
        var system = HKSourceRevisionAnyOperatingSystem
        if let text = fields[4] {
            let numbers = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
            guard numbers.count == 3 else { throw CallCodingError.damaged("no operating system “\(text.prefix(64))”") }
            system = OperatingSystemVersion(
                majorVersion: numbers[0],
                minorVersion: numbers[1],
                patchVersion: numbers[2]
            )
        }
        return HKSourceRevision(
            source: HKSource(name: name, bundleIdentifier: bundle),
            version: fields[2],
            productType: fields[3],
            operatingSystemVersion: system
        )
    }
}

/// Samples that are being written.
private struct SampleColumns {
    private var count: UInt64 = 0
    private var types = EntryTable<String>()
    private var units = EntryTable<String>()
    private var revisions = EntryTable<[String?]>()
    private var devices = EntryTable<[String?]>()
    private var metadata = EntryTable<Metadata>()

    /// The numbers of what a sample comes from.
    private struct OriginNumbers {
        var revision: UInt64
        var device: UInt64
        var metadata: UInt64
    }

    private var knownTypes = KnownObjects<UInt64>()
    private var knownUnits = KnownObjects<UInt64>()
    private var knownOrigins = KnownObjects<OriginNumbers>()

    private var formColumn = RunColumn()
    private var typeColumn = RunColumn()
    private var unitColumn = RunColumn()
    private var revisionColumn = RunColumn()
    private var deviceColumn = RunColumn()
    private var metadataColumn = RunColumn()
    private var creationColumn = RunColumn()

    private var uuids: [uuid_t] = []
    private var times: [Double] = []
    private var creations: [Double] = []
    private var values: [UInt64] = []
    private var contents = CallByteWriter()

    mutating func add(_ object: HKObject) throws {
        guard let sample = object as? HKSample else {
            throw HKError.invalid("\(Swift.type(of: object)) cannot be saved: only samples can")
        }
        try add(sample)
    }

    mutating func add(_ sample: HKSample) throws {
        count += 1
        let form = try addContent(sample)
        formColumn.append(form.rawValue)
        typeColumn.append(number(of: sample.sampleType))
        let origin = numbers(of: sample.origin)
        revisionColumn.append(origin.revision)
        deviceColumn.append(origin.device)
        metadataColumn.append(origin.metadata)
        creationColumn.append(sample.creationDate == nil ? 0 : 1)
        uuids.append(sample.uuid.uuid)
        times.append(sample.startDate.timeIntervalSinceReferenceDate)
        times.append(sample.endDate.timeIntervalSinceReferenceDate)
        if let date = sample.creationDate { creations.append(date.timeIntervalSinceReferenceDate) }
    }

    private mutating func number(of type: HKSampleType) -> UInt64 {
        if let known = knownTypes.numbers(of: type) { return known }
        let number = types.number(type.identifier) { Array($0.utf8) }
        knownTypes.note(type, number)
        return number
    }

    private mutating func number(of unit: HKUnit) -> UInt64 {
        if let known = knownUnits.numbers(of: unit) { return known }
        let number = units.number(unit.unitString) { Array($0.utf8) }
        knownUnits.note(unit, number)
        return number
    }

    private mutating func numbers(of origin: ObjectOrigin) -> OriginNumbers {
        if let known = knownOrigins.numbers(of: origin) { return known }
        let numbers = OriginNumbers(
            revision: origin.revision.map { revisions.number($0.fieldTexts, OptionalTexts.bytes) } ?? 0,
            device: origin.device.map { devices.number($0.fields, OptionalTexts.bytes) } ?? 0,
            metadata: origin.metadata.map { metadata.number($0, \.bytes) } ?? 0
        )
        knownOrigins.note(origin, numbers)
        return numbers
    }

    private mutating func addContent(_ sample: HKSample) throws -> SampleBatch.Form {
        guard let sample = sample as? HKQuantitySample else {
            unitColumn.append(0)
            return try addOther(sample)
        }
        unitColumn.append(number(of: sample.unit))
        values.append(sample.value.bitPattern)
        guard let series = sample.series else { return .quantity }
        contents.block(series.bytes)
        return .series
    }

    private mutating func addOther(_ sample: HKSample) throws -> SampleBatch.Form {
        switch sample {
        case let sample as HKCategorySample:
            values.append(UInt64(bitPattern: Int64(sample.value)))
            return .category
        case let sample as HKCorrelation:
            let members = sample.objects.sorted { $0.uuid < $1.uuid }
            contents.block(try SampleBatch.bytes(of: members))
            return .correlation
        case let sample as HKWorkout:
            contents.block(sample.content.json)
            return .workout
        case let sample as any RecordSample:
            contents.block(try sample.recordBytes)
            switch sample {
            case let sample as HKDocumentSample:
                if sample.isOpen { return sample.data == nil ? .openRecord : .openRecordWithData }
                return sample.data == nil ? .record : .recordWithData
            case let sample as HKSeriesSample: return sample.data == nil ? .record : .recordWithData
            case let sample as HKElectrocardiogram: return sample.trace == nil ? .record : .recordWithData
            default: return .record
            }
        default:
            throw HKError.invalid("\(Swift.type(of: sample)) cannot be saved by apps")
        }
    }

    var bytes: [UInt8] {
        var writer = CallByteWriter()
        writer.byte(SampleBatch.version)
        writer.varint(count)
        types.write(&writer)
        units.write(&writer)
        revisions.write(&writer)
        devices.write(&writer)
        metadata.write(&writer)
        let columns = [
            formColumn, typeColumn, unitColumn, revisionColumn, deviceColumn, metadataColumn, creationColumn,
        ]
        for column in columns { column.write(&writer) }
        // Numbers lie in memory as they are written, the lowest byte first.
        uuids.withUnsafeBytes { writer.append($0) }
        for column in [times, creations] { column.withUnsafeBytes { writer.append($0) } }
        values.withUnsafeBytes { writer.append($0) }
        writer.append(contents.bytes)
        return writer.bytes
    }
}

/// Samples that are being read.
private struct SampleColumnReader {
    private let count: Int
    private let isOwners: Bool
    private let isMember: Bool
    private let types: [HKSampleType]
    private let units: [HKUnit]
    private let revisions: [HKSourceRevision]
    private let devices: [HKDevice]
    private let metadata: [Metadata]
    private let columns: [[UInt64]]

    init(_ reader: inout CallByteReader, _ count: Int, isOwners: Bool, isMember: Bool) throws {
        self.count = count
        self.isOwners = isOwners
        self.isMember = isMember
        types = try Self.entries(&reader) { entry in
            let identifier = try Self.text(entry)
            let type = isOwners ? HKSampleType.ofStored(identifier) : HKObjectType.type(identifier: identifier)
            guard let type = type as? HKSampleType else {
                throw CallCodingError.newer("unknown type “\(identifier.prefix(64))”")
            }
            return type
        }
        units = try Self.entries(&reader) { entry in
            let text = try Self.text(entry)
            do { return try HKUnit(validating: text) } catch {
                throw CallCodingError.newer("unknown unit “\(text.prefix(64))”")
            }
        }
        revisions = try Self.entries(&reader) { try HKSourceRevision.revision(OptionalTexts.fields($0, count: 5)) }
        devices = try Self.entries(&reader) { HKDevice(fields: try OptionalTexts.fields($0, count: 8)) }
        metadata = try Self.entries(&reader) { entry in
            guard let metadata = Metadata(bytes: Array(entry)) else {
                throw CallCodingError.newer("metadata of an unknown kind")
            }
            return metadata
        }
        var columns: [[UInt64]] = []
        for _ in 0..<7 { columns.append(try Self.runs(&reader, count)) }
        self.columns = columns
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CallCodingError.damaged("a text that isn't UTF-8")
        }
        return text
    }

    private static func entries<Entry>(
        _ reader: inout CallByteReader,
        _ make: (ArraySlice<UInt8>) throws -> Entry
    ) throws -> [Entry] {
        var entries: [Entry] = []
        for _ in 0..<(try reader.count(of: 1)) { entries.append(try make(try reader.block())) }
        return entries
    }

    private static func runs(_ reader: inout CallByteReader, _ count: Int) throws -> [UInt64] {
        var column: [UInt64] = []
        column.reserveCapacity(count)
        while column.count < count {
            let (value, length) = (try reader.varint(), try reader.varint())
            guard length > 0, length <= UInt64(count - column.count) else {
                throw CallCodingError.damaged("a column of another length")
            }
            column.append(contentsOf: repeatElement(value, count: Int(length)))
        }
        return column
    }

    /// An entry by its number; `nil` for 0.
    private static func entry<Entry>(_ number: UInt64, of entries: [Entry]) throws -> Entry? {
        guard number > 0 else { return nil }
        guard number <= UInt64(entries.count) else { throw CallCodingError.damaged("no entry \(number)") }
        return entries[Int(number) - 1]
    }

    func samples(_ reader: inout CallByteReader) throws -> [HKSample] {
        let forms = try columns[0]
            .map { number in
                guard let form = SampleBatch.Form(rawValue: number) else {
                    throw CallCodingError.newer("a sample of unknown form \(number)")
                }
                return form
            }
        let uuids = try reader.values(count, of: uuid_t.self)
        let bounds = try reader.values(2 * count, of: Double.self)
        for row in 0..<count {
            let (start, end) = (bounds[2 * row], bounds[2 * row + 1])
            guard start.isFinite, end.isFinite, start <= end else {
                throw CallCodingError.damaged("a sample that ends before it starts")
            }
        }
        let areCreated = columns[6]
        guard areCreated.allSatisfy({ $0 <= 1 }) else {
            throw CallCodingError.damaged("a date that is neither there nor missing")
        }
        let creations = try reader.values(areCreated.count { $0 == 1 }, of: Double.self)
        guard creations.allSatisfy(\.isFinite) else { throw CallCodingError.damaged("a date that is none") }
        let values = try reader.values(forms.count { $0.hasValue }, of: UInt64.self)
        var (creationPlace, valuePlace) = (0, 0)
        let hasContents = forms.contains { $0.hasContent }
        let contents = hasContents ? try forms.map { $0.hasContent ? Array(try reader.block()) : [] } : []
        try reader.checkEnd()
        let (typeNumbers, unitNumbers) = (columns[1], columns[2])
        let (revisionNumbers, deviceNumbers, metadataNumbers) = (columns[3], columns[4], columns[5])
        var origins: [OriginKey: ObjectOrigin] = [:]
        var last: (key: OriginKey, origin: ObjectOrigin)?
        func origin(_ row: Int) throws -> ObjectOrigin {
            let key = OriginKey(
                revision: revisionNumbers[row],
                device: deviceNumbers[row],
                metadata: metadataNumbers[row]
            )
            if let last, last.key == key { return last.origin }
            let origin =
                try origins[key]
                ?? ObjectOrigin(
                    device: try Self.entry(key.device, of: devices),
                    metadata: try Self.entry(key.metadata, of: metadata),
                    revision: try Self.entry(key.revision, of: revisions)
                )
            origins[key] = origin
            last = (key, origin)
            return origin
        }
        func next<Value>(_ column: [Value], _ place: inout Int) -> Value {
            defer { place += 1 }
            return column[place]
        }
        return try (0..<count)
            .map { row in
                guard let type = try Self.entry(typeNumbers[row], of: types) else {
                    throw CallCodingError.damaged("a sample without type")
                }
                let unit = try Self.entry(unitNumbers[row], of: units)
                let (origin, uuid) = (try origin(row), UUID(uuid: uuids[row]))
                let creation = areCreated[row] == 1 ? next(creations, &creationPlace) : nil
                let value = forms[row].hasValue ? next(values, &valuePlace) : 0
                let (start, end) = (bounds[2 * row], bounds[2 * row + 1])
                if let creation {
                    let times = StoredTimes(start: start, end: end, creation: creation)
                    let stored = Self.stored(forms[row], times, uuid, type, unit, value, origin)
                    if let stored { return stored }
                }
                let attributes = ObjectAttributes(
                    uuid: uuid,
                    device: origin.device,
                    metadata: origin.metadata,
                    sourceRevision: origin.revision,
                    creationDate: creation.map { Date(timeIntervalSinceReferenceDate: $0) }
                )
                let parts = SampleParts(
                    attributes,
                    type: type,
                    start: Date(timeIntervalSinceReferenceDate: start),
                    end: Date(timeIntervalSinceReferenceDate: end)
                )
                guard let sample = try sample(parts, forms[row], unit, value, hasContents ? contents[row] : []) else {
                    throw CallCodingError.newer("a sample of type \(type.identifier) with unknown content")
                }
                return sample
            }
    }

    /// Which source, device and metadata a sample has.
    private struct OriginKey: Hashable {
        var revision: UInt64
        var device: UInt64
        var metadata: UInt64
    }

    /// A value of the store as a sample; `nil` for what is more than a value, or makes no sense.
    private static func stored(
        _ form: SampleBatch.Form,
        _ times: StoredTimes,
        _ uuid: UUID,
        _ type: HKSampleType,
        _ unit: HKUnit?,
        _ value: UInt64,
        _ origin: ObjectOrigin
    ) -> HKSample? {
        switch (form, type) {
        case (.quantity, let type as HKQuantityType):
            guard let unit else { return nil }
            let value = Double(bitPattern: value)
            return type.aggregationStyle == .cumulative
                ? HKCumulativeQuantitySample(
                    stored: times,
                    uuid: uuid,
                    type: type,
                    value: value,
                    unit: unit,
                    origin: origin
                )
                : HKDiscreteQuantitySample(
                    stored: times,
                    uuid: uuid,
                    type: type,
                    value: value,
                    unit: unit,
                    origin: origin
                )
        case (.category, let type as HKCategoryType):
            let value = Int(Int64(bitPattern: value))
            return HKCategorySample(stored: times, uuid: uuid, type: type, value: value, origin: origin)
        default: return nil
        }
    }

    /// The sample; `nil` for content that this version doesn't know.
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
            let members = try SampleBatch.samples(content, isOwners: isOwners, isMember: true)
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
        // The reader reports content that no initializer would take.
        guard let content = SeriesContent(bytes: payload.content), (try? content.check()) != nil else { return nil }
        return switch parts.type {
        case HKSeriesType.heartbeat(): HKHeartbeatSeriesSample(parts, content: content, data: payload.data)
        case HKSeriesType.workoutRoute(): HKWorkoutRoute(parts, content: content, data: payload.data)
        default: nil
        }
    }
}

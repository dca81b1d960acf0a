import Foundation

/// Entries shared by many samples, each stored once and numbered from 1.
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

/// The numbers of shared objects, so that most are found without examining their contents.
private struct KnownObjects<Numbers> {
    /// The known objects, each retained, as another could otherwise be allocated at its address.
    private var known: [ObjectIdentifier: (object: AnyObject, numbers: Numbers)] = [:]
    private var last: (id: ObjectIdentifier, object: AnyObject, numbers: Numbers)?

    /// The maximum number of objects kept: a store's objects are shared, others may be as many as the samples.
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

/// Samples being written: objects, or rows of the store, for which no objects need to be created.
struct SampleColumns {
    /// The common properties of samples, by the numbers of entries.
    private struct Kind: Equatable {
        var form: SampleBatch.Form
        var type: UInt64
        var unit: UInt64
        var origin: OriginNumbers
        var isCreated: Bool
    }

    /// The numbers of a sample's origin.
    private struct OriginNumbers: Equatable {
        var revision: UInt64
        var device: UInt64
        var metadata: UInt64

        /// The number of slots for recent kinds: consecutive samples differ in metadata, if in anything.
        static let places = 16

        var place: Int { Int(truncatingIfNeeded: metadata ^ revision << 1) & (Self.places - 1) }
    }

    private(set) var count = 0
    private var types = EntryTable<String>()
    private var units = EntryTable<String>()
    private var revisions = EntryTable<[String?]>()
    private var devices = EntryTable<[String?]>()
    private var metadata = EntryTable<Metadata>()

    private var knownTypes = KnownObjects<UInt64>()
    private var knownUnits = KnownObjects<UInt64>()
    private var knownOrigins = KnownObjects<OriginNumbers>()

    private var kinds: [Kind] = []
    /// The numbers of recent samples' kinds, each at its index.
    private var recentKinds = [Int?](repeating: nil, count: OriginNumbers.places)
    /// The samples in their order, as runs of the same kind.
    private var runs: [(kind: Int, count: UInt64)] = []

    private var uuids: [uuid_t] = []
    private var times: [Double] = []
    private var creations: [Double] = []
    private var values: [UInt64] = []
    private var contents = CallByteWriter()

    /// Removes all samples and their common properties.
    mutating func removeAll() {
        count = 0
        (types, units, revisions, devices, metadata) = (.init(), .init(), .init(), .init(), .init())
        (knownTypes, knownUnits, knownOrigins) = (.init(), .init(), .init())
        kinds.removeAll(keepingCapacity: true)
        for place in recentKinds.indices { recentKinds[place] = nil }
        runs.removeAll(keepingCapacity: true)
        uuids.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        creations.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        contents = CallByteWriter()
    }

    // MARK: Objects

    mutating func add(_ object: HKObject) throws {
        guard let sample = object as? HKSample else {
            throw HKError.invalid("\(Swift.type(of: object)) cannot be saved: only samples can")
        }
        try add(sample)
    }

    mutating func add(_ sample: HKSample) throws {
        let (form, unit) = try addContent(sample)
        let kind = Kind(
            form: form,
            type: number(of: sample.sampleType),
            unit: unit,
            origin: numbers(of: sample.origin),
            isCreated: sample.creationDate != nil
        )
        addRun(number(of: kind))
        uuids.append(sample.uuid.uuid)
        times.append(sample.startDate.timeIntervalSinceReferenceDate)
        times.append(sample.endDate.timeIntervalSinceReferenceDate)
        if let date = sample.creationDate { creations.append(date.timeIntervalSinceReferenceDate) }
    }

    private mutating func number(of kind: Kind) -> Int {
        let place = kind.origin.place
        if let recent = recentKinds[place], kinds[recent] == kind { return recent }
        kinds.append(kind)
        recentKinds[place] = kinds.count - 1
        return kinds.count - 1
    }

    // MARK: Rows

    /// Adds the common properties of the store's rows.
    ///
    /// - Parameters:
    ///   - form: The form of quantities or of categories.
    ///   - type: The type of the rows.
    ///   - unit: The unit of quantities; `nil` for categories.
    ///   - origin: The origin of the rows.
    /// - Returns: Its number, valid until ``removeAll()``.
    mutating func addKind(
        _ form: SampleBatch.Form,
        _ type: HKSampleType,
        _ unit: HKUnit?,
        _ origin: ObjectOrigin
    ) -> Int {
        number(
            of: Kind(
                form: form,
                type: number(of: type),
                unit: unit.map { number(of: $0) } ?? 0,
                origin: numbers(of: origin),
                isCreated: true
            )
        )
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - kind: The number of its common properties.
    ///   - uuid: Its UUID.
    ///   - time: Its times.
    ///   - value: The bits of its value, in the form's representation.
    mutating func addRow(_ kind: Int, _ uuid: UUID, _ time: StoredTimes, _ value: UInt64) {
        addRun(kind)
        uuids.append(uuid.uuid)
        times.append(time.start)
        times.append(time.end)
        creations.append(time.creation)
        values.append(value)
    }

    private mutating func addRun(_ kind: Int) {
        count += 1
        if let last = runs.indices.last, runs[last].kind == kind {
            runs[last].count += 1
        } else {
            runs.append((kind, 1))
        }
    }

    // MARK: Entries

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

    // MARK: Contents

    private mutating func addContent(_ sample: HKSample) throws -> (form: SampleBatch.Form, unit: UInt64) {
        guard let sample = sample as? HKQuantitySample else { return (try addOther(sample), 0) }
        values.append(sample.value.bitPattern)
        guard let series = sample.series else { return (.quantity, number(of: sample.unit)) }
        contents.block(series.bytes)
        return (.series, number(of: sample.unit))
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

    // MARK: Bytes

    /// All samples as bytes.
    var bytes: [UInt8] {
        let head = head
        var writer = CallByteWriter(reserving: head.count + columnSize)
        write(head, &writer)
        return writer.bytes
    }

    /// All samples as bytes after others, preceded by their length.
    func block(after start: some Collection<UInt8>) -> [UInt8] {
        let head = head
        // A length takes at most ten bytes.
        var writer = CallByteWriter(reserving: start.count + 10 + head.count + columnSize)
        writer.append(start)
        writer.varint(UInt64(head.count + columnSize))
        write(head, &writer)
        return writer.bytes
    }

    /// The bytes before the numbers of each sample.
    private var head: [UInt8] {
        var writer = CallByteWriter()
        writer.byte(SampleBatch.version)
        writer.varint(UInt64(count))
        types.write(&writer)
        units.write(&writer)
        revisions.write(&writer)
        devices.write(&writer)
        metadata.write(&writer)
        writeRuns(&writer) { $0.form.rawValue }
        writeRuns(&writer) { $0.type }
        writeRuns(&writer) { $0.unit }
        writeRuns(&writer) { $0.origin.revision }
        writeRuns(&writer) { $0.origin.device }
        writeRuns(&writer) { $0.origin.metadata }
        writeRuns(&writer) { $0.isCreated ? 1 : 0 }
        return writer.bytes
    }

    /// Writes a column of a common property, as runs of equal values.
    private func writeRuns(_ writer: inout CallByteWriter, _ column: (Kind) -> UInt64) {
        let numbers = kinds.map(column)
        var (value, count): (UInt64, UInt64) = (0, 0)
        for run in runs {
            let next = numbers[run.kind]
            if count > 0, next != value {
                writer.varint(value)
                writer.varint(count)
                count = 0
            }
            value = next
            count += run.count
        }
        guard count > 0 else { return }
        writer.varint(value)
        writer.varint(count)
    }

    /// The number of bytes for the numbers of all samples and their contents.
    private var columnSize: Int {
        16 * uuids.count + 8 * (times.count + creations.count + values.count) + contents.bytes.count
    }

    private func write(_ head: [UInt8], _ writer: inout CallByteWriter) {
        writer.append(head)
        // Numbers have the same layout in memory as in the bytes: little-endian.
        uuids.withUnsafeBytes { writer.append($0) }
        for column in [times, creations] { column.withUnsafeBytes { writer.append($0) } }
        values.withUnsafeBytes { writer.append($0) }
        writer.append(contents.bytes)
    }
}

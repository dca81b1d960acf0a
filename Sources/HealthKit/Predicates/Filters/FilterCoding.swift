import Foundation

extension FilterPredicate.Content {
    /// The content as bytes.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .filter(let filter):
            writer.byte(1)
            writer.filter(filter)
        case .unsupported(let format, let reason):
            writer.byte(2)
            writer.text(format)
            writer.text(reason)
        case .keyed(let filter, let format, let reason):
            writer.byte(3)
            writer.text(format)
            writer.text(reason)
            writer.filter(filter)
        }
        return writer.bytes
    }

    /// Decodes ``bytes``; `nil` when the bytes are something else.
    init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        switch reader.byte() {
        case 1:
            guard let filter = reader.filter(depth: 0) else { return nil }
            self = .filter(filter)
        case 2:
            guard let format = reader.text() ?? nil, let reason = reader.text() ?? nil else { return nil }
            self = .unsupported(format: format, reason: reason)
        case 3:
            guard let format = reader.text() ?? nil, let reason = reader.text() ?? nil,
                let filter = reader.filter(depth: 0)
            else { return nil }
            self = .keyed(filter, format: format, reason: reason)
        default: return nil
        }
    }
}

private enum NodeTag: UInt8 {
    case everything = 1
    case nothing, all, any, not, compare, activity
}

private enum ValueTag: UInt8 {
    case none = 1
    case integer, decimal, text, date, quantity, uuid, source, revision, device, workout, day, set, electrocardiogram,
        noDay
}

extension ByteWriter {
    fileprivate mutating func filter(_ filter: SampleFilter) {
        switch filter {
        case .everything: byte(NodeTag.everything.rawValue)
        case .nothing: byte(NodeTag.nothing.rawValue)
        case .all(let parts): filters(.all, parts)
        case .any(let parts): filters(.any, parts)
        case .not(let part): filters(.not, [part])
        case .activity(let part): filters(.activity, [part])
        case .compare(let comparison):
            byte(NodeTag.compare.rawValue)
            text(comparison.field.keyPath)
            text(comparison.relation.rawValue)
            byte(comparison.folding.rawValue)
            value(comparison.value)
        }
    }

    private mutating func filters(_ tag: NodeTag, _ parts: [SampleFilter]) {
        byte(tag.rawValue)
        varint(UInt64(parts.count))
        for part in parts { filter(part) }
    }

    private mutating func integer(_ value: Int) { varint(UInt64(bitPattern: Int64(value))) }

    private mutating func value(_ value: FilterValue) {
        func tag(_ tag: ValueTag) { byte(tag.rawValue) }
        switch value {
        case .none: tag(.none)
        case .integer(let number):
            tag(.integer)
            integer(number)
        case .decimal(let number):
            tag(.decimal)
            double(number)
        case .text(let string):
            tag(.text)
            text(string)
        case .date(let time):
            tag(.date)
            double(time)
        case .quantity(let number, let unit):
            tag(.quantity)
            double(number)
            text(unit.factorization.exactString)
        case .uuid(let uuid):
            tag(.uuid)
            text(uuid.uuidString)
        case .workout(let uuid):
            tag(.workout)
            text(uuid.uuidString)
        case .electrocardiogram(let uuid):
            tag(.electrocardiogram)
            text(uuid.uuidString)
        case .source(let source):
            tag(.source)
            self.source(source)
        case .revision(let revision):
            tag(.revision)
            self.revision(revision)
        case .device(let device):
            tag(.device)
            for field in device.fields { text(field) }
        case .day(let day):
            tag(.day)
            for part in [day.era, day.year, day.month, day.day] { integer(part) }
        case .noDay: tag(.noDay)
        case .set(let members):
            tag(.set)
            varint(UInt64(members.count))
            for member in members { self.value(member) }
        }
    }

    private mutating func source(_ source: HKSource) {
        text(source.name)
        text(source.bundleIdentifier)
    }

    private mutating func revision(_ revision: HKSourceRevision) {
        source(revision.source)
        text(revision.version)
        text(revision.productType)
        let system = revision.operatingSystemVersion
        for part in [system.majorVersion, system.minorVersion, system.patchVersion] { integer(part) }
    }
}

extension ByteReader {
    fileprivate mutating func filter(depth: Int) -> SampleFilter? {
        guard depth < SampleFilter.maximumDepth, let tag = byte().flatMap(NodeTag.init) else { return nil }
        switch tag {
        case .everything: return .everything
        case .nothing: return .nothing
        case .all: return filters(depth).map { .all($0) }
        case .any: return filters(depth).map { .any($0) }
        case .not: return filters(depth)?.first.map { .not($0) }
        case .activity: return filters(depth)?.first.map { .activity($0) }
        case .compare:
            guard let path = text() ?? nil, let field = FilterField(keyPath: path),
                let name = text() ?? nil, let relation = FilterRelation(rawValue: name),
                let folding = byte(), let value = value(isMember: false)
            else { return nil }
            // A filter that can't be read is refused as a whole.
            return try? .compare(
                FilterComparison(checking: field, relation, value, folding: TextFolding(rawValue: folding & 3))
            )
        }
    }

    private mutating func filters(_ depth: Int) -> [SampleFilter]? {
        guard let count = varint(), count <= UInt64(remaining) else { return nil }
        var parts: [SampleFilter] = []
        for _ in 0..<count {
            guard let part = filter(depth: depth + 1) else { return nil }
            parts.append(part)
        }
        return parts
    }

    private mutating func integer() -> Int? { varint().map { Int(Int64(bitPattern: $0)) } }

    private mutating func uuid() -> UUID? { (text() ?? nil).flatMap { UUID(uuidString: $0) } }

    private mutating func value(isMember: Bool) -> FilterValue? {
        switch byte().flatMap(ValueTag.init) {
        case nil: nil
        case .none?: FilterValue.none
        case .integer: integer().map { .integer($0) }
        case .decimal: double().map { .number($0) }
        case .text: (text() ?? nil).map { .text($0) }
        case .date: double().map { .date($0) }
        case .quantity: quantity()
        case .uuid: uuid().map { .uuid($0) }
        case .workout: uuid().map { .workout($0) }
        case .electrocardiogram: uuid().map { .electrocardiogram($0) }
        case .source: source().map { .source($0) }
        case .revision: revision().map { .revision($0) }
        case .device: device()
        case .day: day()
        case .noDay: .noDay
        case .set: isMember ? nil : set()
        }
    }

    private mutating func quantity() -> FilterValue? {
        guard let number = double(), let name = text() ?? nil, let unit = HKUnit.named(name) else { return nil }
        return .quantity(number, unit)
    }

    private mutating func source() -> HKSource? {
        guard let name = text() ?? nil, let bundle = text() ?? nil else { return nil }
        return HKSource(name: name, bundleIdentifier: bundle)
    }

    private mutating func revision() -> HKSourceRevision? {
        guard let source = source(), let version = text(), let product = text(),
            let major = integer(), let minor = integer(), let patch = integer()
        else { return nil }
        return HKSourceRevision(
            source: source,
            version: version,
            productType: product,
            operatingSystemVersion: OperatingSystemVersion(
                majorVersion: major,
                minorVersion: minor,
                patchVersion: patch
            )
        )
    }

    private mutating func device() -> FilterValue? {
        var fields: [String?] = []
        for _ in 0..<8 {
            guard let field = text() else { return nil }
            fields.append(field)
        }
        return .device(HKDevice(fields: fields))
    }

    private mutating func day() -> FilterValue? {
        guard let era = integer(), let year = integer(), let month = integer(), let day = integer() else { return nil }
        return .day(CalendarDay(era: era, year: year, month: month, day: day))
    }

    private mutating func set() -> FilterValue? {
        guard let count = varint(), count <= UInt64(remaining) else { return nil }
        var members: Set<FilterValue> = []
        for _ in 0..<count {
            guard let member = value(isMember: true) else { return nil }
            members.insert(member)
        }
        return .set(members)
    }
}

import Foundation

extension StoreCall {
    package static func call(from value: CallValue, isOwners: Bool) throws -> Self {
        try CallDecoder.value(Self.self, from: value, isOwners: isOwners)
    }
}

/// Frequent calls encode and decode their values themselves: `Codable` would do the same and take several times as long.
extension SamplesCall {
    package var callValue: CallValue {
        get throws {
            // An app's own closure is refused when the order is encoded.
            guard let order = order.callValue else { return try CallEncoder.value(of: self) }
            var fields = CallFields()
            if let limit { fields.append("limit", CallValue(limit)) }
            fields.append("order", order)
            fields.append("selections", .list(selections.map(\.callValue)))
            return .fields(fields)
        }
    }
}

extension SaveCall {
    package var callValue: CallValue {
        get throws { .fields(["objects": .bytes(try SampleBatch.bytes(of: objects))]) }
    }

    package static func call(from value: CallValue, isOwners: Bool) throws -> SaveCall {
        guard case .fields(let fields) = value, fields.count == 1, case .bytes(let bytes)? = fields["objects"],
            bytes.first == SampleBatch.version
        else {
            // Archives of an earlier version, and invalid calls.
            return try CallDecoder.value(SaveCall.self, from: value, isOwners: isOwners)
        }
        return SaveCall(objects: try SampleBatch.samples(bytes, isOwners: isOwners))
    }
}

extension CallValue {
    /// A whole number.
    init(_ number: Int) { self = number < 0 ? .negative(Int64(number)) : .number(UInt64(number)) }
}

extension SampleSelection {
    /// The same value as `Codable` would encode.
    var callValue: CallValue {
        .fields(["filter": .bytes(FilterPredicate.Content.filter(filter).bytes), "type": .text(type.identifier)])
    }
}

extension SampleOrder {
    /// The order as a value, or `nil` for one that holds an app's own closure.
    fileprivate var callValue: CallValue? {
        var coded: [CallValue] = []
        for rule in rules {
            guard let field = rule.codedField else { return nil }
            coded.append(.fields(["ascending": .flag(field.ascending), "field": .text(field.name)]))
        }
        return .list(coded)
    }
}

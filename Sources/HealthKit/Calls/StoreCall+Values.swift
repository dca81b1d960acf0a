import Foundation

extension StoreCall {
    package static func call(from value: CallValue, isOwners: Bool) throws -> Self {
        try CallDecoder.value(Self.self, from: value, isOwners: isOwners)
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

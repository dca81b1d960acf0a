import Foundation

extension StoreCall {
    package static func call(from value: CallValue, isOwners: Bool) throws -> Self {
        try CallDecoder.value(Self.self, from: value, isOwners: isOwners)
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

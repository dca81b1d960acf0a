import Foundation

/// Values as bytes, in the coding of calls.
package enum PackedValue {
    private static let name = "packed"

    /// The bytes of a value.
    ///
    /// - Throws: Any error of encoding the value.
    package static func data(of value: some Encodable) throws -> Data {
        Data(CallMessage(.answer, name: name, level: 1, value: try CallEncoder.value(of: value)).bytes)
    }

    /// The value decoded from bytes.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - data: The result of ``data(of:)``, of any size.
    /// - Returns: The value.
    /// - Throws: ``CallCodingError`` for other bytes.
    package static func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let message = try CallMessage(bytes: Array(data), isBounded: false)
        guard message.name == name else { throw CallCodingError.damaged("not a packed value") }
        return try CallDecoder.value(type, from: message.value)
    }

    /// The bytes of samples for the owner.
    ///
    /// - Throws: `errorInvalidArgument` for an object that isn't a sample.
    package static func data(of samples: [HKSample]) throws -> Data {
        Data(CallMessage(.answer, name: name, level: 1, value: try SamplesForm.value(of: samples)).bytes)
    }

    /// The samples decoded from bytes.
    ///
    /// - Throws: ``CallCodingError`` for other bytes.
    package static func samples(from data: Data) throws -> [HKSample] {
        let message = try CallMessage(bytes: Array(data), isBounded: false)
        guard message.name == name else { throw CallCodingError.damaged("not packed samples") }
        return try SamplesForm.samples(message.value, isOwners: true)
    }
}

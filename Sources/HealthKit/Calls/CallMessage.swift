import Foundation

/// A call, an answer, or a waiting call, as bytes.
///
/// The page <doc:CallCoding> describes them. Content that a reader doesn't know isn't damage: ``CallCodingError/newer(_:)``
/// reports it, and the owner of the bytes keeps them.
package struct CallMessage: Hashable, Sendable {
    /// The kind of a message.
    package enum Kind: UInt8, Sendable {
        case call = 1
        case answer = 2
        /// A call of an app that waits until the store is unlocked, with the app and the time.
        case waiting = 3
        /// The reason that a call has no answer.
        case failure = 4
    }

    /// The version of the bytes.
    package static let version: UInt8 = 1
    private static let mark: [UInt8] = Array("HKC".utf8)

    package var kind: Kind
    /// The name of the call, or of the answered call.
    package var name: String
    /// The level of the call: see ``StoreCall/level``.
    package var level: UInt64
    package var value: CallValue

    package init(_ kind: Kind, name: String, level: UInt64, value: CallValue) {
        self.kind = kind
        self.name = name
        self.level = level
        self.value = value
    }

    /// The message as bytes, the same for equal messages.
    package var bytes: [UInt8] {
        let names = value.fieldNames
        var writer = CallByteWriter(names: names)
        writer.append(Self.mark)
        writer.byte(Self.version)
        writer.byte(kind.rawValue)
        writer.varint(level)
        writer.text(name)
        writer.varint(UInt64(names.count))
        for name in names { writer.text(name) }
        writer.value(value)
        return writer.bytes
    }

    /// Whether bytes begin like a message of any version.
    package static func begins(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: mark) }

    /// Decodes a message from any writer.
    ///
    /// - Parameters:
    ///   - bytes: The result of ``bytes``.
    ///   - isBounded: Whether the number of bytes and values is limited; for answers it isn't, since the caller
    ///     requested all of it.
    /// - Throws: ``CallCodingError``.
    package init(bytes: [UInt8], isBounded: Bool = true) throws {
        guard Self.begins(bytes) else { throw CallCodingError.damaged("not a call") }
        guard !isBounded || bytes.count <= CallBounds.sentBytes else {
            throw CallCodingError.damaged("\(bytes.count) bytes are too many")
        }
        var reader = CallByteReader(bytes, isBounded: isBounded)
        _ = try reader.take(Self.mark.count)
        let version = try reader.byte()
        guard version != 0 else { throw CallCodingError.damaged("no version") }
        guard version == Self.version else {
            throw CallCodingError.newer("calls of version \(version) aren't supported, only of \(Self.version)")
        }
        let number = try reader.byte()
        guard let kind = Kind(rawValue: number) else { throw CallCodingError.newer("unknown message \(number)") }
        let level = try reader.varint()
        let name = try reader.text()
        var keys: [String] = []
        for _ in 0..<(try reader.count(of: 1)) {
            let key = try reader.text()
            if let last = keys.last, !CallFields.precedes(last, key) {
                throw CallCodingError.damaged("names of fields out of order")
            }
            keys.append(key)
        }
        reader.keys = keys
        let value = try reader.value()
        try reader.checkEnd()
        self.init(kind, name: name, level: level, value: value)
    }
}

extension CallMessage {
    /// Encodes a call.
    ///
    /// - Throws: `EncodingError` for a call that holds an app's own closure, `errorInvalidArgument` for objects that aren't
    ///   samples.
    package init<Call: StoreCall>(_ call: Call) throws {
        self.init(.call, name: Call.name, level: Call.level, value: try call.callValue)
    }

    /// The call.
    ///
    /// - Parameters:
    ///   - kind: The type of the call.
    ///   - isOwners: Whether the owner made it, who may name types that HealthKit doesn't know.
    /// - Returns: The call; its bounds aren't checked yet.
    /// - Throws: ``CallCodingError``.
    package func call<Call: StoreCall>(_ kind: Call.Type, isOwners: Bool = false) throws -> Call {
        guard level <= Call.level else {
            throw CallCodingError.newer("“\(name.prefix(64))” of level \(level), not up to \(Call.level)")
        }
        return try kind.call(from: value, isOwners: isOwners)
    }
}

/// A call that this version doesn't know, kept as received.
package struct UnknownCall: Hashable, Sendable {
    /// The part that this version doesn't know.
    package var reason: String
    package var bytes: [UInt8]
}

/// The result of decoding a call's bytes.
package enum CallReading: Sendable {
    case call(any StoreCall)
    /// A newer version wrote it: keep the bytes.
    case unknown(UnknownCall)
}

import Foundation

/// The content of a sample with its own class, as a value that the store and archives keep.
package protocol RecordContent: Hashable, Sendable {
    /// The content as bytes.
    ///
    /// - Throws: `errorInvalidArgument` for content that can't be encoded.
    var bytes: [UInt8] { get throws }

    /// Decodes ``bytes``; `nil` if the bytes are invalid.
    init?(bytes: [UInt8])

    /// Applies the checks of the sample's initializers.
    ///
    /// - Throws: `errorInvalidArgument` with a description of the problem.
    func check() throws
}

extension RecordContent where Self: Codable {
    package var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            do {
                return [UInt8](try encoder.encode(self))
            } catch {
                // The checks have already rejected numbers that JSON can't represent.
                throw HKError.invalid("the content of the sample cannot be written: \(error)")
            }
        }
    }

    package init?(bytes: [UInt8]) {
        // The caller knows the origin of the bytes and reports it.
        guard let content = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = content
    }
}

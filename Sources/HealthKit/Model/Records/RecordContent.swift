import Foundation

/// What a sample of a class of its own holds, as a value that the store and archives keep.
package protocol RecordContent: Hashable, Sendable {
    /// The content as bytes.
    ///
    /// - Throws: `errorInvalidArgument` for content that cannot be written.
    var bytes: [UInt8] { get throws }

    /// Reads what ``bytes`` wrote; `nil` when the bytes make no sense.
    init?(bytes: [UInt8])

    /// Checks what the initializers of the sample check.
    ///
    /// - Throws: `errorInvalidArgument` with a text that says what is wrong.
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
                // The checks refuse numbers that JSON lacks before it comes to this.
                throw HKError.invalid("the content of the sample cannot be written: \(error)")
            }
        }
    }

    package init?(bytes: [UInt8]) {
        // Whoever asks says of what the bytes are, and reports it.
        guard let content = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = content
    }
}

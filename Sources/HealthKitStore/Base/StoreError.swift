/// An error of the store: what happened, to which file, and what can be done.
///
/// Match on ``code``. The message never carries a health value.
package struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    package enum Code: String, Sendable, CaseIterable {
        /// The file or its folder can't be opened or made.
        case cannotOpen
        /// The file is something else than a store.
        case notAStore
        /// The store was written by a later version of the program.
        case newerFormat
        /// The store or its file may only be read.
        case readOnly
        /// Another process kept the store locked for longer than the busy timeout.
        case busy
        /// The disk has no room left.
        case diskFull
        /// The disk failed to read or write.
        case ioError
        /// The contents contradict themselves: a checksum, a count or a reference is wrong.
        case damaged
        /// The latest changes are in a log that isn't there.
        case logMissing
        /// The log next to the file belongs to another.
        case logForeign
        /// The file was moved, removed or replaced while it was open.
        case moved
        /// The store is encrypted, and its key is not there.
        case locked
        /// A key, passphrase or recovery key is not the store's.
        case wrongKey
        /// A passphrase or recovery key opens a slot that holds another store's key.
        case foreignKey
        /// A key was given, and the store is not encrypted.
        case notEncrypted
        /// The operating system or the state of the store forbids the operation.
        case notPermitted
        /// The caller gave something that a store can't hold.
        case invalidArgument
        /// A row with this UUID is stored already, or was given twice.
        case duplicateUUID
        /// The object that an operation needs isn't stored.
        case notFound
        /// The store was closed.
        case closed
    }

    /// The kind of error.
    package var code: Code

    /// A sentence with the problem and its solution.
    package var message: String

    /// The store's file, or nil for a store in memory.
    package var path: String?

    /// Creates an error.
    package init(_ code: Code, _ message: String, path: String? = nil) {
        self.code = code
        self.message = message
        self.path = path
    }

    package var description: String {
        guard let path else { return message }
        return "\(path): \(message)"
    }

    /// The same error, said of a file.
    func at(_ path: String?) -> StoreError {
        var error = self
        error.path = error.path ?? path
        return error
    }

    /// An object that can't be stored, because another one has its UUID.
    package static let stored = StoreError(.duplicateUUID, "An object with the same UUID is stored already.")

    /// One of several objects that can't be stored, because another one, or another of them, has its UUID.
    package static let storedOrGivenTwice = StoreError(
        .duplicateUUID,
        "An object with the same UUID is stored already, or was given twice."
    )

    /// The text around the description of a store's damage.
    static let damage = (prefix: "The store is damaged: ", suffix: ". healthtui doctor says what can be saved.")

    /// A contradiction found in the store's contents.
    static func damaged(_ what: String) -> StoreError {
        StoreError(.damaged, damage.prefix + what + damage.suffix)
    }
}

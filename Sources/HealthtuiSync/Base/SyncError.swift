/// A problem with a file, a code or a request of a group.
package struct SyncError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// The file is cut short or was changed.
        case damaged
        /// The file isn't of this group, or not of the device in whose folder it lies.
        case foreign
        /// The signature isn't that of the device.
        case wrongSignature
        /// No key of this device opens it.
        case unreadable
        /// The file was written by a later version of the program.
        case newerFormat
        /// The file has entries that make no sense, which are left out.
        case flawed
        /// An earlier file, which this one follows, isn't here yet.
        case waiting
        /// The code of an invitation, or a recovery key, is mistyped or not the right one.
        case wrongCode
        /// The invitation is expired, used, or answered twice.
        case invitation
        /// The device may not do this: it isn't a member, or of too low a rank.
        case notPermitted
        /// A value can't be written: it is too large or makes no sense.
        case invalidArgument
        /// The folder can't be read or written.
        case folder
        /// Another program is syncing the store.
        case busy
    }

    /// The kind of problem.
    package var code: Code
    /// A sentence that says what happened.
    package var message: String

    /// Creates an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

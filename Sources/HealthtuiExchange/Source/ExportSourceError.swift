/// The reason a path can't be read as an Apple Health export.
package struct ExportSourceError: Error, Hashable, Sendable {
    /// The kinds of failure.
    package enum Code: String, Hashable, Sendable {
        /// The file or folder cannot be opened or read.
        case unreadable
        /// It can be read but holds no export.
        case notAnExport
        /// It isn't an export, and a file in it can't be read, or not to its end; none of the others is of a known format.
        case unreadFiles
    }

    /// The kind of failure.
    package let code: Code

    /// The path as it was given.
    package let path: String

    /// The reason for the failure.
    package let reason: String
}

extension ExportSourceError: CustomStringConvertible {
    package var description: String {
        switch code {
        case .unreadable, .unreadFiles: "\(path): \(reason)"
        case .notAnExport: "\(path): not an Apple Health export: \(reason)"
        }
    }
}

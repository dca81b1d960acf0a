import Foundation

/// Why an import could not go on; what was stored before is whole transactions.
package struct ImportError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    package var description: String

    package init(_ description: String) { self.description = description }

    package var errorDescription: String? { description }
}

import Foundation

/// The reason an import couldn't continue; everything stored before is in whole transactions.
package struct ImportError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    package var description: String

    package init(_ description: String) { self.description = description }

    package var errorDescription: String? { description }
}

import Foundation
import HealthKit

/// What the store answered.
package typealias Answer<T> = Result<T, Failure>

/// An error as a line for a person.
package struct Failure: Error, Hashable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(_ error: any Error) {
        if let error = error as? Failure {
            self = error
        } else if let error = error as? HKError {
            text = error.localizedDescription
        } else {
            text = "\(error)"
        }
    }

    package var description: String { text }
}

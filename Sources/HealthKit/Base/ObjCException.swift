import Foundation

/// The names of the exceptions that Apple's HealthKit raises.
package enum ExceptionName {
    /// An argument that the callee cannot work with.
    package static let invalidArgument = "NSInvalidArgumentException"

    /// A key that an object does not have.
    package static let undefinedKey = "NSUnknownKeyException"

    /// An object that is not valid as a whole.
    package static let objectValidationFailure = "_HKObjectValidationFailureException"
}

/// Stops the program as an uncaught Objective-C exception does on Apple's platforms.
///
/// Apple's HealthKit answers programming errors (a string that is no unit, a start after the end) with exceptions that
/// Swift cannot catch. This is the one place that does the same here. Beside each initializer or method that calls it
/// stands a variant that throws; whatever takes the input of a person or of a file calls that one.
///
/// - Parameters:
///   - name: The name of the exception.
///   - reason: The reason, in Apple's words where they are known.
package func raiseException(_ name: String = ExceptionName.invalidArgument, _ reason: String) -> Never {
    let text = "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'\n"
    FileHandle.standardError.write(Data(text.utf8))
    fatalError(reason)
}

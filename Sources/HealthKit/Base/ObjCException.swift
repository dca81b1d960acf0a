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
/// Apple's HealthKit responds to programming errors (an invalid unit string, a start after the end) with exceptions
/// that Swift cannot catch. This is the only place here that does the same. Each initializer or method that calls it
/// has a variant that throws, which code that handles input of a person or a file must use.
///
/// - Parameters:
///   - name: The name of the exception.
///   - reason: The reason, in Apple's words where they are known.
package func raiseException(_ name: String = ExceptionName.invalidArgument, _ reason: String) -> Never {
    let text = "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'\n"
    FileHandle.standardError.write(Data(text.utf8))
    fatalError(reason)
}

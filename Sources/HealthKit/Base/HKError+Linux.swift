import Foundation

extension HKError {
    /// An error with a text for people.
    package static func error(_ code: HKError.Code, _ text: String) -> HKError {
        HKError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// `errorInvalidArgument` with a text that says which argument and why.
    package static func invalid(_ text: String) -> HKError { error(.errorInvalidArgument, text) }

    /// The error's description, or the name of its code if there is none.
    package var text: String { userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)" }
}

/// Runs a throwing initializer where Apple's raises an exception: on failure the program stops with the same text.
///
/// Apple's initializers cannot fail in Swift, so wrong arguments stop the program there as here. Use the `validating`
/// variant for anything that a person typed or a file contained.
///
/// - Parameters:
///   - name: The name of Apple's exception: of objects that are not valid, unless a query or a call refuses its arguments.
///   - body: Makes the object.
/// - Returns: The result of the closure.
package func raisingExceptions<T>(
    _ name: String = ExceptionName.objectValidationFailure,
    _ body: () throws -> T
) -> T {
    do {
        return try body()
    } catch {
        raiseException(name, (error as? HKError)?.text ?? "\(error)")
    }
}

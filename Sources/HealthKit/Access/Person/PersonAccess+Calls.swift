import Foundation

extension PersonAccess {
    /// Carries out a call of the owner.
    ///
    /// - Parameter call: The call.
    /// - Returns: The answer.
    /// - Throws: `errorAuthorizationDenied` for any other caller, `errorInvalidArgument` for arguments out of bounds,
    ///   `errorDatabaseInaccessible`.
    @discardableResult
    package func perform(_ call: OwnerCall) throws -> OwnerAnswer { try store.port.send(call) }

    /// Carries out a call of the owner that deletes matching objects.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - visit: Called with the UUID of each object that is deleted.
    /// - Returns: The answer.
    /// - Throws: `errorAuthorizationDenied` for any other caller, `errorInvalidArgument` for arguments out of bounds,
    ///   `errorDatabaseInaccessible`.
    func perform(_ call: OwnerCall, visit: (UUID) -> Void) throws -> OwnerAnswer {
        try store.port.work.delete(call, visit: visit)
    }

    /// Answers a read call of the owner.
    ///
    /// - Parameter question: The question.
    /// - Returns: The answer.
    /// - Throws: `errorAuthorizationDenied` for any other caller, `errorInvalidArgument` for arguments out of bounds,
    ///   `errorDatabaseInaccessible`.
    func ask<Question: AnsweredOwnerReadCall>(_ question: Question) throws -> Question.Answer {
        try store.port.send(question)
    }
}

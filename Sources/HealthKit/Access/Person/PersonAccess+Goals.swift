import Foundation

extension PersonAccess {
    /// The goals that the person set for types, by the type's identifier; those of the rings are ``goals(on:)``.
    ///
    /// - Throws: `HKError` when the store can't be read.
    package func typeGoals() throws -> [String: TypeGoal] { try ask(OwnerTypeGoalsCall()) }

    /// Sets the goal of a type.
    ///
    /// - Parameters:
    ///   - goal: The goal; `nil` removes it.
    ///   - type: The type.
    /// - Throws: `errorInvalidArgument` for a goal that is invalid for the type.
    package func setGoal(_ goal: TypeGoal?, for type: HKObjectType) throws {
        try perform(.setTypeGoal(goal, type: type.identifier))
    }
}

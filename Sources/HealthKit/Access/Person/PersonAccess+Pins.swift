import Foundation

extension PersonAccess {
    static var pinsKey: String { "types" }
    static var cardsKey: String { "cards" }

    /// The types that the person pinned to the summary, in order, or `nil` until the person chooses some.
    package func pinnedTypes() throws -> [String]? {
        try ask(OwnerPinsCall())
    }

    /// Sets the types that are pinned to the summary, in order.
    package func setPinnedTypes(_ types: [String]) throws {
        try perform(.setPins(types))
    }

    /// The cards of the summary on a large terminal, in order, by their names in the console, or `nil` until one is moved.
    package func summaryCards() throws -> [String]? {
        try ask(OwnerCardsCall())
    }

    /// Sets the cards of the summary, in order.
    ///
    /// - Parameters:
    ///   - cards: Their names.
    ///   - types: The pinned types in their new order; `nil` if it stays the same.
    /// - Throws: `HKError` when the store can't be written.
    package func setSummaryCards(_ cards: [String], types: [String]?) throws {
        try perform(.setCards(cards, types: types))
    }
}

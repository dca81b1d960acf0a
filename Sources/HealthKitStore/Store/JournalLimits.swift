/// The limits of a journal of saves.
///
/// Without the store's key it is unknown whether an app may save, so its saves are kept until the store is unlocked. An
/// app that is known to share something with the store may keep a day of workouts waiting; one that is not may keep
/// little, and all such apps together may not fill the disk.
package struct JournalLimits: Sendable {
    /// A number of entries, and of their bytes.
    package struct Amount: Sendable, Hashable {
        package var entries: Int
        package var bytes: Int

        package init(entries: Int, bytes: Int) {
            self.entries = entries
            self.bytes = bytes
        }
    }

    /// The limit of an app that is known to share something with the store.
    package var app = Amount(entries: 50_000, bytes: 128 << 20)
    /// The limit of an app that isn't.
    package var stranger = Amount(entries: 250, bytes: 4 << 20)
    /// The limit of all such unknown apps together.
    package var strangers = Amount(entries: 1000, bytes: 16 << 20)
    /// The limit of all apps together.
    package var all = Amount(entries: 200_000, bytes: 512 << 20)

    package init() {}

    package static let standard = JournalLimits()
}

/// The amounts that wait in a journal.
struct JournalTallies: Sendable {
    private typealias Amount = JournalLimits.Amount

    private var all = Amount(entries: 0, bytes: 0)
    private var strangers = Amount(entries: 0, bytes: 0)
    private var groups: [Int: Amount] = [:]

    private static func key(_ head: JournalHead) -> Int { Int(head.group) + (head.isStranger ? 256 : 0) }

    mutating func add(_ head: JournalHead) {
        func added(_ amount: Amount) -> Amount {
            Amount(entries: amount.entries + 1, bytes: amount.bytes + head.length)
        }
        all = added(all)
        if head.isStranger { strangers = added(strangers) }
        groups[Self.key(head)] = added(groups[Self.key(head)] ?? Amount(entries: 0, bytes: 0))
    }

    /// Checks that there is room for an entry.
    /// - Throws: ``StoreError/Code/notPermitted``.
    func requireRoom(for head: JournalHead, _ limits: JournalLimits) throws {
        func isOver(_ amount: Amount, _ limit: Amount) -> Bool {
            amount.entries + 1 > limit.entries || amount.bytes + head.length > limit.bytes
        }
        let own = groups[Self.key(head)] ?? Amount(entries: 0, bytes: 0)
        if isOver(own, head.isStranger ? limits.stranger : limits.app) {
            let what = "This app has saved as much as it may while the store is locked: \(own.entries) saves wait."
            throw StoreError(.notPermitted, what + " Unlock the store with: healthtui unlock")
        }
        if isOver(all, limits.all) || (head.isStranger && isOver(strangers, limits.strangers)) {
            let what = "Apps have saved as much as they may while the store is locked: \(all.entries) saves wait."
            throw StoreError(.notPermitted, what + " Unlock the store with: healthtui unlock")
        }
    }
}

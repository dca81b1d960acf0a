import HealthKit
import HealthKitStore

/// Leaves out the entries of a file that say what no import would take: each alone, and on every device by the same rules.
package struct EntryCheck {
    /// The skipped entries, and the problem of the first.
    package struct Flaws: Codable, Hashable, Sendable {
        package var count: Int
        package var first: SharedContentFlaw
    }

    package private(set) var flaws: Flaws?
    /// The results for texts that several samples have.
    private var known: [Key: Known] = [:]

    private struct Key: Hashable {
        var texts: SharedTexts
        var isRecord: Bool
    }

    private struct Known {
        var flaw: SharedContentFlaw?
        var isCategory: Bool
    }

    package init() {}

    /// The entries that make sense.
    ///
    /// - Parameter entries: The entries of a file.
    /// - Returns: The same entries but those that are left out; ``flaws`` says how many these are.
    package mutating func sound(_ entries: [Entry]) -> [Entry] {
        var left: [Int: Entry?] = [:]
        for (place, entry) in entries.enumerated() {
            switch entry {
            case .sample(let version):
                guard let flaw = flaw(version) else { continue }
                note(flaw)
                left[place] = .some(nil)
            case .rows(let rows):
                let bad = badRows(rows)
                if bad.isEmpty { continue }
                let versions = (0..<rows.count).filter { !bad.contains($0) }.map(rows.version)
                left[place] = .some(versions.isEmpty ? nil : .rows(SampleRows(versions)))
            case .restore(var restore):
                let versions = restore.versions.filter { version in
                    guard let flaw = flaw(version) else { return true }
                    note(flaw)
                    return false
                }
                if versions.count == restore.versions.count { continue }
                restore.versions = versions
                left[place] = .some(.restore(restore))
            case .register(let register):
                guard let flaw = Self.flaw(register) else { continue }
                note(flaw)
                left[place] = .some(nil)
            case .link(let link):
                guard let flaw = SharedContentCheck.flaw(role: link.name.role) else { continue }
                note(flaw)
                left[place] = .some(nil)
            case .deletion, .duplicate, .piece, .heads, .replaced: continue
            }
        }
        if left.isEmpty { return entries }
        return entries.enumerated().compactMap { left[$0.offset] ?? $0.element }
    }

    private mutating func note(_ flaw: SharedContentFlaw) {
        flaws = Flaws(count: (flaws?.count ?? 0) + 1, first: flaws?.first ?? flaw)
    }

    private mutating func badRows(_ rows: SampleRows) -> Set<Int> {
        var bad: Set<Int> = []
        let texts = rows.texts.map { check($0, isRecord: false) }
        for row in 0..<rows.count {
            let shared = texts[rows.places[row]]
            let flaw =
                shared.flaw
                ?? SharedContentCheck.flaw(start: rows.starts[row], end: rows.ends[row], creation: rows.creations[row])
                ?? SharedContentCheck.flaw(value: rows.values[row], ofCategory: shared.isCategory)
                ?? rows.identifiers[row].flatMap(Self.flaw)
            guard let flaw else { continue }
            note(flaw)
            bad.insert(row)
        }
        return bad
    }

    /// The problem with a version of a sample, or `nil` if there is none.
    package mutating func flaw(_ version: SyncedVersion) -> SharedContentFlaw? {
        let content = version.content
        let shared = check(SharedTexts(content.texts), isRecord: content.isRecord)
        if let flaw = shared.flaw { return flaw }
        if let flaw = SharedContentCheck.flaw(start: content.start, end: content.end, creation: content.creation) {
            return flaw
        }
        if let flaw = version.identifier.flatMap(Self.flaw) { return flaw }
        switch content.body {
        case .value(let value): return SharedContentCheck.flaw(value: value, ofCategory: shared.isCategory)
        case .record(let payload):
            return SharedContentCheck.flaw(
                payload: payload,
                texts: content.texts,
                start: content.start,
                end: content.end
            )
        // Its pieces may not be here yet.
        case .pieces: return nil
        }
    }

    private static func flaw(_ identifier: SyncedIdentifier) -> SharedContentFlaw? {
        identifier.version.isNaN ? .identifier : nil
    }

    private static func flaw(_ register: Register) -> SharedContentFlaw? {
        guard let value = register.value, let end = register.key.firstIndex(of: Register.separator) else { return nil }
        let namespace = String(decoding: register.key[..<end], as: UTF8.self)
        return SharedContentCheck.flaw(setting: value, in: namespace)
    }

    private mutating func check(_ texts: SharedTexts, isRecord: Bool) -> Known {
        let key = Key(texts: texts, isRecord: isRecord)
        if let found = known[key] { return found }
        let found = Known(
            flaw: SharedContentCheck.flaw(texts: texts.texts, isRecord: isRecord),
            isCategory: SharedContentCheck.isCategory(texts: texts.texts)
        )
        if known.count >= Self.mostKnown { known = [:] }
        known[key] = found
        return found
    }

    /// The number of texts kept in memory: each sample may have its own.
    private static let mostKnown = 4_096
}

import Foundation

/// The people of one bucket while contributions are taken in: what they become, and the rows that come.
struct Bucket {
    /// A contribution, known by its manifest.
    struct Pending: Sendable {
        let file: InboxFiles.File
        let person: String
        let sequence: Int
        let kind: ContributionManifest.Kind
    }

    let name: String
    private(set) var people: [String: StudyPerson]
    /// Months that go from the files that there are, by person.
    private(set) var replaced: [String: Set<ContributionManifest.Key>] = [:]
    /// The receipts due: the person, and the contribution that each is for.
    private(set) var receipts: [(person: String, sequence: Int, kind: ContributionManifest.Kind)] = []
    private let folder: StudyFolder
    private let now: Date

    init(_ name: String, people: [String: StudyPerson], folder: StudyFolder, now: Date) {
        self.name = name
        self.people = people
        self.folder = folder
        self.now = now
    }

    /// The study-wide state that taking in a contribution needs.
    struct Ledger {
        var nextPerson: Int
        /// The codes that take part; `nil` for everybody.
        let codes: Set<String>?
        /// By the digest of a code: who used it.
        var used: [String: String]
    }

    /// Takes in what one person sent, in order.
    ///
    /// - Parameters:
    ///   - pending: Contributions of one person, by number.
    ///   - ledger: What the study knows of numbers and codes.
    ///   - outcome: What becomes of each file.
    ///   - rows: Gets, once all is known, the rows of each table that came.
    /// - Throws: The errors of `rows`; what is wrong with a contribution is in the outcome.
    mutating func take(
        _ pending: [Pending],
        _ ledger: inout Ledger,
        _ outcome: inout CollectOutcome,
        rows: (StudyTable, [UInt8]) throws -> Void
    ) throws {
        // If a month comes several times, the last one counts.
        var arrived: [ContributionManifest.Key: [UInt8]] = [:]
        for next in pending {
            let file = next.file
            do {
                let contribution = try OpenedContribution(file.path, study: folder.study.description, box: folder.box)
                let fate = try take(contribution, file, &ledger, &arrived)
                outcome.note(file.name, fate.fate, person: next.person, why: fate.why)
            } catch let error as StudyError {
                outcome.note(file.name, .refused, person: next.person, why: error.why)
            }
        }
        for (key, bytes) in arrived.sorted(by: { Self.isBefore($0.key, $1.key) }) { try rows(key.table, bytes) }
    }

    private static func isBefore(_ one: ContributionManifest.Key, _ other: ContributionManifest.Key) -> Bool {
        (one.table.rawValue, one.type, one.month) < (other.table.rawValue, other.type, other.month)
    }

    private mutating func take(
        _ contribution: OpenedContribution,
        _ file: InboxFiles.File,
        _ ledger: inout Ledger,
        _ arrived: inout [ContributionManifest.Key: [UInt8]]
    ) throws -> (fate: CollectOutcome.Fate, why: String?) {
        let manifest = contribution.manifest
        let known = people[manifest.person]
        if known?.isWithdrawn == true {
            if manifest.kind == .withdraw { return (.known, "withdrawn before") }
            return wasCollected(contribution, of: known)
                ? (.known, "collected before the person withdrew")
                : (.refused, "this person withdrew; nothing more is taken")
        }
        if manifest.kind == .withdraw {
            try contribution.forEachTable { _, _ in }
            withdraw(manifest, contribution.digest, &ledger)
            arrived = [:]
            return (.withdrawn, nil)
        }
        if let known, manifest.sequence <= known.sequence {
            if wasCollected(contribution, of: known) { return (.known, "collected before") }
            let isOther = manifest.sequence == known.sequence || known.collected?[manifest.sequence] != nil
            return isOther
                ? (.refused, "number \(manifest.sequence) was collected with another content")
                : (.refused, "older than what was collected: number \(manifest.sequence), after \(known.sequence)")
        }
        guard manifest.study == folder.study.digest else {
            return (.refused, "made for another version of the study; the participant has to get the new one")
        }
        if let why = check(manifest, ledger) { return (.refused, why) }
        for entry in manifest.tables where entry.packed == nil {
            guard known?.months[Self.text(entry.key)]?.digest == entry.digest else {
                let what = "\(entry.table.rawValue) of \(entry.type), \(entry.month)"
                return (
                    .held, "\(what) was sent before and isn't here; wait for that file, or ask for contribute --all"
                )
            }
        }
        var person =
            known
            ?? StudyPerson(
                person: manifest.person,
                id: ledger.nextPerson,
                sequence: 0,
                digest: "",
                isWithdrawn: false,
                months: [:]
            )
        var fresh: [ContributionManifest.Key: [UInt8]] = [:]
        try contribution.forEachTable { entry, bytes in
            let check = try RowCheck(
                entry,
                folder.study.description,
                now: now,
                name: (file.path as NSString).lastPathComponent
            )
            let month = entry.month.replacing("-", with: "")
            var rows: [UInt8] = []
            try check.check(
                bytes,
                prefix: Array("\(person.person),\(person.id),\(entry.type),\(month),".utf8),
                to: &rows
            )
            fresh[entry.key] = rows
        }
        // From here on nothing fails.
        let keys = Set(manifest.tables.map(\.key))
        let gone = person.months.keys.compactMap { Self.key($0) }.filter { !keys.contains($0) }
        for key in gone { arrived[key] = nil }
        replaced[person.person, default: []].formUnion(gone)
        replaced[person.person, default: []].formUnion(fresh.keys)
        arrived.merge(fresh) { $1 }
        person.months = Dictionary(
            manifest.tables.map { (Self.text($0.key), StudyPerson.Month(digest: $0.digest, rows: $0.rows)) },
            uniquingKeysWith: { first, _ in first }
        )
        person.sequence = manifest.sequence
        person.digest = contribution.digest
        person.collected = (person.collected ?? [:]).merging([manifest.sequence: contribution.digest]) { $1 }
        people[person.person] = person
        if known == nil { ledger.nextPerson += 1 }
        if let code = manifest.code { ledger.used[StudyDigest.of(code)] = person.person }
        receipts.append((person.person, manifest.sequence, .data))
        return (.accepted, nil)
    }

    /// Whether a contribution was taken in before, the latest or an earlier one.
    private func wasCollected(_ contribution: OpenedContribution, of known: StudyPerson?) -> Bool {
        guard let known else { return false }
        let manifest = contribution.manifest
        if manifest.sequence == known.sequence, contribution.digest == known.digest { return true }
        if let digest = known.collected?[manifest.sequence] { return digest == contribution.digest }
        // Versions before this one kept the digest of the latest alone, and a receipt of each.
        // A withdrawal has put its own digest in the place of that one.
        let isEarlier = manifest.sequence < known.sequence
        return (isEarlier || known.isWithdrawn && manifest.sequence == known.sequence)
            && ReceiptFiles.wasGiven(folder, person: manifest.person, sequence: manifest.sequence)
    }

    /// The problem with a contribution's code, or `nil` if there is none.
    private func check(_ manifest: ContributionManifest, _ ledger: Ledger) -> String? {
        guard let codes = ledger.codes else { return nil }
        guard let code = manifest.code else { return "it has no code, and only people with a code take part" }
        guard codes.contains(code) else { return "its code isn't one of this study's" }
        guard let user = ledger.used[StudyDigest.of(code)], user != manifest.person else { return nil }
        return "its code was used by somebody else"
    }

    private mutating func withdraw(_ manifest: ContributionManifest, _ digest: String, _ ledger: inout Ledger) {
        var person =
            people[manifest.person]
            ?? StudyPerson(person: manifest.person, id: 0, sequence: 0, digest: "", isWithdrawn: true, months: [:])
        replaced[person.person, default: []].formUnion(person.months.keys.compactMap { Self.key($0) })
        person.months = [:]
        person.isWithdrawn = true
        person.digest = digest
        people[person.person] = person
        receipts.append((person.person, manifest.sequence, .withdraw))
    }

    static func text(_ key: ContributionManifest.Key) -> String { "\(key.table.rawValue) \(key.type) \(key.month)" }

    static func key(_ text: String) -> ContributionManifest.Key? {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 3, let table = StudyTable(rawValue: parts[0]) else { return nil }
        return ContributionManifest.Key(table: table, type: parts[1], month: parts[2])
    }
}

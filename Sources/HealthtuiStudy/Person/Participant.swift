import Foundation
import HealthKit

/// A person who takes part in studies: the key and what was sent are kept in the store.
///
/// If the process ends between two writes, the next contribution goes on from there: a number is kept before the file that
/// has it is in place and isn't used again, months count as sent only once it is, and a withdrawal file that was promised
/// is due until it is written.
package struct Participant: Sendable {
    private let person: PersonAccess
    /// Called after each write; tests end the process here.
    package var wrote: @Sendable (String) -> Void = { _ in }

    package init(_ person: PersonAccess) { self.person = person }

    /// The studies that the store knows, by their titles.
    /// - Throws: `HKError`, and ``StudyError`` for what can't be read.
    package func all() throws -> [(study: SignedStudy, participation: Participation)] {
        try person.studies().sorted { ($0.value.title, $0.key) < ($1.value.title, $1.key) }
            .map { _, record in
                let participation = try Self.decoded(record)
                return (try SignedStudy(participation.study, named: record.title), participation)
            }
    }

    /// The store's record of a study; `nil` if the person never agreed to it.
    /// - Throws: `HKError`, and ``StudyError`` for what can't be read.
    package func participation(in study: SignedStudy) throws -> Participation? {
        try person.studies()[study.description.id].map { try Self.decoded($0) }
    }

    private static func decoded(_ record: StudyRecord) throws -> Participation {
        // Another key would make another person of them.
        guard let participation = try? JSONDecoder().decode(Participation.self, from: Data(record.bytes)) else {
            throw StudyError(
                record.title.printable,
                "what the store keeps of the study can't be read; restore a backup"
            )
        }
        return participation
    }

    private func keep(_ participation: Participation, _ study: StudyDescription, sent: [String: Int] = [:]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let record = StudyRecord(title: study.title, bytes: Array(try encoder.encode(participation)))
        try person.setStudy(study.id, record, sent: sent)
    }

    /// A person's consent, given when asked.
    package struct Answer: Sendable {
        /// The text that was shown, and its language.
        package var text: String
        package var language: String
        package var zone: TimeZone
        package var code: String?

        package init(text: String, language: String, zone: TimeZone, code: String?) {
            self.text = text
            self.language = language
            self.zone = zone
            self.code = code
        }
    }

    /// Keeps that the person agrees to a study; a key is made the first time.
    ///
    /// - Parameters:
    ///   - study: The study.
    ///   - answer: What was shown, and what the person said.
    ///   - now: When.
    /// - Returns: What is kept.
    /// - Throws: `HKError`, ``StudyError``.
    package func agree(to study: SignedStudy, _ answer: Answer, now: Date) throws -> Participation {
        var participation: Participation
        let known = try self.participation(in: study)
        let seed = try known.map { Array($0.seed) } ?? StudySigner.randomSeed()
        let consent = try Signed(
            StudyConsent(
                study: study.digest,
                text: StudyDigest.of(answer.text),
                language: answer.language,
                time: Int64(now.timeIntervalSince1970)
            ),
            by: try StudySigner(seed: seed)
        )
        participation =
            known
            ?? Participation(seed: Data(seed), study: study.data, consent: consent, zone: "", code: answer.code)
        // The researcher may begin anew with another version, so it gets everything that it asks for.
        if let known, mustAsk(known, study) { participation.months = [:] }
        participation.consent = consent
        participation.study = study.data
        participation.zone = answer.zone.identifier
        participation.code = answer.code ?? participation.code
        participation.isWithdrawalFileDue = true
        try keep(participation, study.description)
        wrote("consent")
        return participation
    }

    /// The version of a study that the person agreed to.
    /// - Throws: ``StudyError`` for one that can't be read.
    package func agreedVersion(_ participation: Participation, _ study: SignedStudy) throws -> Int {
        try SignedStudy(participation.study, named: study.description.title).description.version
    }

    /// Whether the person has to be asked: never asked before, or about another study file, such as a later version.
    package func mustAsk(_ participation: Participation?, _ study: SignedStudy) -> Bool {
        participation?.consent.content.study != study.digest
    }

    /// The tables that a contribution would send.
    ///
    /// - Parameters:
    ///   - study: The study.
    ///   - participation: What is kept of it; `nil` before the person agreed.
    ///   - zone: Where days begin, where nothing is kept.
    ///   - now: The current time.
    /// - Returns: The tables; dates are the real ones as long as there is no key to move them by.
    /// - Throws: `HKError`, ``StudyError``.
    package func tables(
        for study: SignedStudy,
        _ participation: Participation?,
        zone: TimeZone,
        now: Date
    ) throws -> PersonTables {
        let zone = participation.flatMap { TimeZone(identifier: $0.zone) } ?? zone
        let shift = participation.map { $0.shift(study.description) } ?? (study.description.dates == .shifted ? 0 : nil)
        return try PersonTables(person, study.description, zone: zone, shift: shift, now: now)
    }

    /// The outcome of a contribution.
    package struct Outcome: Sendable {
        package let path: String
        package let participation: Participation
        /// The number of tables and rows sent, and of tables that are unchanged.
        package let tables: Int
        package let rows: Int
        package let unchanged: Int
    }

    /// Writes a contribution: every month that changed since the last one.
    ///
    /// - Parameters:
    ///   - study: The study, which the person agreed to.
    ///   - tables: What goes out.
    ///   - isWhole: Whether months go out that did not change.
    ///   - path: Where the file is to be.
    ///   - replaces: Whether a file that is there may be replaced.
    ///   - now: The current time.
    /// - Returns: What was written.
    /// - Throws: `HKError`, ``StudyError``.
    package func contribute(
        to study: SignedStudy,
        _ tables: PersonTables,
        isWhole: Bool,
        path: String,
        replacing replaces: Bool = false,
        now: Date
    ) throws -> Outcome {
        var participation = try agreed(to: study)
        let changed = tables.tables.filter { isWhole || participation.months[Participation.name($0.key)] != $0.digest }
        guard !changed.isEmpty || participation.gone(tables.tables) > 0 else {
            throw StudyError(
                study.description.title.printable,
                participation.sequence == 0
                    ? "the store has nothing that the study asks for" : "nothing changed since the last contribution"
            )
        }
        let file = try OutgoingFile(at: path, replacing: replaces, store: try person.storePath)
        do {
            participation.sequence += 1
            let manifest = try self.manifest(.data, study, participation, tables.tables, now)
            try write(
                manifest,
                carrying: Dictionary(changed.map { ($0.key, $0.bytes) }, uniquingKeysWith: { first, _ in first }),
                participation,
                study,
                to: file
            )
            wrote("sealed")
            // A number is used once, whatever comes next; and what goes out is in the audit before it does.
            var sent: [String: Int] = [:]
            for table in changed { sent[table.key.type, default: 0] += table.rows }
            try keep(participation, study.description, sent: sent)
            wrote("number")
        } catch {
            file.discard()
            throw error
        }
        try file.finish()
        wrote("contribution")
        participation.months = Dictionary(
            tables.tables.map { (Participation.name($0.key), $0.digest) },
            uniquingKeysWith: { first, _ in first }
        )
        participation.last = Int64(now.timeIntervalSince1970)
        try keep(participation, study.description)
        wrote("months")
        return Outcome(
            path: file.path,
            participation: participation,
            tables: changed.count,
            rows: changed.reduce(0) { $0 + $1.rows },
            unchanged: tables.tables.count - changed.count
        )
    }

    /// Writes a withdrawal, which works whenever it is sent, also without the store.
    ///
    /// - Parameters:
    ///   - study: The study, which the person agreed to.
    ///   - path: Where the file is to be.
    ///   - isSent: Whether the person withdraws by it now; else it is kept for later.
    ///   - replaces: Whether a file that is there may be replaced.
    ///   - now: The current time.
    /// - Throws: `HKError`, ``StudyError``.
    package func writeWithdrawal(
        from study: SignedStudy,
        to path: String,
        isSent: Bool,
        replacing replaces: Bool = false,
        now: Date
    ) throws {
        guard var participation = try participation(in: study) else {
            throw StudyError(study.description.title.printable, "you don't take part in this study")
        }
        let file = try OutgoingFile(at: path, replacing: replaces, store: try person.storePath)
        do {
            let version = try SignedStudy(participation.study, named: study.description.title)
            let manifest = try self.manifest(.withdraw, version, participation, [], now)
            try write(manifest, carrying: [:], participation, version, to: file)
        } catch {
            file.discard()
            throw error
        }
        try file.finish()
        wrote("withdrawal file")
        if isSent { participation.isWithdrawn = true }
        participation.isWithdrawalFileDue = false
        try keep(participation, study.description)
        wrote("withdrawal")
    }

    private func agreed(to study: SignedStudy) throws -> Participation {
        let title = study.description.title.printable
        guard let participation = try participation(in: study), !mustAsk(participation, study) else {
            throw StudyError(title, "you didn't agree to this study yet")
        }
        guard !participation.isWithdrawn else {
            throw StudyError(title, "you withdrew; the researcher takes nothing more from you")
        }
        return participation
    }

    private func manifest(
        _ kind: ContributionManifest.Kind,
        _ study: SignedStudy,
        _ participation: Participation,
        _ tables: [PreparedTable],
        _ now: Date
    ) throws -> ContributionManifest {
        ContributionManifest(
            study: study.digest,
            person: try participation.person(study.description),
            key: try participation.signer().publicKey,
            sequence: max(participation.sequence, 1),
            kind: kind,
            time: Int64(now.timeIntervalSince1970),
            code: participation.code,
            consent: participation.consent,
            tables: tables.map {
                ContributionManifest.Entry(
                    table: $0.key.table,
                    type: $0.key.type,
                    month: $0.key.month,
                    rows: $0.rows,
                    bytes: $0.bytes.count,
                    digest: $0.digest
                )
            }
        )
    }

    private func write(
        _ manifest: ContributionManifest,
        carrying carried: [ContributionManifest.Key: [UInt8]],
        _ participation: Participation,
        _ study: SignedStudy,
        to file: OutgoingFile
    ) throws {
        guard let handle = FileHandle(forWritingAtPath: file.temporaryPath) else {
            throw StudyError(file.path, "can't be written")
        }
        do {
            try SealedContribution.write(
                manifest,
                carrying: carried,
                signer: try participation.signer(),
                for: study.description
            ) { try handle.write(contentsOf: Data($0)) }
            try handle.close()
        } catch let error as StudyError {
            throw error
        } catch {
            throw StudyError(file.path, "can't be written: \(error.localizedDescription)")
        }
    }
}

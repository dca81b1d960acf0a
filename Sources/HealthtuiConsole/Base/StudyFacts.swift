import Foundation
import HealthKit
import HealthtuiStudy

/// An opened study: its file, and the person's code for it.
package struct StudyVisit: Sendable, Hashable {
    /// The content of the file.
    let study: Data
    /// The name used in errors.
    let name: String
    let code: String?
}

/// The studies that the person agreed to, by title.
package struct StudyList: Sendable {
    struct Entry: Sendable {
        let title: String
        let sent: Int
        let last: Date?
        let isWithdrawn: Bool
        let visit: StudyVisit
    }

    let entries: [Entry]

    /// Reads them.
    ///
    /// - Throws: `HKError`, `StudyError` for a store or a study that can't be read.
    init(_ person: PersonAccess) throws {
        entries = try Participant(person).all()
            .map { study, participation in
                let title = study.description.shownTitle
                return Entry(
                    title: title,
                    sent: participation.sequence,
                    last: participation.last.map { Date(timeIntervalSince1970: Double($0)) },
                    isWithdrawn: participation.isWithdrawn,
                    visit: StudyVisit(study: participation.study, name: title, code: participation.code)
                )
            }
    }
}

/// A study as its page shows it: the requested data, the person's consent, and the contents of a contribution now.
package struct StudyFacts: Sendable {
    /// A contribution's contents of one type.
    struct TypeRows: Sendable {
        let name: String
        var months: Set<String> = []
        var rows = 0
    }

    let study: SignedStudy
    let consent: ConsentText
    let participation: Participation?
    /// Whether the person wasn't asked yet, or about another version.
    let mustAsk: Bool
    /// The version that they agreed to, where they did.
    let agreedVersion: Int?
    /// The study's code for the person; `nil` before consent.
    let person: String?
    let types: [TypeRows]
    /// The number of months that are new, changed or removed since the last contribution.
    let news: Int
    /// The number of values that a study can't take.
    let leftOut: Int

    /// Reads them.
    ///
    /// - Throws: `HKError`, `StudyError` for a store or a study that can't be read.
    init(_ person: PersonAccess, _ visit: StudyVisit, zone: TimeZone, now: Date) throws {
        let participant = Participant(person)
        study = try SignedStudy(visit.study, named: visit.name)
        consent = ConsentText(study.description)
        participation = try participant.participation(in: study)
        mustAsk = participant.mustAsk(participation, study)
        agreedVersion = try participation.map { [study] in try participant.agreedVersion($0, study) }
        self.person = try participation?.person(study.description)
        let tables = try participant.tables(for: study, participation, zone: zone, now: now)
        var rows: [String: TypeRows] = [:]
        var news: Set<String> = []
        for table in tables.tables {
            let type = table.key.type
            rows[type, default: TypeRows(name: StudyType(type)?.name ?? type)].months.insert(table.key.month)
            rows[type]?.rows += table.rows
            if mustAsk || participation?.state(of: table) != .unchanged { news.insert(table.key.month) }
        }
        types = rows.values.sorted { $0.name < $1.name }
        self.news = news.count + (participation?.gone(tables.tables) ?? 0)
        leftOut = tables.leftOut.values.reduce(0) { $0 + $1.count }
    }
}

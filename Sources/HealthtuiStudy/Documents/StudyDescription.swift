import Foundation
import HealthKit

/// A study's data request, researcher and purpose: the content of `study.json`, which its researcher signs.
package struct StudyDescription: Codable, Hashable, Sendable {
    /// The format of the file.
    package var format = 1
    /// 32 hexadecimal digits.
    package var id: String
    /// Grows with each change.
    package var version: Int
    package var title: String
    package var contact: String
    package var purpose: String
    /// Identifiers of types.
    package var types: [String]
    /// The first and the last day, as 2026-11-24.
    package var since: String
    package var until: String
    package var form: StudyForm
    package var dates: StudyDates
    package var enrolment: StudyEnrolment
    /// The fewest people of a cell that is published.
    package var k: Int
    /// The public key that contributions are sealed to, in hexadecimal.
    package var boxKey: String
    /// The public key that this is signed with, in hexadecimal.
    package var signingKey: String

    /// The title and the contact as they can be shown: without what a terminal would obey.
    package var shownTitle: String { title.printable }
    package var shownContact: String { contact.printable }

    /// The least ``k``.
    package static let leastK = 5
    /// The most types.
    package static let mostTypes = 100
    /// The most days.
    package static let mostDays = 366 * 30

    package init(
        id: String,
        version: Int,
        title: String,
        contact: String,
        purpose: String,
        types: [String],
        since: String,
        until: String,
        form: StudyForm,
        dates: StudyDates,
        enrolment: StudyEnrolment,
        k: Int,
        boxKey: String,
        signingKey: String
    ) {
        self.id = id
        self.version = version
        self.title = title
        self.contact = contact
        self.purpose = purpose
        self.types = types
        self.since = since
        self.until = until
        self.form = form
        self.dates = dates
        self.enrolment = enrolment
        self.k = k
        self.boxKey = boxKey
        self.signingKey = signingKey
    }

    /// The first and the last day.
    /// - Throws: ``StudyError`` for what is no day, and for an end before its start.
    package func days() throws -> ClosedRange<StudyDay> {
        guard let first = StudyDay(since) else { throw wrong("since", "“\(since)” isn't a day such as 2026-01-31") }
        guard let last = StudyDay(until) else { throw wrong("until", "“\(until)” isn't a day such as 2026-01-31") }
        guard first <= last else { throw wrong("until", "\(until) is before \(since)") }
        guard last.number - first.number < Self.mostDays else {
            throw wrong("until", "the study is longer than 30 years")
        }
        return first...last
    }

    /// Checks that everything makes sense.
    /// - Throws: ``StudyError``, which names the field.
    package func check() throws {
        guard format == 1 else { throw wrong("format", "\(format) isn't known; a newer version of healthtui made it") }
        guard HexText.bytes(id, count: 16) != nil else { throw wrong("id", "it must have 32 hexadecimal digits") }
        guard version >= 1 else { throw wrong("version", "it must be 1 or more") }
        try checkText("title", title, most: 200)
        try checkText("contact", contact, most: 300)
        try checkText("purpose", purpose, most: 4_000)
        _ = try days()
        guard (Self.leastK...100_000).contains(k) else {
            throw wrong("k", "it must be between \(Self.leastK) and 100,000, not \(k)")
        }
        guard !types.isEmpty, types.count <= Self.mostTypes, Set(types).count == types.count else {
            throw wrong("types", "there must be 1 to \(Self.mostTypes), each once")
        }
        for identifier in types {
            guard let type = StudyType(identifier) else {
                throw wrong("types", "\(identifier.printable) doesn't exist, or studies can't ask for it")
            }
            guard !type.tables(form).isEmpty else {
                throw wrong("types", "\(type.name) has no days and hours; ask for the form “samples”")
            }
        }
        guard dates == .real || form != .samples else {
            throw wrong("dates", "samples show the hours of a person's days; ask for days or hours, or real dates")
        }
        for (name, key) in [("boxKey", boxKey), ("signingKey", signingKey)] where HexText.bytes(key, count: 32) == nil {
            throw wrong(name, "it isn't a key")
        }
    }

    private func checkText(_ field: String, _ text: String, most: Int) throws {
        let isBlank = text.allSatisfy(\.isWhitespace)
        guard !isBlank, text.count <= most else { throw wrong(field, "it must have 1 to \(most) characters") }
        let isPlain = text.unicodeScalars.allSatisfy { !$0.isControlOrMark || $0 == "\n" }
        guard isPlain else { throw wrong(field, "it has characters that can't be shown") }
    }

    private func wrong(_ field: String, _ why: String) -> StudyError { StudyError("study, \(field)", why) }

    /// The key of the researcher as people compare it: eight groups of four digits.
    package var fingerprint: String {
        let digits = StudyDigest.of("\(signingKey)\(boxKey)").prefix(32)
        return stride(from: 0, to: 32, by: 4).map { String(digits.dropFirst($0).prefix(4)) }.joined(separator: " ")
    }

    /// The table and type pairs that the study gets.
    package var columns: [(type: StudyType, table: StudyTable)] {
        types.compactMap { StudyType($0) }.flatMap { type in type.tables(form).map { (type, $0) } }
    }
}

extension Unicode.Scalar {
    /// Whether it is shown as nothing, or changes how what is around it is shown.
    fileprivate var isControlOrMark: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}

import Foundation
import HealthKit
import HealthKitLocalization

/// The text that a person agrees to, in the language of the person.
package struct ConsentText: Sendable {
    /// A line, and its indentation.
    package enum Line: Hashable, Sendable {
        case heading(String)
        case text(String)
        case item(String)
        case empty
    }

    package let lines: [Line]
    /// The language: `en`, `de`.
    package let language: String

    /// The text of a study.
    package init(_ study: StudyDescription) {
        let code = TextLocale.current.catalogue.language
        language = code.isEmpty ? "en" : code
        let what =
            switch study.form {
            case .days: ConsentStrings.days(study.since, study.until)
            case .hours: ConsentStrings.hours(study.since, study.until)
            case .samples: ConsentStrings.samples(study.since, study.until)
            }
        let types = study.types.map { TypeCatalogue.shared.entry(identifier: $0)?.name ?? $0 }
        lines =
            [
                .heading(ConsentStrings.heading), .empty,
                .text(ConsentStrings.title(study.title.printable)),
                .text(ConsentStrings.contact(study.contact.printable)),
                .text(ConsentStrings.purpose(study.purpose.printable)),
                .text(ConsentStrings.fingerprint(study.fingerprint)),
                .text(ConsentStrings.fingerprintIsUnchecked), .empty,
                .heading(ConsentStrings.whatGoesOut),
            ] + types.map { .item($0) } + [
                .text(what),
                .text(study.dates == .real ? ConsentStrings.realDates : ConsentStrings.shiftedDates),
                .text(ConsentStrings.neverSent),
                .text(ConsentStrings.pseudonym), .empty,
                .heading(ConsentStrings.yourRights),
                .text(ConsentStrings.preview),
                .text(ConsentStrings.nothingByItself),
                .text(ConsentStrings.withdraw),
                .text(ConsentStrings.copiesStay),
                .text(ConsentStrings.smallCells(study.k)),
            ]
    }

    /// The text as it is shown and signed.
    package var text: String {
        lines.map { line in
            switch line {
            case .heading(let text), .text(let text): text + "\n"
            case .item(let text): "  • " + text + "\n"
            case .empty: "\n"
            }
        }
        .joined()
    }
}

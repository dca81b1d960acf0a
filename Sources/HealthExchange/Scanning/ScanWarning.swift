/// Something in the export that is not as it should be, and where.
///
/// Names elements and attributes, never their values: those are about a person's health.
package struct ScanWarning: Hashable, Sendable {
    /// What kind of thing is wrong.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A byte that no text may hold; read as U+FFFD.
        case controlByte
        /// Bytes that are not UTF-8; read as U+FFFD.
        case brokenUTF8
        /// The same attribute twice in one tag; the first is kept.
        case duplicateAttribute
        /// A tag that cannot be read; skipped.
        case malformedTag
        /// An element whose start tag cannot be read; skipped with everything inside it.
        case elementSkipped
        /// An element that another one cut short; what was read of it is kept.
        case unclosedElement
        /// An end tag that closes nothing; skipped.
        case strayEndTag
        /// Text between elements, where the grammar has none; skipped.
        case strayText
        /// An element larger than the limit; skipped.
        case elementTooLong
        /// An attribute longer than the limit; its element is skipped.
        case valueTooLong
        /// Elements nested deeper than the limit; skipped.
        case tooDeep
        /// Something after the end of `HealthData`; read all the same.
        case contentAfterEnd
        /// The end of the file inside an element or before the end of `HealthData`; the cut element is not kept.
        case truncated

        /// The kind in words, as a summary says it.
        package var text: String {
            switch self {
            case .controlByte: "control byte replaced"
            case .brokenUTF8: "broken UTF-8 replaced"
            case .duplicateAttribute: "attribute given twice, the first kept"
            case .malformedTag: "unreadable tag skipped"
            case .elementSkipped: "element with an unreadable start skipped"
            case .unclosedElement: "element not closed"
            case .strayEndTag: "end tag without a start"
            case .strayText: "text between elements skipped"
            case .elementTooLong: "element too long, skipped"
            case .valueTooLong: "element with an attribute of more than 1 MiB skipped"
            case .tooDeep: "elements nested too deep, skipped"
            case .contentAfterEnd: "content after the end"
            case .truncated: "the file ends too early"
            }
        }
    }

    /// What is wrong.
    package let kind: Kind

    /// The kinds that leave out something of the export.
    static let losses: Set<Kind> = [.malformedTag, .elementSkipped, .elementTooLong, .valueTooLong, .tooDeep]

    /// The line it is on, counted from one.
    package let line: Int

    /// The element or attribute concerned, as the export names it.
    package let subject: String

    /// Notes something wrong.
    ///
    /// - Parameters:
    ///   - kind: What is wrong.
    ///   - line: The line, counted from one.
    ///   - subject: The element or attribute concerned.
    package init(kind: Kind, line: Int, subject: String) {
        self.kind = kind
        self.line = line
        self.subject = subject
    }
}

extension ScanWarning: CustomStringConvertible {
    package var description: String {
        "line \(line): \(kind.text)" + (subject.isEmpty ? "" : " (\(subject))")
    }
}

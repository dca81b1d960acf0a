/// A flaw in the export, and its line.
///
/// Names elements and attributes, never their values, since those are health data.
package struct ScanWarning: Hashable, Sendable {
    /// The kind of flaw.
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
        /// An element that another one cut short; the part that was read is kept.
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

        /// A readable description of the kind, for a summary.
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

    /// The kind of flaw.
    package let kind: Kind

    /// The kinds that lose part of the export.
    static let losses: Set<Kind> = [.malformedTag, .elementSkipped, .elementTooLong, .valueTooLong, .tooDeep]

    /// The line it is on, counted from one.
    package let line: Int

    /// The element or attribute concerned, as the export names it.
    package let subject: String

    /// Creates a warning.
    ///
    /// - Parameters:
    ///   - kind: The kind of flaw.
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

import Foundation
import HealthKit

/// What an assistant's questions are answered from: the calls that it may make, as functions.
package struct AssistantStore: Sendable {
    /// Asks for the numbers of whole days and weeks.
    package var totals: @Sendable (TotalsCall) throws -> TotalsAnswer
    /// Reads single samples.
    package var samples: @Sendable (AssistantSamplesQuery) throws -> AssistantSamplesAnswer
    /// Drafts an entry.
    package var draft: @Sendable (DraftCall) throws -> DraftAnswer
    /// The current time.
    package var now: @Sendable () -> Date

    /// A store.
    ///
    /// - Parameters:
    ///   - totals: Asks for the numbers of whole days and weeks.
    ///   - samples: Reads single samples.
    ///   - draft: Drafts an entry.
    ///   - now: The current time.
    package init(
        totals: @escaping @Sendable (TotalsCall) throws -> TotalsAnswer,
        samples: @escaping @Sendable (AssistantSamplesQuery) throws -> AssistantSamplesAnswer,
        draft: @escaping @Sendable (DraftCall) throws -> DraftAnswer,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.totals = totals
        self.samples = samples
        self.draft = draft
        self.now = now
    }
}

/// A question for the samples of a type.
package struct AssistantSamplesQuery: Sendable, Hashable {
    /// The identifier of the type.
    package var type: String
    package var first: CalendarDay
    /// The last day, which counts.
    package var last: CalendarDay
    /// The identifier of the time zone of the days.
    package var zone: String
    /// The unit in which the person reads the numbers: that of the column.
    package var unit: String
    /// The most samples that are wanted, the newest.
    package var limit: Int

    /// Samples are counted up to so many: there are no more of them than that, or nobody says how many.
    package static let mostCounted = 10_000
}

/// A sample as an assistant reads it.
package struct AssistantSample: Sendable, Hashable {
    package var start: Date
    package var end: Date
    /// The number; of a pair both; none of a sample whose value has a name.
    package var values: [Double]
    /// The name of the value, as the program names it.
    package var name: String?
    /// The name of the source, as it was stored.
    package var source: String

    /// A sample.
    package init(start: Date, end: Date, values: [Double], name: String? = nil, source: String) {
        self.start = start
        self.end = end
        self.values = values
        self.name = name
        self.source = source
    }
}

/// The answer to a question for samples.
package enum AssistantSamplesAnswer: Sendable, Hashable {
    /// The newest samples in order of time, and how many there are; one more than ``AssistantSamplesQuery/mostCounted`` for
    /// any number beyond it.
    ///
    /// The unit is named where it isn't the one that was asked for.
    case samples([AssistantSample], of: Int, unit: String? = nil)
    case refused(AssistantRefusal)
}

/// The answer of a tool.
package struct AssistantReply: Sendable, Hashable {
    /// One JSON value.
    package let text: String
    /// Whether the model can mend what it asked for.
    package let isError: Bool

    /// A reply.
    ///
    /// - Parameters:
    ///   - text: One JSON value.
    ///   - isError: Whether the model can mend what it asked for.
    package init(_ text: String, isError: Bool = false) {
        self.text = text
        self.isError = isError
    }
}

/// What is wrong with a question, in words that say how to ask.
struct AssistantProblem: Error, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    /// What the model said, shortened and without what steers a terminal.
    static func quoted(_ text: String) -> String { "“\(AssistantText.cleaned(text))”" }
}

/// Texts that somebody else wrote.
package enum AssistantText {
    /// The most characters of one.
    private static let longest = 60
    /// The most bytes of one that are looked at: a character may have any number of marks.
    private static let mostBytes = 240

    /// A text on one line, shortened to 60 characters, without anything that is invisible or changes where others appear.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text.
    package static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= mostBytes else { break }
            scalars.append(isShown(scalar) ? scalar : " ")
        }
        let words = String(scalars).split { $0.isWhitespace }.joined(separator: " ")
        return words.count > longest ? words.prefix(longest - 1) + "…" : words
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}

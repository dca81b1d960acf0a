import Foundation

/// Asks for the numbers of whole days and weeks that an assistant may be answered from.
package struct TotalsCall: StoreCall {
    package typealias Answer = TotalsAnswer
    package static let name = "totals"

    /// The calling tool, for the audit: `daily`, `compare`.
    package var tool: String
    /// The identifiers of the types; empty for all that the assistant may read.
    package var types: [String]
    /// The first day; `nil` for the first that may be read.
    package var first: CalendarDay?
    /// The last day, which counts; `nil` for today.
    package var last: CalendarDay?

    /// A call.
    package init(tool: String, types: [String], first: CalendarDay?, last: CalendarDay?) {
        self.tool = tool
        self.types = types
        self.first = first
        self.last = last
    }

    package func check() throws {
        try CallBounds.check(types.count, CallBounds.types, "types")
        try CallBounds.check(tool.utf8.count, 32, "bytes of a tool’s name")
        guard tool.utf8.allSatisfy({ $0 == 0x5F || (0x61...0x7A).contains($0) }) else {
            throw HKError.invalid("A tool’s name is of small letters and _")
        }
        if let first, let last, first > last {
            throw HKError.invalid("The first day, \(first.text), is after the last, \(last.text)")
        }
    }
}

extension TotalsCall: AnsweredCall, AuditedCall {
    // Only the answer shows which types and days were returned.
    var audit: AuditSubject? { nil }
}

/// Drafts an entry for the person to confirm.
package struct DraftCall: StoreCall {
    package typealias Answer = DraftAnswer
    package static let name = "draft"

    /// The identifier of the type.
    package var type: String
    /// The number; of a blood pressure both, the systolic one first.
    package var values: [Double]
    /// The unit of the numbers; of a share, `%` for 97 percent as 97.
    package var unit: String
    /// When it was measured, in seconds since the reference date.
    package var date: Double

    /// A call.
    package init(type: String, values: [Double], unit: String, date: Double) {
        self.type = type
        self.values = values
        self.unit = unit
        self.date = date
    }

    package func check() throws {
        try CallBounds.check(values.count, 2, "numbers")
        try CallBounds.check(unit.utf8.count, 64, "bytes of a unit")
        try CallBounds.check(type.utf8.count, 128, "bytes of a type")
    }
}

extension DraftCall: AnsweredCall, AuditedCall {
    var audit: AuditSubject? { HKObjectType.type(identifier: type).map { AuditSubject(.draft, [$0]) } }
}

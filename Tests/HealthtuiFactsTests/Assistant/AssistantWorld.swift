import Foundation
import HealthKit
import HealthtuiFacts
import Synchronization

/// An assistant's store over a table that a test writes down; it cuts what is asked as the gate does.
final class AssistantWorld: Sendable {
    /// 28 November 2026, a Saturday, 14:20 in Berlin.
    static let now = Date(timeIntervalSince1970: 1_795_824_000 + 13 * 3_600 + 20 * 60)
    static let today = CalendarDay(year: 2_026, month: 11, day: 28)

    let columns: [TotalsTable.Column]
    let refusal: AssistantRefusal?
    let samples: [AssistantSample]
    let draftAnswer: DraftAnswer
    private let first: CalendarDay
    private let asked = Mutex<[TotalsCall]>([])
    private let drafted = Mutex<[DraftCall]>([])

    init(
        _ columns: [TotalsTable.Column],
        pastDays: Int = 90,
        refusal: AssistantRefusal? = nil,
        samples: [AssistantSample] = [],
        draft: DraftAnswer = .waits(UUID(), waiting: 1)
    ) {
        (self.columns, self.refusal, self.samples, draftAnswer) = (columns, refusal, samples, draft)
        first = Self.today.advanced(by: 1 - pastDays)
    }

    /// The calls for totals so far.
    var calls: [TotalsCall] { asked.withLock { $0 } }
    /// The drafts so far.
    var drafts: [DraftCall] { drafted.withLock { $0 } }

    var tools: AssistantTools { tools(isDemo: false) }

    func tools(isDemo: Bool) -> AssistantTools {
        AssistantTools(
            AssistantStore(
                totals: { [self] in try totals($0) },
                samples: { [self] in
                    .samples(Array(samples.suffix($0.limit)), of: samples.count)
                },
                draft: { [self] call in
                    drafted.withLock { $0.append(call) }
                    return refusal.map { .refused($0) } ?? draftAnswer
                },
                now: { Self.now }
            ),
            isDemo: isDemo
        )
    }

    private func totals(_ call: TotalsCall) throws -> TotalsAnswer {
        asked.withLock { $0.append(call) }
        try call.check()
        if let refusal { return .refused(refusal) }
        let allowed = call.types.isEmpty ? columns : columns.filter { call.types.contains($0.type) }
        guard !allowed.isEmpty else { return .refused(.notAllowed) }
        let first = max(call.first ?? first, first)
        let last = min(call.last ?? Self.today, Self.today)
        guard first <= last else { throw HKError(.errorInvalidArgument) }
        let cut = allowed.map { column in
            var column = column
            column.cells = column.cells.filter { cell in
                let end = column.level == .weeks ? cell.day.advanced(by: 6) : cell.day
                return cell.day >= first && end <= last
            }
            return column
        }
        return .table(
            TotalsTable(
                today: Self.today,
                hour: 14,
                zone: "Europe/Berlin",
                firstWeekday: 2,
                first: first,
                last: last,
                columns: cut
            )
        )
    }

    // MARK: Questions

    /// Asks a tool.
    ///
    /// - Parameters:
    ///   - tool: The tool.
    ///   - arguments: Its arguments in JSON.
    /// - Returns: The answer.
    func ask(_ tool: AssistantTool, _ arguments: String = "{}") -> AssistantSaid {
        AssistantSaid(tools.answer(tool, JSONReader.value(Array(arguments.utf8))))
    }
}

/// An answer, looked into by paths.
struct AssistantSaid: CustomStringConvertible {
    let reply: AssistantReply
    private let value: JSONValue?

    init(_ reply: AssistantReply) {
        self.reply = reply
        value = JSONReader.value(Array(reply.text.utf8))
    }

    var description: String { reply.text }

    /// The JSON at a path of keys and places: `types.0.over_all.mean`; `nil` for none.
    subscript(_ path: String) -> String? {
        var found = value
        for step in path.split(separator: ".") {
            if case .array(let values)? = found {
                found = Int(step).flatMap { values.indices.contains($0) ? values[$0] : nil }
            } else {
                found = found?[String(step)]
            }
        }
        if case .text(let text)? = found { return text }
        return found?.line
    }

    /// The error, if there is one.
    var error: String? { reply.isError ? self["error"] : nil }
}

extension TotalsTable.Column {
    /// A column whose first cell is of a day, and the others of those behind it; days without a number have none.
    static func of(
        _ name: String,
        _ type: String,
        _ kind: Kind,
        _ unit: String,
        decimals: Int = 0,
        level: AssistantLevel = .days,
        from first: String,
        _ values: [Double?]
    ) -> TotalsTable.Column {
        let step = level == .weeks ? 7 : 1
        let start = CalendarDay(text: first) ?? AssistantWorld.today
        let cells = values.enumerated()
            .compactMap { index, value in
                value.map {
                    TotalsTable.Cell(
                        start.advanced(by: index * step),
                        $0,
                        days: level == .weeks && kind == .total ? 7 : nil
                    )
                }
            }
        return TotalsTable.Column(
            name: name,
            type: type,
            kind: kind,
            unit: unit,
            decimals: decimals,
            level: level,
            cells: cells
        )
    }

    static let stepType = HKQuantityTypeIdentifier.stepCount.rawValue
    static let weightType = HKQuantityTypeIdentifier.bodyMass.rawValue
    static let sleepType = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
    static let pressureType = HKCorrelationTypeIdentifier.bloodPressure.rawValue
    static let workoutType = HKObjectType.workoutType().identifier

    static func steps(from first: String, _ values: [Double?]) -> TotalsTable.Column {
        of("stepCount", stepType, .total, "steps", from: first, values)
    }

    static func sleep(_ name: String, from first: String, _ values: [Double?]) -> TotalsTable.Column {
        of(name, sleepType, .level, "h", decimals: 2, from: first, values)
    }
}

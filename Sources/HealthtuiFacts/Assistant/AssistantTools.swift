import Foundation
import HealthKit
import HealthtuiEntry

/// The questions that an assistant can ask, and their answers.
///
/// An answer is made of the table alone, which the store makes of whole days or weeks: two stores with the same table give
/// the same answers. None holds a text that somebody stored, but the sources of samples.
package struct AssistantTools: Sendable {
    let store: AssistantStore
    /// Whether the data is invented, which each answer says.
    let isDemo: Bool

    /// The most bytes of an answer: clients warn of more, or refuse it.
    package static let mostBytes = 16 * 1_024

    /// The tools.
    ///
    /// - Parameters:
    ///   - store: What answers are made of.
    ///   - isDemo: Whether the data is invented, which each answer says.
    package init(_ store: AssistantStore, isDemo: Bool = false) {
        self.store = store
        self.isDemo = isDemo
    }

    /// Answers a call.
    ///
    /// - Parameters:
    ///   - tool: The tool.
    ///   - arguments: Its arguments; `nil` for none.
    /// - Returns: The answer, or what is wrong with the question; never anything else.
    package func answer(_ tool: AssistantTool, _ arguments: JSONValue?) -> AssistantReply {
        do {
            let arguments = try AssistantArguments(arguments, of: tool)
            let fields = try fields(tool, arguments)
            let text = JSONValue.object(notice + fields).line
            guard text.utf8.count <= Self.mostBytes else { throw AssistantProblem(Self.tooLong(tool)) }
            return AssistantReply(text)
        } catch let problem as AssistantProblem {
            return error(problem.text)
        } catch let failure as HKError where failure.saysLocked {
            return error(Self.text(.locked))
        } catch {
            return self.error("the data can't be read now; tell the person")
        }
    }

    private func fields(_ tool: AssistantTool, _ arguments: AssistantArguments) throws -> JSONValue.Fields {
        switch tool {
        case .listTypes: try listTypes()
        case .daily: try daily(arguments)
        case .compare: try compare(arguments)
        case .workouts: try workouts(arguments)
        case .samples: try samples(arguments)
        case .draft: try draft(arguments)
        }
    }

    private var notice: JSONValue.Fields {
        isDemo ? [("sample_data", .text("These numbers are invented; they are nobody's."))] : []
    }

    private func error(_ text: String) -> AssistantReply {
        AssistantReply(JSONValue.object(notice + [("error", .text(text))]).line, isError: true)
    }

    private static func tooLong(_ tool: AssistantTool) -> String {
        switch tool {
        case .daily: "the answer is too long: ask by week or by month, for fewer types, or for fewer days"
        default: "the answer is too long: ask for fewer days"
        }
    }

    // MARK: The table

    /// The numbers of some types.
    ///
    /// - Parameters:
    ///   - tool: The tool that asks.
    ///   - types: The identifiers of the types; empty for all.
    ///   - days: The days; `nil` for all that may be read.
    ///   - later: How many days more are asked for.
    /// - Returns: The table.
    /// - Throws: ``AssistantProblem`` where it is refused.
    func table(
        _ tool: AssistantTool,
        _ types: [String],
        _ days: AssistantDays? = nil,
        later: Int = 0
    ) throws -> TotalsTable {
        let bounds = days?.bounds(store.now())
        let last = bounds?.last?.advanced(by: later)
        let call = TotalsCall(tool: tool.name, types: types, first: bounds?.first, last: last)
        do {
            switch try store.totals(call) {
            case .table(let table): return table
            case .refused(let refusal): throw AssistantProblem(Self.text(refusal))
            }
        } catch let error as HKError where error.code == .errorInvalidArgument {
            throw AssistantProblem(AssistantDays.unreadable)
        }
    }

    /// Why nothing is answered.
    ///
    /// No command is named: a model that has a shell would run it.
    static func text(_ refusal: AssistantRefusal) -> String {
        switch refusal {
        case .undecided:
            """
            First the person has to allow this in healthtui. Tell them, and don't call again before they say that they did.
            """
        case .notAllowed: "This can't be read. list_types says what can."
        case .spent(let calls): "All \(calls) calls of today are used up. There are more tomorrow."
        case .locked: "The person's data is locked. Tell them; only they can unlock it."
        }
    }

    /// The columns that names mean, each once.
    ///
    /// - Throws: ``AssistantProblem`` that names what can't be read; what is hidden and what doesn't exist read alike.
    func columns(_ names: [String], in table: TotalsTable) throws -> [TotalsTable.Column] {
        var columns: [TotalsTable.Column] = []
        var missing: [String] = []
        for name in names {
            let found = AssistantNames.columns(name, in: table)
            if found.isEmpty { missing.append(AssistantProblem.quoted(name)) }
            for column in found where !columns.contains(where: { $0.name == column.name }) { columns.append(column) }
        }
        guard missing.isEmpty else {
            throw AssistantProblem("\(missing.joined(separator: ", ")) can't be read. list_types says what can.")
        }
        return columns
    }

    /// The one column that a name means.
    func column(_ name: String, in table: TotalsTable) throws -> TotalsTable.Column {
        let found = try columns([name], in: table)
        guard found.count == 1, let column = found.first else {
            let names = found.map(\.name).joined(separator: ", ")
            throw AssistantProblem("\(AssistantProblem.quoted(name)) may mean \(names): name one")
        }
        return column
    }

    /// What each answer begins with: today and the zone, and the days that it covers.
    func head(_ table: TotalsTable, _ span: AssistantSpan? = nil) -> JSONValue.Fields {
        var fields: JSONValue.Fields = [
            ("today", .text(AssistantSpan.name(table.today))), ("zone", .text(table.zone)),
        ]
        guard let span else { return fields }
        fields.append(("first_day", .text(AssistantSpan.name(span.first))))
        fields.append(("last_day", .text(AssistantSpan.name(span.last))))
        if span.hasToday { fields.append(("today_until", .text(Self.hour(table.hour)))) }
        if span.isCut { fields.append(("note", .text("Days before \(span.first.text) can't be read."))) }
        return fields
    }

    static func hour(_ hour: Int) -> String { hour < 10 ? "0\(hour):00" : "\(hour):00" }
}

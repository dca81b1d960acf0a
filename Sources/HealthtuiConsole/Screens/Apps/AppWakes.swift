import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The section about background starts on an app's page.
struct AppWakes: Sendable {
    /// The name of its checkbox among those of types.
    static let name = "wake"
    /// The most types listed, even where there is room for more.
    private static let mostRows = 4

    /// The program to start; `nil` for an app that didn't register.
    private(set) var program: WakeProgram?
    private var decision: WakeDecision?
    private var rows: [WakeLedger.Row] = []

    init() {}

    init(_ report: WakeReport, app: String) {
        rows = report.ledger.rows.filter { $0.key.app == app }
        for index in rows.indices { rows[index].record.obstacle = report.obstacle(of: rows[index]) }
        decision = report.ledger.decisions[app]
        program = rows.isEmpty ? nil : report.ledger.programs[app]
    }

    /// Whether it is started now.
    var isAllowed: Bool { decision.map { $0.isAllowed && !isChanged } ?? false }

    private var isChanged: Bool { decision?.isChanged == true || (decision.map { $0.program != program } ?? false) }

    /// The row with its box; `nil` for an app that didn't register.
    var item: PermissionList.Item? {
        guard let program else { return nil }
        let state =
            switch decision {
            case nil: WakeStrings.undecided
            case let decision? where decision.isAllowed && isChanged: WakeStrings.changed
            default: ""
            }
        let object = PermissionList.Object(type: Self.name, name: WakeStrings.start(program.commandLine), source: state)
        return PermissionList.Item(type: Self.name, offersRead: true, offersShare: false, object: object)
    }

    /// Draws the types that it registered for, and the results.
    func draw(in body: inout Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard !rows.isEmpty, body.height >= 12 else { return }
        let theme = environment.theme
        grid.write(Line(WakeStrings.heading, theme.dim), in: body.cutTop(1), x: 1)
        let count = min(rows.count, Self.mostRows)
        for row in rows.prefix(rows.count > count ? count - 1 : count) {
            let line = body.cutTop(1)
            let text = Line(text(row, environment))
            grid.write(text.truncated(to: line.width - 4, ellipsis: theme.glyphs.ellipsis), in: line, x: 3)
        }
        if rows.count > count {
            grid.write(Line(WakeStrings.more(rows.count - count + 1), theme.dim), in: body.cutTop(1), x: 3)
        }
        if let program, body.height >= 10 {
            // The command line that the user allows is shown in full.
            let lines = WakeStrings.runs(program.commandLine).wrapped(to: max(1, body.width - 5))
            for line in lines.prefix(max(1, body.height - 8)) {
                grid.write(Line(line, theme.dim), in: body.cutTop(1), x: 3)
            }
        }
    }

    private func text(_ row: WakeLedger.Row, _ environment: ConsoleEnvironment) -> String {
        let type = TypeCatalogue.shared.entry(identifier: row.key.type)?.name ?? row.key.type
        let moment = { (seconds: Double) in
            environment.dates.moment(Date(timeIntervalSinceReferenceDate: seconds))
        }
        let state = WakeStrings.state(
            row.record.obstacle ?? .noChange,
            next: row.record.next.map(moment)
        )
        guard let started = row.record.started else {
            return WakeStrings.row(type, WakeStrings.frequency(row.updateFrequency), state)
        }
        return WakeStrings.row(
            type,
            WakeStrings.frequency(row.updateFrequency),
            state,
            started: moment(started),
            row.record.outcome.map { WakeStrings.outcome($0) } ?? ""
        )
    }
}

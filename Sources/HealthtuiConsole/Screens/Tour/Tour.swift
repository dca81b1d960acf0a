import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The offers of the summary as long as the store is empty.
package struct Tour: Sendable {
    /// A way to begin.
    package enum Choice: CaseIterable, Sendable, Hashable {
        case importExport
        case sampleData
        case addByHand

        var title: String {
            switch self {
            case .importExport: TourStrings.importExport
            case .sampleData: TourStrings.sampleData
            case .addByHand: TourStrings.addByHand
            }
        }

        var detail: String {
            switch self {
            case .importExport: TourStrings.importExportDetail
            case .sampleData: TourStrings.sampleDataDetail
            case .addByHand: TourStrings.addByHandDetail
            }
        }
    }

    private(set) var list = ListState()
    private(set) var isWorking = false

    package init() {}

    package enum Action: Sendable {
        case sampleDataImported(Answer<Int>)
    }

    mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if list.obey(command, count: Choice.allCases.count) { return [] }
        guard command == .open else { return nil }
        switch Choice.allCases[list.selected] {
        case .importExport: return [.show(.importing)]
        case .addByHand: return [.show(.add)]
        case .sampleData:
            guard !isWorking else { return [] }
            isWorking = true
            return [
                .task("sample") { .sampleDataImported(await SampleExport.load(environment)) }
            ]
        }
    }

    mutating func reduce(
        _ action: Action,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        isWorking = false
        switch action {
        case .sampleDataImported(.success(let count)):
            return [.notice(TourStrings.sampleDataIsIn(count))]
        case .sampleDataImported(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        var body = rect
        let isTall = rect.height >= 14
        if isTall { _ = body.cutTop(2) }
        let welcome = body.cutTop(1)
        let words: [Line] = [
            Line(TourStrings.welcome, .bold), Line(TourStrings.storeIsEmpty), Line(TourStrings.howToBegin),
        ]
        grid.write(Line.fitting(words, by: " ", in: welcome.width - 2), in: welcome, x: 1)
        _ = body.cutTop(1)
        for (index, choice) in Choice.allCases.enumerated() {
            let row = body.cutTop(1)
            grid.write(choice.title, in: row, x: 3, style: .bold)
            if isTall {
                for line in choice.detail.wrapped(to: body.width - 4) {
                    grid.write(line, in: body.cutTop(1), x: 3, style: theme.dim)
                }
                _ = body.cutTop(1)
            }
            grid.layout.addTarget(.item("tour", index), in: row)
            guard index == list.selected else { continue }
            CursorRow.highlight(row, on: &grid, theme: theme)
        }
        if isWorking {
            if !isTall { _ = body.cutTop(1) }
            grid.write(Line(TourStrings.makingUp, theme.dim), in: body.cutTop(1), x: 3)
        }
    }
}

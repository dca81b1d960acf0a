import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The list in another order than that of times, and going from one found row to the next.
extension SamplesScreen {
    /// Handles the commands that sort and that go to rows; nil for others.
    mutating func performSorting(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .sort, .sortLeft, .sortRight:
            // After the outliers the key puts the greatest value first, and does not only take them away.
            showsOutliers = false
            _ = sort.obey(command, columns: SampleTable(base.type, environment).sortColumns)
            return applyOrder(environment)
        case .outliers:
            showsOutliers.toggle()
            sort = ListSort()
            return applyOrder(environment)
        case .nextMatch: return jump(forward: true, environment)
        case .previousMatch: return jump(forward: false, environment)
        default: return nil
        }
    }

    /// Sorts by the heading that was pressed.
    mutating func pressHeading(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> Bool {
        let table = SampleTable(base.type, environment, spread: sorted?.spread)
        guard event.kind == .press, case .item(Table.headings(of: Self.listName), let index, _) = event.target,
            let column = table.sortColumn(at: index)
        else { return false }
        showsOutliers = false
        sort.choose(column)
        return true
    }

    /// The order of the rows in words, if no heading shows it.
    var orderText: String? {
        guard showsOutliers || sort.shown != nil else { return nil }
        if sorted == nil { return SampleStrings.sorting }
        return showsOutliers ? SampleStrings.outliersFirst : nil
    }

    /// Shows the list in the order that was chosen.
    mutating func applyOrder(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        generation += 1
        sorted = nil
        marks.forgetLast()
        list.select(0, count: rows)
        return start(environment)
    }

    /// Sorts the list, where it is sorted.
    func orderEffects(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard ordering(environment) != nil else { return [] }
        let screen = self
        let (listed, generation) = (listed ?? samples(environment), generation)
        return [
            .task("order") {
                let answer: Answer<OrderedSamples?> = await environment.scan { person, control in
                    let sex = try Caller.person(person).referenceSex
                    guard let ordering = screen.ordering(environment, sex: sex) else { return nil }
                    return try listed.ordered(ordering, .person(person)) { _ in !control.isCancelled }
                }
                return .ordered(Action.Ordered(answer: answer), generation: generation)
            }
        ]
    }

    private func ordering(_ environment: ConsoleEnvironment, sex: HKReferenceSex = .notSet) -> SampleOrdering? {
        let table = SampleTable(base.type, environment)
        if showsOutliers { return SampleOrdering(.outliers, by: table.sortKey(.value, sex: sex)) }
        guard let shown = sort.shown, let column = SampleTable.Column(rawValue: shown.column) else { return nil }
        return SampleOrdering(shown.isDescending ? .greatest : .least, by: table.sortKey(column, sex: sex))
    }

    /// Applies the new order; a list that is too long keeps its order, with a message.
    mutating func takeOrder(_ answer: Answer<OrderedSamples?>, _ environment: ConsoleEnvironment) -> [ScreenEffect<
        Action
    >] {
        switch answer {
        case .success(let order?):
            sorted = SortedSamples(order)
            list.select(list.selected, count: rows)
            return fetchVisible(environment)
        case .success(nil):
            (sort, showsOutliers) = (ListSort(), false)
            return [.notice(SampleStrings.tooManyToSort(SampleOrdering.most))]
        case .failure(let failure):
            (sort, showsOutliers) = (ListSort(), false)
            return [.notice(failure.text)]
        }
    }

    /// Fetches the pages of the rows in view.
    func fetchSorted(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let sorted else { return [] }
        let visible = list.visibleRows(height: list.height, count: rows)
        let last = max(visible.lowerBound, visible.upperBound - 1)
        let generation = generation
        return Set([visible.lowerBound, last]).filter { !sorted.isAtHand($0) }
            .map { $0 / SortedSamples.pageSize }
            .map { page in
                let uuids = sorted.uuids(ofPage: page)
                return .task("sorted.\(page)") {
                    let answer = await environment.ask { person in
                        try SampleTableRows(uuids.compactMap { try person.sample($0) }, person)
                    }
                    return .brought(answer, page: page, generation: generation)
                }
            }
    }

    mutating func takePage(
        _ answer: Answer<SampleTableRows>,
        page: Int,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        switch answer {
        case .success(let rows):
            results.merge(rows.results) { $1 }
            sorted?.take(rows.samples, page: page)
            return fetchVisible(environment)
        case .failure(let failure): return [.notice(failure.text)]
        }
    }

    // MARK: From one row to the next

    /// Goes to the next row that is marked, else to the next that the last filter found.
    private mutating func jump(forward: Bool, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let marked = Set(marks.uuids)
        if marked.isEmpty, search.isActive {
            list.move(by: forward ? 1 : -1, count: rows)
            return fetchVisible(environment)
        }
        guard !marked.isEmpty || search.last != nil else { return [.notice(SampleStrings.nothingToGoTo)] }
        if let sorted, !marked.isEmpty {
            guard list.jump(forward: forward, count: rows, { marked.contains(sorted.uuids[$0]) }) else {
                return [.notice(SampleStrings.noFurther(forward))]
            }
            return fetchVisible(environment)
        }
        guard sorted == nil, let position = position(ascending: !forward) else {
            return [.notice(SampleStrings.jumpNeedsTimes)]
        }
        let (listed, generation) = (listed ?? samples(environment), generation)
        let wanted = marked.isEmpty ? FilteredSamples(base, search.last, timeZone: environment.calendar.timeZone) : nil
        return [
            .task("jump") {
                let answer = await environment.scan { person, control -> Int? in
                    var targets = marked
                    if let wanted {
                        let next = try wanted.page(after: position, ascending: !forward, limit: 1, .person(person)) {
                            control.isCancelled
                        }
                        targets = Set(next.map(\.uuid))
                    }
                    guard !targets.isEmpty else { return nil }
                    return try listed.distance(from: position, ascending: !forward, to: targets, .person(person)) {
                        control.isCancelled
                    }
                }
                return .found(Action.Found(answer: answer), forward: forward, generation: generation)
            }
        ]
    }

    mutating func go(
        _ answer: Answer<Int?>,
        forward: Bool,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        switch answer {
        case .success(let distance?):
            list.move(by: forward ? distance : -distance, count: rows)
            return fetchVisible(environment)
        case .success(nil): return [.notice(SampleStrings.noFurther(forward))]
        case .failure(let failure): return [.notice(failure.text)]
        }
    }

    /// The position in the list of the sample under the cursor, from one of its ends.
    private func position(ascending: Bool) -> SampleListPosition? {
        guard let sample = sample(at: list.selected) else { return nil }
        var before: [HKSample] = [sample]
        var row = list.selected
        while true {
            row += ascending ? 1 : -1
            guard let other = self.sample(at: row), other.startDate == sample.startDate else { break }
            before.insert(other, at: 0)
        }
        return SampleListPosition(behind: before, after: nil)
    }
}

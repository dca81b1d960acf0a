import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// A choice among all activities, those that people do most first, and of the place.
struct ActivityChoice: Sendable, FilteredList {
    var filter = Filter()
    var list = ListState()
    private var place = 0
    /// All activities with their names, which are those of the language at the time.
    private let all = Self.sorted()

    private static let name = "activities"
    private static var places: [(name: String, location: HKWorkoutSessionLocationType)] {
        [
            (LiveStrings.placeOutdoor, .outdoor), (LiveStrings.placeIndoor, .indoor),
            (LiveStrings.placeAnywhere, .unknown),
        ]
    }
    private static let common: [HKWorkoutActivityType] = [
        .running, .walking, .cycling, .hiking, .swimming, .traditionalStrengthTraining, .yoga, .rowing, .elliptical,
        .highIntensityIntervalTraining,
    ]

    private static func sorted() -> [(type: HKWorkoutActivityType, name: String)] {
        let cases = TypeCatalogue.shared.workoutActivities?.cases ?? []
        let known = cases.compactMap { each in
            HKWorkoutActivityType(rawValue: UInt(max(0, each.value))).map { (type: $0, name: each.label) }
        }
        let first = common.compactMap { type in known.first { $0.type == type } }
        let rest = known.filter { !common.contains($0.type) }.sorted { $0.name < $1.name }
        return first + rest
    }

    private var rows: [(type: HKWorkoutActivityType, name: String)] {
        filter.text.isEmpty ? all : all.filter { $0.name.localizedStandardContains(filter.text) }
    }

    var filteredRows: [(key: HKWorkoutActivityType, isChoice: Bool)] { rows.map { ($0.type, true) } }

    var selected: HKWorkoutActivityType? {
        let rows = rows
        return rows.indices.contains(list.selected) ? rows[list.selected].type : nil
    }

    var location: HKWorkoutSessionLocationType { Self.places[place].location }

    func placeLine(theme: Theme) -> Line {
        ChoiceLine.line(Self.places.map(\.name), selected: place, theme: theme)
    }

    mutating func laidOut(_ layout: Layout) {
        if let frame = layout.frames[Self.name] { list.fit(height: frame.height, count: rows.count) }
    }

    /// Handles a command of the list, the filter or the location.
    mutating func perform(_ command: Command) -> Bool {
        if list.obey(command, count: rows.count) { return true }
        switch command {
        case .nextView: place = (place + 1) % Self.places.count
        case .previousView: place = (place + Self.places.count - 1) % Self.places.count
        default: return obeyFilter(command)
        }
        return true
    }

    mutating func type(_ key: Key) { if filter.type(key) { settle() } }

    mutating func paste(_ text: String) {
        filter.paste(text)
        settle()
    }

    /// Answers the mouse.
    ///
    /// - Returns: Whether the activity under the cursor is to be opened.
    mutating func opens(_ event: MouseEvent) -> Bool {
        if event.kind == .press, case .item(ChoiceLine.linkName, let index, _) = event.target {
            if Self.places.indices.contains(index) { place = index }
            return false
        }
        return list.opens(event, name: Self.name, count: rows.count)
    }

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var body = rect
        filter.draw(in: &body, on: &grid, theme: environment.theme, placeholder: LiveStrings.filterPlaceholder)
        let rows = rows
        Table(
            name: Self.name,
            columns: [TableColumn("", minimum: 18, maximum: 40, importance: 1)],
            count: rows.count,
            state: list,
            showsHeader: false,
            emptyText: LiveStrings.noneCalledThat
        ) { TableRow([Line(rows[$0].name)]) }
        .draw(in: body, on: &grid, theme: environment.theme)
    }
}

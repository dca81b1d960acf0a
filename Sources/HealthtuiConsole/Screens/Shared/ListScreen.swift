import HealthtuiTerminalUI

/// A screen that is a list: it loads its rows when it is opened and when the store changes.
package protocol ListScreen: Screen {
    /// The name under which the list is drawn.
    static var listName: String { get }

    var list: ListState { get set }

    func rowCount(_ environment: ConsoleEnvironment) -> Int

    func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action>
}

extension ListScreen {
    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.listName] { list.fit(height: frame.height, count: rowCount(environment)) }
        return []
    }
}

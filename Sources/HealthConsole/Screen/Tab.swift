import TerminalUI

/// A main screen, reached by its digit.
package enum Tab: Int, CaseIterable, Sendable, Hashable {
    case summary
    case browse
    case add
    case apps
    case sources
    case importing

    package var title: String {
        switch self {
        case .summary: "Summary"
        case .browse: "Browse"
        case .add: "Add"
        case .apps: "Apps"
        case .sources: "Sources"
        case .importing: "Import"
        }
    }

    package var command: Command {
        switch self {
        case .summary: .summary
        case .browse: .browse
        case .add: .add
        case .apps: .apps
        case .sources: .sources
        case .importing: .importing
        }
    }

    package init?(_ command: Command) {
        guard let tab = Tab.allCases.first(where: { $0.command == command }) else { return nil }
        self = tab
    }

    /// Whether there is anything to do there without writing.
    package var isWriting: Bool { self == .add || self == .importing }

    /// The main screens of a console.
    package static func available(isReadOnly: Bool) -> [Tab] { allCases.filter { !(isReadOnly && $0.isWriting) } }

    /// The screen that stands at the bottom of the tab.
    var root: any Screen {
        switch self {
        case .summary: SummaryScreen()
        case .browse: BrowseScreen()
        case .add: AddScreen()
        case .apps: AppsScreen()
        case .sources: SourcesScreen()
        case .importing: ImportScreen()
        }
    }
}

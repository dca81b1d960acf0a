/// A main screen, reached by its digit.
package enum Tab: Int, CaseIterable, Sendable, Hashable {
    case summary
    case browse
    case add
    case apps
    case sources
    case importing
    case workouts
    case profile

    package var title: String {
        switch self {
        case .summary: ShellStrings.summary
        case .browse: ShellStrings.browse
        case .add: ShellStrings.add
        case .apps: ShellStrings.apps
        case .sources: ShellStrings.sources
        case .importing: ShellStrings.importing
        case .workouts: ShellStrings.workouts
        case .profile: ShellStrings.profile
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
        case .workouts: .workouts
        case .profile: .profile
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
}

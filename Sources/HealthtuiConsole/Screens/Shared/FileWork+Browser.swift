import HealthtuiTerminalUI

extension FileWork {
    /// Makes a screen's action from a listing.
    typealias Listed<Action> =
        @Sendable (Result<FolderListing, FolderListing.Problem>, _ folder: String) -> Action

    /// The available keys: those of the list of files while it is open, otherwise the screen's.
    func contexts(_ own: [KeyContext]) -> [KeyContext] {
        guard let browser else { return own }
        return browser.isFiltering ? [.filter] : [.files, .list, .filtering]
    }

    /// Opens the list of files where the path that was typed leads.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the file.
    ///   - environment: The environment that lists folders.
    ///   - listed: Makes an action from the listing.
    /// - Returns: The reading of the folder.
    mutating func openBrowser<Action: Sendable>(
        _ purpose: FileBrowser.Purpose,
        _ environment: ConsoleEnvironment,
        _ listed: @escaping Listed<Action>
    ) -> ScreenEffect<Action> {
        let typed = path
        browser = FileBrowser(name + ".files", folder: typed, purpose: purpose)
        let list = environment.listFolder
        return .task("files") { listed(list(FolderListing.nearest(typed)), typed) }
    }

    /// Handles a command of the list of files; `nil` for other commands, or if the list isn't open.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - environment: The environment that lists folders.
    ///   - listed: Makes an action from a listing.
    /// - Returns: The effects to run.
    mutating func browse<Action: Sendable>(
        _ command: Command,
        _ environment: ConsoleEnvironment,
        _ listed: @escaping Listed<Action>
    ) -> [ScreenEffect<Action>]? {
        guard let browser else { return nil }
        let choice: FileBrowser.Choice?
        switch command {
        case .open: choice = browser.choice
        case .parentFolder: choice = browser.parent
        default:
            if self.browser?.obey(command) == true { return [] }
            guard command == .back || command == .cancel else { return nil }
            closeBrowser()
            return []
        }
        switch choice {
        case nil: return []
        case .refused(let why): return [.notice(why)]
        case .file(let path):
            choose(path)
            return []
        case .folder(let path):
            self.browser?.go(to: path)
            let list = environment.listFolder
            return [.task("files") { listed(list(path), path) }]
        }
    }
}

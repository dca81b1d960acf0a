import HealthKit
import HealthtuiTerminalUI

/// Descriptions of an app's verified identity, and of the protection of its data.
enum IdentityText {
    /// A warning, always shown in full, that the program differs from the one that was allowed.
    static func warning(_ app: AppRecord) -> String? {
        app.changed.map { AppStrings.programChanged($0.path) }
    }

    /// The form of protection of the store, and the proof of the app's identity.
    static func level(_ app: AppRecord) -> String {
        switch (app.level ?? .library, app.verification) {
        case (.library, _): AppStrings.keptByLibrary
        case (.sameUser, nil): AppStrings.keptBySameUser
        case (.sameUser, .some(let proof)): AppStrings.keptBySameUser(verifiedBy: proof.text)
        case (.ownUser, nil): AppStrings.keptByOwnUser
        case (.ownUser, .some(let proof)): AppStrings.keptByOwnUser(verifiedBy: proof.text)
        }
    }

    /// The path of the program, and the interpreter of a script.
    static func program(_ app: AppRecord) -> String? {
        guard let path = app.program, !path.isEmpty else { return nil }
        guard let interpreter = (app.changed ?? app.identity)?.interpreter else { return path }
        return AppStrings.runBy(path, interpreter)
    }

    /// Draws the level, and the warning where there is one.
    static func draw(_ app: AppRecord, in body: inout Rect, on grid: inout CellGrid, theme: Theme) {
        if let warning = warning(app) {
            for line in warning.wrapped(to: max(1, body.width - 2)) {
                grid.write(line, in: body.cutTop(1), x: 1, style: .bold)
            }
        }
        // Without a service, the level is the same for all apps.
        guard app.level != nil else { return }
        for line in level(app).wrapped(to: max(1, body.width - 2)).prefix(2) {
            grid.write(Line(line, theme.dim), in: body.cutTop(1), x: 1)
        }
    }
}

import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension AppsScreen {
    /// The details of the app or the request under the cursor.
    static func preview(_ row: Row, _ environment: ConsoleEnvironment) -> RowPreview? {
        switch row {
        case .heading, .drafts: return nil
        case .request(let request):
            var preview = heading(request.app, environment)
            func add(_ label: String, _ types: [String]) {
                guard !types.isEmpty else { return }
                let names = types.map { TypeCatalogue.shared.entry(identifier: $0)?.name ?? $0 }
                preview.parts.append(.names(label, names.sorted()))
            }
            guard !AssistantScreen.shows(request.app) else {
                preview.parts.append(.section(AssistantStrings.asksToAnswer))
                return preview
            }
            preview.parts.append(.section(AppStrings.asksFor(types: request.types.count)))
            add(AppStrings.toRead, request.read)
            add(AppStrings.toSave, request.share)
            return preview
        case .app(let app):
            var preview = heading(app.record, environment)
            preview.parts.append(.section(AppStrings.access))
            preview.parts.append(
                .names(AppStrings.canRead, app.readable.isEmpty ? [SharedStrings.none] : app.readable)
            )
            preview.parts.append(.names(AppStrings.canSave, app.shared.isEmpty ? [SharedStrings.none] : app.shared))
            preview.add(
                AppStrings.itsData,
                app.samples == 0 ? SharedStrings.noData : SharedStrings.samples(app.samples)
            )
            return preview
        }
    }

    private static func heading(_ app: AppRecord, _ environment: ConsoleEnvironment) -> RowPreview {
        func moment(_ seconds: Double) -> String {
            environment.dates.moment(Date(timeIntervalSinceReferenceDate: seconds))
        }
        var preview = RowPreview(title: Line(app.name, environment.theme.accent.adding(.bold)))
        let usage = [app.readUsage, app.shareUsage].compactMap { $0 }.filter { !$0.isEmpty }
        for (index, text) in usage.enumerated() where !usage[..<index].contains(text) {
            preview.parts.append(.words(AppStrings.quoted(text)))
        }
        preview.add(BrowseStrings.identifier, app.bundleIdentifier)
        preview.add(AppStrings.version, app.version)
        preview.add(AppStrings.program, app.program)
        preview.add(AppStrings.earlierPrograms, app.formerPrograms?.joined(separator: ", "))
        preview.add(AppStrings.firstAsked, moment(app.firstRequest))
        preview.add(AppStrings.lastAsked, moment(app.lastRequest))
        return preview
    }
}

import Foundation
import HealthtuiEntry
import HealthtuiSync
import HealthtuiTerminalUI

/// A row of the page of machines.
struct SyncRow {
    /// The effect of Enter on it.
    enum Place: Hashable {
        case heading
        case fact
        case changes
        case app(DeviceSync.ArrivedApp)
    }

    var label: String
    var text = ""
    var isSet = true
    var isWrong = false
    var place = Place.heading

    static func rows(_ facts: SyncFacts, _ environment: ConsoleEnvironment) -> [SyncRow] {
        guard let overview = facts.overview else { return [] }
        return thisMachine(overview, environment) + others(overview, environment) + files(overview)
            + apps(facts.apps, environment)
    }

    private static func thisMachine(_ overview: GroupOverview, _ environment: ConsoleEnvironment) -> [SyncRow] {
        var rows = [SyncRow(label: SyncStrings.thisMachine)]
        let synced = overview.synced.map { SyncStrings.lastSynced(environment.dates.moment($0)) }
        rows.append(SyncRow(label: overview.name, text: synced ?? SyncStrings.neverSynced, place: .fact))
        let problem: String? =
            switch overview.folderProblem {
            case .missing: SyncStrings.folderMissing
            case .empty: SyncStrings.folderEmpty
            case .readOnly: SyncStrings.folderReadOnly
            case nil: nil
            }
        rows.append(
            SyncRow(
                label: SyncStrings.folder,
                text: problem.map { SyncStrings.folder(overview.folder, $0) } ?? overview.folder,
                isWrong: problem != nil,
                place: .fact
            )
        )
        rows.append(changes(overview, isReadOnly: environment.isReadOnly))
        var wrong: [String] = overview.conflicts > 0 ? [SyncStrings.conflicts(overview.conflicts)] : []
        switch overview.state {
        case .synced: break
        case .waiting: wrong.append(SyncStrings.waiting)
        case .removed: wrong.append(SyncStrings.removed)
        }
        let day = 86_400.0
        if let last = overview.synced, last.timeIntervalSince(environment.now) > day {
            wrong.append(SyncStrings.clockBehind)
        }
        return rows + wrong.map { SyncRow(label: "", text: $0, isWrong: true, place: .fact) }
    }

    private static func changes(_ overview: GroupOverview, isReadOnly: Bool) -> SyncRow {
        var text = SyncStrings.noneWait
        if overview.hasMoreUnsent {
            text = SyncStrings.moreWait(NumberText.text(overview.unsent))
        } else if overview.unsent > 0 {
            text = SyncStrings.wait(overview.unsent)
        } else if overview.unwritten > 0 {
            text = SyncStrings.filesWait(overview.unwritten)
        }
        if !isReadOnly { text = SyncStrings.enterSyncs(text) }
        return SyncRow(label: SyncStrings.changes, text: text, place: .changes)
    }

    private static func others(_ overview: GroupOverview, _ environment: ConsoleEnvironment) -> [SyncRow] {
        let others = overview.devices.filter { !$0.isThis }
        let heading = [SyncRow(label: ""), SyncRow(label: SyncStrings.machines)]
        guard !others.isEmpty else {
            return heading + [SyncRow(label: SyncStrings.noMachines, isSet: false, place: .fact)]
        }
        return heading
            + others.map { device in
                if device.isGone {
                    return SyncRow(label: device.name, text: SyncStrings.isGone, isSet: false, place: .fact)
                }
                let heard = device.heard.map { SyncStrings.heard(environment.dates.moment($0)) }
                var text = heard ?? SyncStrings.notHeard
                if device.hasMissing { text = SyncStrings.missingFiles(text) }
                if let ahead = device.ahead { text = SyncStrings.ahead(text, Int(min(ahead / 86_400, 1e6))) }
                return SyncRow(
                    label: device.name,
                    text: text,
                    isSet: device.heard != nil,
                    isWrong: device.hasMissing || device.ahead != nil,
                    place: .fact
                )
            }
    }

    private static func files(_ overview: GroupOverview) -> [SyncRow] {
        if overview.problems.isEmpty { return [] }
        return [SyncRow(label: ""), SyncRow(label: SyncStrings.notRead)]
            + overview.problems.map {
                SyncRow(
                    label: $0.device,
                    text: SyncStrings.file($0.file, reason($0.error)),
                    isWrong: true,
                    place: .fact
                )
            }
    }

    private static func apps(_ apps: [DeviceSync.ArrivedApp], _ environment: ConsoleEnvironment) -> [SyncRow] {
        if apps.isEmpty { return [] }
        return [SyncRow(label: ""), SyncRow(label: SyncStrings.apps)]
            + apps.map { app in
                let samples = SharedStrings.samples(app.count)
                let text = app.isApproved ? SyncStrings.sameApp(samples) : SyncStrings.otherSource(samples)
                let hinted = app.isApproved ? SyncStrings.enterRevokes(text) : SyncStrings.enterApproves(text)
                return SyncRow(
                    label: SyncStrings.appOn(app.name, app.machine),
                    text: environment.isReadOnly ? text : hinted,
                    isSet: app.isApproved,
                    place: .app(app)
                )
            }
    }

    /// Why a file isn't read, in words.
    private static func reason(_ error: SyncError.Code) -> String {
        switch error {
        case .damaged: SyncStrings.damaged
        case .foreign: SyncStrings.foreign
        case .wrongSignature: SyncStrings.wrongSignature
        case .unreadable: SyncStrings.unreadable
        case .newerFormat: SyncStrings.newerFormat
        case .flawed: SyncStrings.flawed
        case .waiting: SyncStrings.waitsForOther
        case .notPermitted: SyncStrings.afterRemoval
        case .invitation: SyncStrings.answeredTwice
        case .wrongCode, .invalidArgument, .folder, .busy: SyncStrings.cannotBeRead
        }
    }
}

import Foundation
import Glibc
import HealthKit
import HealthtuiStudy

/// Collects a study, or contributes to one, and kills itself at the so-manieth write; what tests of interruptions run.
@main
enum StudyRunner {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 7, let last = Int(words[4]), let now = Double(words[6]) else { exit(2) }
        let writes = Writes(last)
        let date = Date(timeIntervalSince1970: now)
        if words[1] == "collect" {
            var collector = Collector(
                try StudyFolder(words[2]),
                python: try StudyPython(environment: ["HEALTHTUI_PYTHON": words[5]]),
                now: date
            )
            collector.wrote = { _ in writes.count() }
            _ = try collector.collect([words[3]])
        } else {
            try contribute(words[2], store: words[3], to: words[5], date, writes)
        }
    }

    /// Contributes to the study of a researcher's folder, as somebody in Berlin who agreed to it.
    private static func contribute(
        _ folder: String,
        store: String,
        to path: String,
        _ now: Date,
        _ writes: Writes
    ) throws {
        let (opened, person) = HKHealthStore.person(location: .file(store), clock: { now })
        var participant = Participant(person)
        participant.wrote = { _ in writes.count() }
        let study = try StudyFolder(folder).study
        let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        var participation = try participant.participation(in: study)
        if participant.mustAsk(participation, study) {
            participation = try participant.agree(
                to: study,
                .init(text: "text", language: "en", zone: zone, code: nil),
                now: now
            )
        }
        if participation?.isWithdrawalFileDue == true {
            let file = path + ContributionFile.withdrawalEnd
            try participant.writeWithdrawal(from: study, to: file, isSent: false, now: now)
        }
        let tables = try participant.tables(for: study, participation, zone: zone, now: now)
        _ = try participant.contribute(to: study, tables, isWhole: false, path: path, now: now)
        withExtendedLifetime(opened) {}
    }
}

/// Counts writes, and ends the process at the last; the program's one thread calls it.
private final class Writes: @unchecked Sendable {
    private let last: Int
    private var done = 0

    init(_ last: Int) { self.last = last }

    func count() {
        done += 1
        if done == last { kill(getpid(), SIGKILL) }
    }
}

import Foundation
import HealthtuiStudy

extension SaveFileRequest {
    /// A name that says nothing of the study.
    private static var randomName: String {
        // Without random numbers the file can't be sealed either, and sealing it reports the error.
        (try? ContributionFile.randomName()) ?? "new" + ContributionFile.nameEnd
    }

    /// The changes since the last contribution to a study, and the withdrawal file where it's due.
    static func contribution(to study: SignedStudy, _ environment: ConsoleEnvironment) -> SaveFileRequest {
        let (zone, now) = (environment.calendar.timeZone, environment.now)
        return SaveFileRequest(
            title: StudyStrings.contribution,
            name: randomName,
            about: StudyStrings.contributionAbout(study.description.shownContact)
        ) { path, replaces, person, _ in
            let participant = Participant(person)
            var withdrawal: String?
            if try participant.participation(in: study)?.isWithdrawalFileDue == true {
                let file = path + ContributionFile.withdrawalEnd
                try participant.writeWithdrawal(from: study, to: file, isSent: false, now: now)
                withdrawal = file
            }
            let participation = try participant.participation(in: study)
            let tables = try participant.tables(for: study, participation, zone: zone, now: now)
            let outcome = try participant.contribute(
                to: study,
                tables,
                isWhole: false,
                path: path,
                replacing: replaces,
                now: now
            )
            return withdrawal.map { StudyStrings.wrote(outcome.path, withdrawal: $0) }
                ?? StudyStrings.wrote(outcome.path)
        }
    }

    /// The file that withdraws the user from a study.
    static func withdrawal(from study: SignedStudy, _ environment: ConsoleEnvironment) -> SaveFileRequest {
        let now = environment.now
        let contact = study.description.shownContact
        return SaveFileRequest(
            title: StudyStrings.withdrawal,
            name: randomName,
            about: StudyStrings.withdrawalAbout(contact)
        ) { path, replaces, person, _ in
            try Participant(person).writeWithdrawal(from: study, to: path, isSent: true, replacing: replaces, now: now)
            return StudyStrings.wrote(path)
        }
    }
}

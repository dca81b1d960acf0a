import HealthKitLocalization

/// The pages of studies that the person takes part in.
enum StudyStrings {
    static var title: String { localized("Studies") }
    /// The name of the data in a loading message.
    static var loading: String { localized("studies") }
    static var noStudies: String { localized("none") }
    static func count(_ count: Int) -> String { plural(count, one: "\(count) study", other: "\(count) studies") }

    // MARK: The list
    static var yourStudies: String { localized("Studies you agreed to") }
    static var none: String { localized("none yet") }
    static var takePart: String { localized("Take part in a study") }
    static var takePartHelp: String { localized("Enter asks for its file, study.json") }
    static func sent(_ number: Int, _ moment: String) -> String {
        plural(
            number,
            one: "\(number) contribution, on \(moment)",
            other: "\(number) contributions, the last on \(moment)"
        )
    }
    static var nothingSent: String { localized("nothing contributed yet") }
    static var withdrawn: String { localized("you withdrew") }

    // MARK: The file of a study
    static var fileTitle: String { localized("Study file") }
    static var fileHelp: String {
        localized("The researcher’s study.json. You see what it asks for first; nothing is sent.")
    }
    static var code: String { localized("Code") }
    static var codeHelp: String { localized("only if the study asks for one") }
    static var fileMissing: String { localized("Enter the study’s file") }

    // MARK: A study
    static var study: String { localized("study") }
    static var agree: String { localized("I agree") }
    static var agreeHelp: String { localized("read what follows; Enter asks whether you agree") }
    static func otherVersion(_ agreed: Int, _ asked: Int) -> String {
        localized("You agreed to version \(agreed) of this study; this is version \(asked).")
    }
    static func otherFile(_ version: Int) -> String {
        localized("This isn’t the file that you agreed to, though its version is \(version) too.")
    }
    static var codeMissing: String {
        localized("This study takes only people with a code: open its file again with yours.")
    }
    static var agreed: String { localized("You take part. Nothing is sent yet.") }
    static func notAgreed(_ reason: String) -> String { localized("Not agreed: \(reason)") }
    static var contribute: String { localized("Contribute") }
    static func months(_ count: Int) -> String {
        plural(
            count,
            one: "\(count) month is new or changed; Enter writes a file",
            other: "\(count) months are new or changed; Enter writes a file"
        )
    }
    static var nothingNew: String { localized("nothing changed since the last contribution") }
    static var withdraw: String { localized("Withdraw") }
    static var withdrawHelp: String { localized("Enter writes a file that takes you out of the study") }
    static func withdrawQuestion(_ title: String) -> String {
        localized("Withdraw from \(title)? It can’t be undone.")
    }
    static var youWithdrew: String { localized("You withdrew; the researcher takes nothing more from you.") }
    static var you: String { localized("You in this study") }
    static var agreedOn: String { localized("Agreed") }
    static var contributions: String { localized("Contributions") }
    static var withdrawalDue: String { localized("Your withdrawal file is written with the next contribution.") }
    static var now: String { localized("What a contribution holds now") }
    static var nothing: String { localized("nothing that the study asks for") }
    static func rows(_ count: Int, _ months: String) -> String {
        plural(count, one: "\(count) row in \(months)", other: "\(count) rows in \(months)")
    }
    static func monthCount(_ count: Int) -> String { plural(count, one: "\(count) month", other: "\(count) months") }
    static func leftOut(_ count: Int) -> String {
        plural(count, one: "\(count) value can’t go out", other: "\(count) values can’t go out")
    }

    // MARK: Files
    static var contribution: String { localized("Contribution") }
    static func contributionAbout(_ contact: String) -> String {
        localized("Only the researcher can open the file. Hand it to \(contact)")
    }
    static func wrote(_ path: String) -> String { localized("Wrote \(path)") }
    static func wrote(_ path: String, withdrawal: String) -> String {
        localized("Wrote \(path). Keep \(withdrawal): it withdraws you, also without this store.")
    }
    static var withdrawal: String { localized("Withdrawal") }
    static func withdrawalAbout(_ contact: String) -> String {
        localized("Your data is deleted from the study once \(contact) has the file")
    }
}

import HealthKitLocalization

/// The text that a person reads before taking part in a study.
package enum ConsentStrings {
    package static var heading: String { localized("A study asks for your health data") }
    package static func title(_ title: String) -> String { localized("Study: \(title)") }
    package static func contact(_ contact: String) -> String { localized("Contact: \(contact)") }
    package static func purpose(_ purpose: String) -> String { localized("Purpose: \(purpose)") }
    package static func fingerprint(_ fingerprint: String) -> String {
        localized("Researcher’s key: \(fingerprint)")
    }
    package static var fingerprintIsUnchecked: String {
        localized("This key wasn’t checked. Compare it with the one that the researcher publishes.")
    }

    // MARK: What goes out

    package static var whatGoesOut: String { localized("What the researcher gets") }
    package static func days(_ since: String, _ until: String) -> String {
        localized("Your totals and averages of each day from \(since) to \(until)")
    }
    package static func hours(_ since: String, _ until: String) -> String {
        localized("Your totals and averages of each day and hour from \(since) to \(until)")
    }
    package static func samples(_ since: String, _ until: String) -> String {
        localized("Every sample, and your totals and averages of each day and hour, from \(since) to \(until)")
    }
    package static var realDates: String { localized("Your own dates, and the time zone of your days") }
    package static var shiftedDates: String {
        localized(
            "Dates moved by up to 26 weeks, as only you know; weekdays and the time of year can still show"
        )
    }
    package static var neverSent: String {
        localized("Never: names of sources and devices, metadata, locations, or sources that you left out")
    }
    package static var pseudonym: String {
        localized(
            "You’re known by a number that only this store can prove to be you. The researcher has your rows one by one."
        )
    }

    // MARK: What you can do

    package static var yourRights: String { localized("What you can do") }
    package static var preview: String {
        localized("See what goes out beforehand: healthtui study preview")
    }
    package static var nothingByItself: String {
        localized("Nothing is sent by itself: you get a sealed file, and hand it to the researcher")
    }
    package static var withdraw: String {
        localized(
            "Withdraw at any time, also without this store: a withdrawal file is written now. Keep it. Your data is then deleted from the study."
        )
    }
    package static var copiesStay: String {
        localized("Copies, backups and what was published before stay.")
    }
    package static func smallCells(_ k: Int) -> String {
        plural(
            k,
            one: "The study’s reports show no group of fewer than \(k) person",
            other: "The study’s reports show no group of fewer than \(k) people"
        )
    }
    package static var question: String { localized("Do you want to take part in this study?") }
}

import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The console's messages.
enum NoticeStrings {
    static var title: String { localized("Notices") }
    static func count(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) notice", other: "\(NumberText.text(count)) notices")
    }
    static var empty: String { localized("no notices yet") }
}

/// The log of the person's operations.
enum LogStrings {
    static var title: String { localized("Log") }
    static func steps(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) step", other: "\(NumberText.text(count)) steps")
    }
    /// The name of the data in a loading message.
    static var loading: String { localized("the log") }
    static var empty: String { localized("nothing was done yet") }
    /// A complete operation: its description, its state (such as `undone`, or empty) and the time of that.
    static func entry(_ step: String, state: String, turned: String?) -> String {
        switch (state.isEmpty, turned) {
        case (true, nil): step
        case (true, let turned?): localized("\(step), done again \(turned)")
        case (false, nil): localized("\(step), \(state)")
        case (false, let turned?): localized("\(step), \(state) \(turned)")
        }
    }
}

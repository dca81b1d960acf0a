import ArgumentParser
import HealthKit
import HealthtuiFacts

/// Shows and sets whether a guest uses the machine, so that apps can't change or request anything.
struct GuestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guest",
        abstract: "Turn guest mode on or off.",
        discussion: """
              healthtui guest on
              healthtui guest off
            In guest mode, for when somebody else uses the machine, apps can read what they are allowed to but can't \
            save, change or delete anything, and their requests aren't shown.
            """
    )

    @Argument(help: "on or off. Without it, shows which it is.")
    var state: GuestState?

    @OptionGroup var consent: ConsentArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        let person = state == nil ? try store.openForReading() : store.open()
        if let state {
            // Apps may change data again: that a person decides.
            if state == .off, try person.isGuest() { try consent.check("Let apps change your health data again?") }
            try person.setGuest(state == .on)
        }
        let isGuest = try person.isGuest()
        guard !format.json else {
            return try StandardOutput.shared.line(JSONValue.object([("guest", .bool(isGuest))]).line)
        }
        try StandardOutput.shared.line(
            isGuest
                ? "A guest uses the machine: apps change nothing and ask for nothing." : "No guest uses the machine."
        )
    }
}

/// Whether a guest uses the machine, as a person types it.
enum GuestState: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}

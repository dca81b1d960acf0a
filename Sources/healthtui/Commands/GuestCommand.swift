import ArgumentParser
import HealthKit

/// Says whether a guest uses the machine, so that apps change nothing and ask for nothing.
struct GuestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guest",
        abstract: "Say that somebody else uses the machine, or that you are back.",
        discussion: """
              healthtui guest on
              healthtui guest off
            While a guest uses the machine apps read what they may, but save, change and delete nothing, and what they ask \
            for is not shown. All programs obey with their next call. Without on or off it says how it is.
            """
    )

    @Argument(help: "on or off; without it, how it is.")
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

import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// Shows and sets the personal details.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Show or set your profile.",
        discussion: """
              healthtui profile --set dateOfBirth=1990-12-10 bloodType=A+ wheelchairUse=no
              healthtui profile --set energyGoal=600 exerciseGoal=45 heartRateZones=115,130,145,160
              healthtui profile --set ringsPaused=2026-12-31
            “none” removes a value. Apps can read these only if you allow it. Goals apply from today on. Zones are \
            set by their limits, from low to high; without yours they are calculated from age and resting heart rate \
            (Karvonen), and from functional threshold power (Coggan). Rings are paused through a day, or with “yes” \
            until you resume them.
            """
    )

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp("Set a value; “none” removes it.", valueName: "key=value")
    )
    var set: [MetadataArgument] = []

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func run() throws {
        var profile = Profile()
        let person: PersonAccess
        if set.isEmpty {
            person = try store.openForReading()
            profile = try Profile(person)
        } else {
            // All is understood before the store is opened, so that a slip changes nothing and makes nothing.
            for argument in set { try ProfileField.named(argument.key).set(argument.value, &profile) }
            person = store.open()
            profile = try Profile(person)
            let before = profile
            for argument in set { try ProfileField.named(argument.key).set(argument.value, &profile) }
            try profile.save(in: person, before: before)
        }
        let known = try KnownProfile(profile, person)
        if format.json {
            let fields = ProfileField.all.map { (key: $0.key, value: $0.json(known)) }
            return try StandardOutput.shared.line(JSONValue.object(fields).line)
        }
        for field in ProfileField.all {
            try StandardOutput.shared.line("\(field.label): \((field.text(known) ?? "not set").printable)")
        }
    }
}

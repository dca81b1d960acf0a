import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// How long and how often an assistant is answered.
struct AssistantArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("How many days back an assistant is answered, today included: 90d.", valueName: "days")
    )
    var past: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The last day on which an assistant is answered: 2027-02-28.", valueName: "day")
    )
    var until: String?

    @Option(
        name: .long,
        help: ArgumentHelp("How many calls an assistant may make on a day.", valueName: "number")
    )
    var calls: Int?

    /// Whether any of them was given.
    var areGiven: Bool { past != nil || until != nil || calls != nil }

    /// The days back; `nil` where none were given.
    ///
    /// - Throws: `ValidationError` for a text that isn't a number of days.
    func days() throws -> Int? {
        guard let past else { return nil }
        let number = past.lowercased().hasSuffix("d") ? String(past.dropLast()) : past
        guard let days = Int(number), (1...AssistantGrant.mostDays).contains(days) else {
            throw ValidationError("--past is 1d to \(AssistantGrant.mostDays)d, not “\(past.printable)”")
        }
        return days
    }

    /// The last day; `nil` where none was given.
    ///
    /// - Throws: `ValidationError` for a text that isn't a day.
    func last() throws -> CalendarDay? {
        guard let until else { return nil }
        guard let day = CalendarDay(text: until), day.exists else {
            throw ValidationError("--until is a day such as 2027-02-28, not “\(until.printable)”")
        }
        return day
    }

    /// Checks the options as far as possible without the store.
    ///
    /// - Throws: `ValidationError`.
    func check() throws {
        _ = try days()
        _ = try last()
        if let calls, !(1...AssistantGrant.mostCalls).contains(calls) {
            throw ValidationError("--calls is 1 to \(AssistantGrant.mostCalls), not \(calls)")
        }
    }
}

/// Shows and sets an assistant's permissions.
struct AssistantPermissions {
    let account: String
    let settings: [PermissionSetting]
    let limits: AssistantArguments
    let consent: ConsentArguments

    /// Finds the account of an assistant, whether or not it made a request already.
    ///
    /// - Parameters:
    ///   - text: The name typed.
    ///   - apps: The apps that are known.
    /// - Returns: The account; `nil` for a name that isn't an assistant's.
    /// - Throws: ``CommandFailure`` for a name that no assistant can have.
    static func account(_ text: String, among apps: [AppRecord]) throws -> String? {
        if let known = apps.first(where: { $0.account == text || $0.bundleIdentifier == text }) {
            return known.isAssistant ? known.account : nil
        }
        guard AssistantGrant.isAssistant(text) else { return nil }
        let name = text.dropFirst(AssistantGrant.prefix.count)
        let isName = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
        guard text.hasPrefix(AssistantGrant.prefix), isName, (1...32).contains(name.utf8.count) else {
            throw CommandFailure.usage(text, "an assistant is mcp. and 1 to 32 of a to z, 0 to 9 and -")
        }
        return text
    }

    /// Sets the levels of types, and the limits.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - unit: The unit in which the person wants values of a type.
    ///   - calendar: The person's calendar.
    /// - Throws: ``CommandFailure`` and `HKError`.
    func change(_ person: PersonAccess, unit: (HKQuantityType) -> ValueUnit, calendar: Calendar) throws {
        var grant =
            try person.assistant(account)
            ?? AssistantGrant(
                types: [:],
                until: CalendarDay(Date(), in: calendar).advanced(by: 90),
                zone: calendar.timeZone.identifier,
                firstWeekday: calendar.firstWeekday
            )
        for setting in settings { try apply(setting, to: &grant) }
        if let days = try limits.days() { grant.pastDays = days }
        if let last = try limits.last() { grant.until = last }
        if let calls = limits.calls { grant.callsADay = calls }
        // Those of the person now, as on the sheet that is shown.
        grant.zone = calendar.timeZone.identifier
        grant.firstWeekday = calendar.firstWeekday
        grant.units = AssistantGrant.units(of: grant.types.keys, unit)
        if grant.allowsAnything {
            try consent.check(
                "Let \(account) be answered from your health data as listed?",
                effects: [
                    "What it reads goes where its model runs and stays in conversations.",
                    "An assistant that runs commands reads everything that you can: this doesn’t hold it.",
                ]
            )
        }
        try person.setAssistant(grant, app: account)
    }

    private func apply(_ setting: PermissionSetting, to grant: inout AssistantGrant) throws {
        guard !setting.read, !setting.share else {
            throw CommandFailure.usage(setting.text, "an assistant has weeks, days, samples, add or none")
        }
        if setting.type == "all" { return try applyToAll(setting, &grant) }
        guard !setting.isUsual else {
            throw CommandFailure.usage(setting.text, "only all=on means what is usual")
        }
        let type = try Names.type(setting.type).identifier
        guard AssistantTypes.contains(type) else {
            throw CommandFailure.usage(setting.text, "an assistant can’t have \(GrantRows.name(type))")
        }
        guard !setting.adds || AssistantTypes.canBeDrafted(type) else {
            throw CommandFailure.usage(setting.text, "an assistant can’t draft \(GrantRows.name(type))")
        }
        grant.types[type] = setting.isNone ? nil : AssistantRight(setting.level, adds: setting.adds)
    }

    /// Sets all types that aren't sensitive; turning off applies to all types.
    private func applyToAll(_ setting: PermissionSetting, _ grant: inout AssistantGrant) throws {
        guard !setting.adds else { throw CommandFailure.usage(setting.text, "drafts are allowed type by type") }
        if setting.isNone {
            grant.types = [:]
            return
        }
        for type in AssistantTypes.all {
            guard let usual = AssistantTypes.levelOfAll(type) else { continue }
            let level = setting.isUsual ? usual : setting.level
            grant.types[type] = AssistantRight(level, adds: grant.types[type]?.adds ?? false)
        }
    }

    /// Prints the assistant's permissions, one row per type.
    ///
    /// - Parameters:
    ///   - grant: The decisions; `nil` for none.
    ///   - format: How to print.
    /// - Throws: ``OutputError``.
    static func write(_ grant: AssistantGrant?, _ format: OutputFormat) throws {
        if format == .table, let grant {
            try StandardOutput.shared.line(
                "\(grant.pastDays.of("day")) back, until \(grant.until.text), \(grant.callsADay.of("call")) a day, "
                    + "days in \(grant.zone.printable)"
            )
        }
        var writer = ListWriter(
            format,
            keys: ["type", "level", "add", "unit", "past", "until", "calls", "zone"],
            columns: [.flexible("Type"), .left("Level"), .left("Add")],
            emptyText: grant == nil ? "Nothing has been decided for this assistant." : "It is answered from nothing."
        )
        guard let grant else { return try writer.finish() }
        let named = grant.types.map { (identifier: $0.key, name: GrantRows.name($0.key), right: $0.value) }
        for row in named.sorted(by: { ($0.name, $0.identifier) < ($1.name, $1.identifier) }) {
            try writer.append(
                ListRow(
                    fields: [
                        ("type", .text(row.identifier)), ("level", .text(row.right.level?.rawValue)),
                        ("add", .bool(row.right.adds)), ("unit", .text(grant.units[row.identifier])),
                        ("past", .integer(grant.pastDays)), ("until", .text(grant.until.text)),
                        ("calls", .integer(grant.callsADay)), ("zone", .text(grant.zone)),
                    ],
                    cells: [row.name, row.right.level?.rawValue ?? "–", row.right.adds ? "yes" : "no"]
                )
            )
        }
        try writer.finish()
    }
}

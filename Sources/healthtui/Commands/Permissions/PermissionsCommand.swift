import ArgumentParser
import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts

/// Shows and sets an app's permissions.
struct PermissionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permissions",
        abstract: "Show or set what an app may read and save.",
        discussion: """
            Reading and saving are set separately:
              healthtui permissions stepdemo --set steps=read,share heartRate=none
            What you don't name is denied. “all” means every type the app asked for.
            With --since, the app can read only data that ended at or after that time:
              healthtui permissions stepdemo --set steps=read --since 30d
            A service tells programs apart: one that changed since you allowed it may do nothing until you answer.
              healthtui permissions stepdemo --accept-program
            An assistant is answered from whole weeks or days of a type, or from its samples; add lets it draft entries:
              healthtui permissions mcp.desk --set steps=days bodyMass=weeks,add --past 90d --until 2027-02-28
            all=on gives days, or weeks where a day is one sample, of all that isn't sensitive; all=none takes all away.
            """
    )

    @Argument(help: "The app, by name or bundle identifier.")
    var app: String

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "What to allow for a type: read, share, read,share or none; for an assistant weeks, days, samples, add or none.",
            valueName: "type=access"
        ),
        completion: .access
    )
    var set: [PermissionSetting] = []

    @Flag(name: .long, help: "Give the app's permissions to the program that it has become.")
    var acceptProgram = false

    @Flag(
        inversion: .prefixedNo,
        help: "Whether any program at the app's path is the app, such as one that is built again and again."
    )
    var trustPath: Bool?

    @OptionGroup var limit: SinceArguments
    @OptionGroup var limits: AssistantArguments
    @OptionGroup var consent: ConsentArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func validate() throws {
        if limit.since != nil, set.isEmpty { throw ValidationError("--since needs --set") }
        try limits.check()
    }

    func run() throws {
        let changesProgram = acceptProgram || trustPath != nil
        let changes = !set.isEmpty || changesProgram || limits.areGiven
        let person = changes ? store.open() : try store.openForReading()
        let apps = try person.apps()
        if let account = try AssistantPermissions.account(app, among: apps) { return try assistant(account, person) }
        let app = try Names.app(app, among: apps)
        guard !limits.areGiven else {
            throw CommandFailure.usage(app.bundleIdentifier, "--past, --until and --calls are for assistants")
        }
        if changesProgram { try accept(app, person) }
        if !set.isEmpty { try change(app, person) }
        try GrantRows.write(try person.grants(app: app.account), format.format, Timestamps(timeZone: .current))
    }

    /// Shows or sets an assistant's permissions.
    private func assistant(_ account: String, _ person: PersonAccess) throws {
        guard limit.since == nil else { throw CommandFailure.usage("--since", "an assistant has --past") }
        if acceptProgram || trustPath != nil {
            guard let app = try person.apps().first(where: { $0.account == account }) else {
                throw CommandFailure(account, "it never asked; there is no program to accept")
            }
            try accept(app, person)
        }
        if !set.isEmpty || limits.areGiven {
            let environment = try store.environment(.current, person: person)
            try AssistantPermissions(account: account, settings: set, limits: limits, consent: consent)
                .change(person, unit: environment.unit, calendar: environment.calendar)
        }
        try AssistantPermissions.write(try person.assistant(account), format.format)
    }

    /// Approves the program that the app has become.
    private func accept(_ app: AppRecord, _ person: PersonAccess) throws {
        let program = try app.changed ?? person.approvedProgram(app: app.account)?.program
        guard app.verification == nil, let program else {
            let why = app.verification == nil ? "no service has told its programs apart yet" : "it is a verified app"
            throw CommandFailure(app.name, "\(why); there is no program to accept")
        }
        if acceptProgram || trustPath == true {
            let whichever = trustPath == true ? ", and whatever is at that path later" : ""
            try consent.check(
                "Let \(program.path)\(whichever) have the permissions of \(app.name) (\(app.bundleIdentifier))?"
            )
        }
        try person.approveProgram(app: app.account, trustsPath: trustPath)
    }

    private func change(_ app: AppRecord, _ person: PersonAccess) throws {
        let waiting = try person.requests().filter { $0.app.account == app.account }
        let decided = try person.grants(app: app.account)
        let asked = Set(decided.keys).union(waiting.flatMap(\.types))
        var grants: [String: Grant] = [:]
        for setting in set {
            guard !setting.isAssistants else {
                throw CommandFailure.usage(setting.text, "an app has read, share or none")
            }
            let isAll = setting.type == "all"
            let types = isAll ? asked.sorted() : [try Names.type(setting.type).identifier]
            let since = try limit.date(person)?.timeIntervalSinceReferenceDate
            for type in types {
                var grant = try grant(setting, type, isExplicit: !isAll)
                let canBeLimited = HKObjectType.type(identifier: type)?.canBeLimitedInTime == true
                if grant.read == true, canBeLimited { grant.since = since }
                grants[type] = grant
            }
        }
        if grants.values.contains(where: { $0.read == true || $0.share == true }) {
            try consent.check("Give \(app.name) (\(app.bundleIdentifier)) this access to your health data?")
        }
        try person.setGrants(grants, app: app.account)
        for request in waiting { try answer(request, app, person) }
    }

    private func grant(_ setting: PermissionSetting, _ identifier: String, isExplicit: Bool) throws -> Grant {
        guard let type = HKObjectType.type(identifier: identifier), type.canBeShared else {
            guard !setting.share || !isExplicit else {
                throw CommandFailure.usage(setting.text, "apps can't save \(GrantRows.name(identifier))")
            }
            return Grant(read: setting.read)
        }
        return Grant(read: setting.read, share: setting.share)
    }

    /// Answers a waiting request once all its types are decided, so that the app can continue.
    private func answer(_ request: AuthorizationRequest, _ app: AppRecord, _ person: PersonAccess) throws {
        let grants = try person.grants(app: app.account)
        let isDecided =
            request.read.allSatisfy { grants[$0]?.read != nil } && request.share.allSatisfy { grants[$0]?.share != nil }
        guard isDecided else { return }
        try person.answer(
            request.id,
            read: Set(request.read.filter { grants[$0]?.read == true }),
            share: Set(request.share.filter { grants[$0]?.share == true })
        )
        // The answer sets reading and saving; the date limit of each type is kept.
        if grants.values.contains(where: { $0.since != nil }) {
            try person.setGrants(grants, app: app.account)
        }
    }
}

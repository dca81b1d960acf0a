import HealthKitStore
import Synchronization

extension AppIdentity {
    /// The mark of the app in a pair of companions: its program, or the account that proves its identity.
    var programMark: String { verification == nil ? program : account }
}

extension AppRecord {
    /// The mark of the app in a pair of companions: its program, or the account that proves its identity.
    var programMark: String { verification == nil ? program ?? "" : account }
}

extension ObjectReader {
    /// The person's decision about an app's current program and one type; none while the program isn't the approved one.
    func grant(of app: AppIdentity, type: String) throws -> Grant {
        if app.isAssistant { return assistant?.grant(of: type) ?? Grant() }
        let grant = try grant(app: app.account, type: type)
        return try grant != Grant() && isPaused(app) ? Grant() : grant
    }

    /// The person's decisions about an app's current program, by type.
    func grants(of app: AppIdentity) throws -> [String: Grant] {
        if app.isAssistant { return [:] }
        return try isPaused(app) ? [:] : grants(app: app.account)
    }

    /// Whether an app's rights are suspended, because its program isn't the one that the person approved.
    ///
    /// An app that opens the store's file directly can't be distinguished, and a verified app is the same whatever its program.
    func isPaused(_ app: AppIdentity) throws -> Bool {
        guard app.verification == nil, let program = app.programIdentity else { return false }
        guard let approved = try approvedProgram(app.account) else { return false }
        return !approved.admits(program)
    }

    /// The approved program of an app; `nil` if none was distinguished yet.
    package func approvedProgram(_ account: String) throws -> ApprovedProgram? {
        guard let bytes = try store.value(StoreNamespace.approvals, account) else { return nil }
        // It is read at every call of an app, and nearly always unchanged.
        if let known = ApprovedPrograms.known(bytes) { return known }
        let approved = try requiredValue(ApprovedProgram.self, StoreNamespace.approvals, account)
        if let approved { ApprovedPrograms.note(approved, bytes) }
        return approved
    }

    /// Whether an identifier belongs to a verified app.
    func hasVerifiedApp(_ bundleIdentifier: String) throws -> Bool {
        try store.values(StoreNamespace.apps, prefix: bundleIdentifier + "+", limit: 1).first != nil
    }

    /// Whether an app that requests access must be recorded: it is new, or another program than before.
    func isNewProgram(_ app: AppIdentity) throws -> Bool {
        guard app.verification == nil, let program = app.programIdentity else { return false }
        guard let approved = try approvedProgram(app.account) else {
            return try !store.values(StoreNamespace.grants, prefix: app.account + "\u{1F}", limit: 1).isEmpty
        }
        guard !approved.admits(program) else { return false }
        return try value(AppRecord.self, StoreNamespace.apps, app.account)?.changed != program
    }
}

extension ObjectWriter {
    /// Records the program that an app runs as: the first one with the app's rights is the approved one, and any other waits
    /// for the person's approval.
    func noteProgram(_ app: AppIdentity) throws {
        guard try isNewProgram(app), let program = app.programIdentity else { return }
        var record = try value(AppRecord.self, StoreNamespace.apps, app.account)
        if try approvedProgram(app.account) == nil {
            let known = record?.identity ?? record?.program.map { ProgramIdentity(path: $0, digest: "") }
            // The program's contents are unknown, so it counts as the same if it is at the path that was shown.
            let isSame = known.map { $0.path == program.path && ($0.digest.isEmpty || $0 == program) } ?? true
            try setValue(
                ApprovedProgram(program: isSame ? program : known ?? program),
                StoreNamespace.approvals,
                app.account
            )
            if isSame { return }
        }
        record?.changed = program
        try setValue(record, StoreNamespace.apps, app.account)
    }

    /// Records that the person decided about an app: if no program is approved, the one that requested access last becomes
    /// approved.
    func approveFirstProgram(_ account: String) throws {
        guard try approvedProgram(account) == nil,
            let record = try value(AppRecord.self, StoreNamespace.apps, account)
        else { return }
        try approve(record)
    }

    /// Records that the person approved an app as the program that requested access.
    func approve(_ app: AppRecord) throws {
        guard app.verification == nil, let program = app.identity else { return }
        let approved = try approvedProgram(app.account)
        let trustsPath = approved?.trustsPath == true && approved?.program.path == program.path
        try setApproved(ApprovedProgram(program: program, trustsPath: trustsPath), app.account)
    }

    /// Approves the program that an app has become, or any program at its path from now on.
    ///
    /// - Returns: Whether there was a program to approve.
    @discardableResult
    package func approveProgram(_ account: String, trustsPath: Bool?) throws -> Bool {
        let record = try value(AppRecord.self, StoreNamespace.apps, account)
        let approved = try approvedProgram(account)
        guard let program = record?.changed ?? approved?.program ?? record?.identity else { return false }
        let isTrusted = trustsPath ?? (approved?.trustsPath == true && approved?.program.path == program.path)
        try setApproved(ApprovedProgram(program: program, trustsPath: isTrusted), account)
        return true
    }

    private func setApproved(_ approved: ApprovedProgram, _ account: String) throws {
        try setValue(approved, StoreNamespace.approvals, account)
        guard var record = try value(AppRecord.self, StoreNamespace.apps, account), record.changed != nil else {
            return
        }
        let before = record
        record.changed = nil
        record.identity = approved.program
        record.program = approved.program.path
        record.note(before: before)
        try setValue(record, StoreNamespace.apps, account)
    }
}

/// Caches approved programs by their stored bytes.
private enum ApprovedPrograms {
    private static let most = 64
    private static let programs = Mutex<[[UInt8]: ApprovedProgram]>([:])

    static func known(_ bytes: [UInt8]) -> ApprovedProgram? { programs.withLock { $0[bytes] } }

    static func note(_ program: ApprovedProgram, _ bytes: [UInt8]) {
        programs.withLock { programs in
            if programs.count >= most { programs = [:] }
            programs[bytes] = program
        }
    }
}

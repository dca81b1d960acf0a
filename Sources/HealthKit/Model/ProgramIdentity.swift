/// The identity of an app's program: its location and contents.
///
/// It is only a claim if the app runs as the same user: programs of one user can start each other, or inherit a connection that
/// another made.
package struct ProgramIdentity: Codable, Sendable, Hashable {
    /// The path of the program, or of the script that an interpreter runs.
    package var path: String
    /// The SHA-256 of that file, in hexadecimal.
    package var digest: String
    /// The interpreter's name; `nil` for an executable.
    package var interpreter: String?

    package init(path: String, digest: String, interpreter: String? = nil) {
        self.path = path
        self.digest = digest
        self.interpreter = interpreter
    }
}

/// The program of an app that the person approved, if a service distinguishes programs.
package struct ApprovedProgram: Codable, Sendable, Hashable {
    package var program: ProgramIdentity
    /// Whether any program at the path counts as the app, such as one that is rebuilt often.
    package var trustsPath: Bool

    package init(program: ProgramIdentity, trustsPath: Bool = false) {
        self.program = program
        self.trustsPath = trustsPath
    }

    /// Whether it is the program that was approved.
    package func admits(_ other: ProgramIdentity) -> Bool {
        program.path == other.path && (trustsPath || program.digest == other.digest)
    }
}

/// The system's information about an app's connection, if it proves the app's identity.
package enum AppVerification: Codable, Sendable, Hashable {
    /// It runs as a dedicated user.
    case user(String)
    /// It runs with a dedicated group.
    case group(String)

    /// The suffix of the bundle identifier under which the app's rights are kept.
    ///
    /// A claimed identifier can't contain its first character.
    fileprivate var mark: String { "+" + text }

    /// The kind, `user:` or `group:`, with the name.
    package var text: String {
        switch self {
        case .user(let name): "user:\(name)"
        case .group(let name): "group:\(name)"
        }
    }
}

/// The way in which an app reaches the store: directly or through a service.
package enum AccessLevel: String, Codable, Sendable, CaseIterable {
    /// The app has the store's file open.
    case library
    /// A service has it open that runs as the person.
    case sameUser
    /// A service that runs as a dedicated user has it open.
    case ownUser
}

/// The name under which an app's rights are kept.
///
/// A verified app has a different account than any program that claims the same identifier, so that neither can use the other's
/// permissions.
package enum AppAccount {
    /// The name of an app's account.
    package static func name(_ bundleIdentifier: String, _ verification: AppVerification?) -> String {
        bundleIdentifier + (verification?.mark ?? "")
    }

    /// The bundle identifier of an account's app.
    package static func bundleIdentifier(_ account: String) -> String {
        String(account.prefix { $0 != "+" })
    }

    /// Whether an account is a verified app's.
    package static func isVerified(_ account: String) -> Bool { account.contains("+") }
}

/// Which program an app is: where it is, and what it holds.
///
/// It is a claim wherever the app runs as the person: programs of the same user can start each other, and be started with a
/// connection that another has made.
package struct ProgramIdentity: Codable, Sendable, Hashable {
    /// The path of the program; of the script, where an interpreter runs one.
    package var path: String
    /// The SHA-256 of that file, in hexadecimal.
    package var digest: String
    /// The interpreter's name; `nil` for a program of its own.
    package var interpreter: String?

    package init(path: String, digest: String, interpreter: String? = nil) {
        self.path = path
        self.digest = digest
        self.interpreter = interpreter
    }
}

/// Which program of an app the person approved, where a service tells programs apart.
package struct ApprovedProgram: Codable, Sendable, Hashable {
    package var program: ProgramIdentity
    /// Whether whatever is at the path is the app: one that is built anew again and again.
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

/// What the system says of an app's connection, where that proves which app it is.
package enum AppVerification: Codable, Sendable, Hashable {
    /// It runs as a user of its own.
    case user(String)
    /// It runs with a group of its own.
    case group(String)

    /// What stands behind the bundle identifier where the app's rights are kept.
    ///
    /// A claimed identifier can't hold the sign that it begins with.
    fileprivate var mark: String { "+" + text }

    /// What it is: `user:` or `group:`, and its name.
    package var text: String {
        switch self {
        case .user(let name): "user:\(name)"
        case .group(let name): "group:\(name)"
        }
    }
}

/// By what the store of an app's calls is kept.
package enum AccessLevel: String, Codable, Sendable, CaseIterable {
    /// The app has the store's file open.
    case library
    /// A service has it open that runs as the person.
    case sameUser
    /// A service has it open that runs as a user of its own.
    case ownUser
}

/// Under which name an app's rights are kept.
///
/// That of a verified app is another than that of any program which claims the same identifier, so that neither can use what
/// the other was granted.
package enum AppAccount {
    /// The name of an app's account.
    package static func name(_ bundleIdentifier: String, _ verification: AppVerification?) -> String {
        bundleIdentifier + (verification?.mark ?? "")
    }

    /// The bundle identifier of the app that an account is of.
    package static func bundleIdentifier(_ account: String) -> String {
        String(account.prefix { $0 != "+" })
    }

    /// Whether an account is a verified app's.
    package static func isVerified(_ account: String) -> Bool { account.contains("+") }
}

import Foundation
import Synchronization

/// The identity of this process for the store: its bundle identifier, name, version and usage descriptions.
///
/// Read from `Info.plist` (next to the executable, in a folder above it, or `Contents/Info.plist` in the resource
/// bundle that SwiftPM puts there), otherwise from `HEALTHKIT_BUNDLE_IDENTIFIER`, otherwise from the executable's name.
package struct AppIdentity: Sendable, Hashable {
    package var bundleIdentifier: String
    package var name: String
    package var version: String?
    /// `NSHealthShareUsageDescription`: why the app wants to read.
    package var readUsage: String?
    /// `NSHealthUpdateUsageDescription`: why the app wants to write.
    package var shareUsage: String?
    /// `NSHealthRequiredReadAuthorizationTypeIdentifiers`: clinical types that the app requires (R1.13).
    package var requiredReadTypes: Set<String>
    /// Whether an `Info.plist` was found; only then are missing usage descriptions an error (R1.11).
    package var hasInfoPlist: Bool
    /// The path of the requesting program.
    package var program: String
    /// The program's identity, if a service determined it; `nil` if the app opens the store's file itself.
    package var programIdentity: ProgramIdentity?
    /// The proof of the app's identity; `nil` if it is only claimed.
    package var verification: AppVerification?
    /// The way in which it reaches the store.
    package var level = AccessLevel.library

    package init(
        bundleIdentifier: String,
        name: String,
        version: String? = nil,
        readUsage: String? = nil,
        shareUsage: String? = nil,
        requiredReadTypes: Set<String> = [],
        hasInfoPlist: Bool = false,
        program: String = Machine.executablePath
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.name = name
        self.version = version
        self.readUsage = readUsage
        self.shareUsage = shareUsage
        self.requiredReadTypes = requiredReadTypes
        self.hasInfoPlist = hasInfoPlist
        self.program = program
    }

    /// The name under which its rights are kept.
    package var account: String { AppAccount.name(bundleIdentifier, verification) }

    /// The identity of this process.
    package static let current = AppIdentity(
        executable: Machine.executablePath,
        environment: ProcessInfo.processInfo.environment
    )

    private static let ofTest = Mutex<(@Sendable () -> AppIdentity?)?>(nil)

    /// Sets a closure that finds the test app that the running code belongs to; it returns `nil` outside a test.
    static func setOfTest(_ find: @escaping @Sendable () -> AppIdentity?) { ofTest.withLock { $0 = find } }

    /// The app that the running code belongs to: the test's within a test, otherwise that of this process.
    static var ofRunningCode: AppIdentity { ofTest.withLock { $0 }?() ?? current }

    init(executable: String, environment: [String: String]) {
        let file = URL(fileURLWithPath: executable).lastPathComponent
        let plist = Self.infoPlist(executable: executable)
        let text = { (key: String) in plist?[key] as? String }
        let bundle = text("CFBundleIdentifier") ?? environment["HEALTHKIT_BUNDLE_IDENTIFIER"]
        self.init(
            bundleIdentifier: bundle.flatMap { $0.isEmpty ? nil : $0 } ?? Self.identifier(ofExecutable: file),
            name: text("CFBundleDisplayName") ?? text("CFBundleName") ?? file,
            version: text("CFBundleVersion") ?? text("CFBundleShortVersionString"),
            readUsage: text("NSHealthShareUsageDescription"),
            shareUsage: text("NSHealthUpdateUsageDescription"),
            requiredReadTypes: Set(plist?["NSHealthRequiredReadAuthorizationTypeIdentifiers"] as? [String] ?? []),
            hasInfoPlist: plist != nil,
            program: executable
        )
    }

    private static func infoPlist(executable: String) -> [String: Any]? {
        let url = URL(fileURLWithPath: executable)
        let folder = url.deletingLastPathComponent()
        let name = url.lastPathComponent
        var candidates: [URL] = []
        // Many programs have no property list, and those that have one may keep it in any of these places.
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for bundle in beside.sorted() where bundle.hasSuffix("_\(name).resources") {
            candidates.append(folder.appendingPathComponent(bundle).appendingPathComponent("Contents/Info.plist"))
        }
        candidates.append(folder.appendingPathComponent("Info.plist"))
        candidates.append(folder.deletingLastPathComponent().appendingPathComponent("Info.plist"))
        for candidate in candidates {
            guard let data = try? Data(contentsOf: candidate),
                let plist = try? PropertyListSerialization.propertyList(from: data, format: nil),
                let dictionary = plist as? [String: Any]
            else { continue }
            let executable = dictionary["CFBundleExecutable"] as? String
            if executable == nil || executable == name { return dictionary }
        }
        return nil
    }
}

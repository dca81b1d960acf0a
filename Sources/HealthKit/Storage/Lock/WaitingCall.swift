import Foundation

/// A call of an app that waits until the store is unlocked, with what the gate knew of the app and the time.
struct WaitingCall: Codable, Sendable {
    private var bundleIdentifier: String
    private var appName: String
    private var version: String?
    private var program: String
    /// When the app called.
    var time: Date
    /// Which call it is.
    var name: String
    private var call: Data

    init<Call: StoreCall>(_ call: Call, _ app: AppIdentity, at time: Date) throws {
        bundleIdentifier = app.bundleIdentifier
        appName = app.name
        version = app.version
        program = app.program
        self.time = time
        name = Call.name
        self.call = try Self.encoder.encode(call)
    }

    private static var encoder: PropertyListEncoder {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return encoder
    }

    /// The call as it is sealed.
    var bytes: [UInt8] { get throws { [UInt8](try Self.encoder.encode(self)) } }

    /// Reads what ``bytes`` wrote; `nil` for what another version wrote.
    init?(bytes: [UInt8]) {
        guard let call = try? PropertyListDecoder().decode(WaitingCall.self, from: Data(bytes)) else { return nil }
        self = call
    }

    /// The app that called.
    var app: AppIdentity {
        AppIdentity(bundleIdentifier: bundleIdentifier, name: appName, version: version, program: program)
    }

    /// The call itself.
    ///
    /// - Parameter type: What it is.
    /// - Returns: The call.
    /// - Throws: `errorInvalidArgument` for what another version wrote.
    func decoded<Call: StoreCall>(_ type: Call.Type) throws -> Call {
        do {
            return try PropertyListDecoder().decode(type, from: call)
        } catch {
            throw HKError.invalid("What waited cannot be read: another version kept it")
        }
    }
}

/// What became of the saves that waited while a store was locked.
package struct UnlockReport: Sendable, Hashable {
    /// How many came in.
    package var stored = 0
    /// How many broke a rule by then, or were of an app that may not save.
    package var refused = 0
    /// How many were damaged.
    package var damaged = 0
    /// Whether the last was cut off while it was written.
    package var isCut = false
    /// Why some still wait; `nil` when none does.
    package var obstacle: String?

    package init() {}
}

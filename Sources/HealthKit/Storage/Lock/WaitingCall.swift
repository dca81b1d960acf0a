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
    /// - Throws: ``LaterVersionCall`` for what another version wrote.
    func decoded<Call: StoreCall>(_ type: Call.Type) throws -> Call {
        do {
            return try PropertyListDecoder().decode(type, from: call)
        } catch {
            throw LaterVersionCall()
        }
    }
}

/// A call that waited is of a kind, or in a form, that only a later version of this program knows.
struct LaterVersionCall: Error {}

/// What became of the saves that waited while a store was locked.
package struct UnlockReport: Sendable, Hashable {
    /// How many came in.
    package var stored = 0
    /// How many broke a rule by then, or were of an app that may not save.
    package var refused = 0
    /// How many were damaged.
    package var damaged = 0
    /// How many wait on, as only a later version of the program knows what they are, or they follow one of the same app.
    package var later = 0
    /// How many were sealed to a key that is not the store's, so that nobody here can read them.
    package var foreign = 0
    /// How many were written for another journal or another place: somebody put them there, and they were not stored.
    package var misplaced = 0
    /// How many are left in the journal of version 0.2, which was taken in before.
    package var earlier = 0
    /// Whether the store's public key is not the one that was remembered.
    package var isOtherKey = false
    /// Whether the last was cut off while it was written.
    package var isCut = false
    /// Why some still wait; `nil` when none does.
    package var obstacle: String?

    package init() {}
}

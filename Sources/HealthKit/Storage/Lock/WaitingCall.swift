import Foundation

/// A call of an app that waits until the store is unlocked, with what the gate knew of the app and the time.
struct WaitingCall: Sendable {
    /// The app that called.
    var app: AppIdentity
    /// When the app called.
    var time: Date
    /// What the call is known by, where the app may ask for it again; `nil` for others.
    var key: ChangeKey?
    /// Which call it is.
    var name: String
    private var level: UInt64
    private var fields: Fields

    private enum Fields: Sendable {
        case value(CallValue)
        /// A property list, as earlier versions wrote it.
        case propertyList(Data)
    }

    /// What is kept besides the call.
    private struct Caller: Codable {
        var bundleIdentifier: String
        var appName: String
        var version: String?
        var program: String
        var time: Date
        var key: ChangeKey?
        var identity: ProgramIdentity?
        var verification: AppVerification?

        var app: AppIdentity {
            var app = AppIdentity(
                bundleIdentifier: bundleIdentifier,
                name: appName,
                version: version,
                program: program
            )
            app.programIdentity = identity
            app.verification = verification
            return app
        }
    }

    /// What earlier versions wrote, as a property list.
    private struct Earlier: Decodable {
        var name: String
        var call: Data
    }

    private static let (callerField, callField) = ("caller", "call")

    init<Call: StoreCall>(_ call: Call, _ app: AppIdentity, at time: Date, key: ChangeKey? = nil) throws {
        self.app = app
        self.time = time
        self.key = key
        name = Call.name
        level = Call.level
        fields = .value(try CallEncoder.value(of: call))
    }

    /// The call as it is sealed.
    var bytes: [UInt8] {
        get throws {
            guard case .value(let call) = fields else { throw LaterVersionCall() }
            let caller = Caller(
                bundleIdentifier: app.bundleIdentifier,
                appName: app.name,
                version: app.version,
                program: app.program,
                time: time,
                key: key,
                identity: app.programIdentity,
                verification: app.verification
            )
            let value = CallValue.fields([
                Self.callerField: try CallEncoder.value(of: caller), Self.callField: call,
            ])
            return CallMessage(.waiting, name: name, level: level, value: value).bytes
        }
    }

    /// Reads what ``bytes`` wrote, or an earlier version did; `nil` for what a later version wrote.
    init?(bytes: [UInt8]) {
        // The seal has shown that a program wrote these bytes: what can't be read is of a later version, and the caller keeps it.
        if CallMessage.begins(bytes) {
            guard let message = try? CallMessage(bytes: bytes), message.kind == .waiting,
                case .fields(let parts) = message.value, parts.count == 2,
                let caller = parts[Self.callerField].flatMap({ try? CallDecoder.value(Caller.self, from: $0) }),
                let call = parts[Self.callField]
            else { return nil }
            self.init(caller, name: message.name, level: message.level, .value(call))
        } else {
            let decoder = PropertyListDecoder()
            guard let caller = try? decoder.decode(Caller.self, from: Data(bytes)),
                let earlier = try? decoder.decode(Earlier.self, from: Data(bytes))
            else { return nil }
            self.init(caller, name: earlier.name, level: 1, .propertyList(earlier.call))
        }
    }

    private init(_ caller: Caller, name: String, level: UInt64, _ fields: Fields) {
        app = caller.app
        time = caller.time
        key = caller.key
        self.name = name
        self.level = level
        self.fields = fields
    }

    /// The call itself.
    ///
    /// - Parameter type: What it is.
    /// - Returns: The call.
    /// - Throws: ``LaterVersionCall`` for what a later version wrote.
    func decoded<Call: StoreCall>(_ type: Call.Type) throws -> Call {
        do {
            switch fields {
            case .value(let value):
                return try CallMessage(.waiting, name: name, level: level, value: value).call(type)
            case .propertyList(let data):
                return try PropertyListDecoder().decode(type, from: data)
            }
        } catch {
            throw LaterVersionCall()
        }
    }
}

/// A call that waited is of a kind, or in a form, that only a later version of this program knows.
struct LaterVersionCall: Error {}

/// What became of the saves that waited while a store was locked.
package struct UnlockReport: Codable, Sendable, Hashable {
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

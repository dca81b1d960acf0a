import Foundation

/// An app's call that waits until the store is unlocked, with the app's identity and the time.
struct WaitingCall: Sendable {
    /// The app that called.
    var app: AppIdentity
    /// The time of the call.
    var time: Date
    /// The change key, if the app may repeat the call; `nil` otherwise.
    var key: ChangeKey?
    /// The name of the call.
    var name: String
    private var level: UInt64
    private var fields: Fields

    private enum Fields: Sendable {
        case value(CallValue)
        /// A property list, as earlier versions wrote it.
        case propertyList(Data)
    }

    /// The information kept in addition to the call.
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

    /// The form that earlier versions wrote, as a property list.
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

    /// The call in the form that is sealed.
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

    /// Reads ``bytes`` of this version or an earlier one; `nil` for those of a later version.
    init?(bytes: [UInt8]) {
        // The seal proves that a program wrote these bytes, so unreadable ones come from a later version and the caller keeps
        // them.
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

    /// Decodes the call itself.
    ///
    /// - Parameter type: The call's type.
    /// - Returns: The call.
    /// - Throws: ``LaterVersionCall`` if a later version wrote it.
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

/// Thrown for a waiting call whose kind or form only a later version of this program knows.
struct LaterVersionCall: Error {}

/// The outcome of the saves that waited while a store was locked.
package struct UnlockReport: Codable, Sendable, Hashable {
    /// The number of stored saves.
    package var stored = 0
    /// The number of saves that violated a rule by then, or came from an app that may not save.
    package var refused = 0
    /// The number of damaged saves.
    package var damaged = 0
    /// The number of saves that keep waiting, because only a later version knows them or they follow one of the same app.
    package var later = 0
    /// The number of saves sealed with a key that isn't the store's, so that they can't be read here.
    package var foreign = 0
    /// The number of saves written for another journal or position: someone moved them there, and they weren't stored.
    package var misplaced = 0
    /// The number of saves left in the journal of version 0.2, which was already processed.
    package var earlier = 0
    /// Whether the store's public key differs from the remembered one.
    package var isOtherKey = false
    /// Whether the last save was incomplete.
    package var isCut = false
    /// The reason some saves still wait; `nil` if none do.
    package var obstacle: String?

    package init() {}
}

import Foundation

/// A message between programs and the agent that keeps keys.
///
/// A message is its length (four bytes, little-endian), the version of this protocol, its kind and its fields. Lengths
/// are bounded, and an invalid one ends the conversation.
enum AgentMessage {
    /// A program has the store open or wants to: it is sent the key, now and whenever that changes.
    case watch(UUID)
    /// A program that knows the key of a store hands it over, for a number of seconds; 0 stands for no end.
    case keep(UUID, key: SecretBytes, seconds: UInt32)
    /// All programs must forget the key of a store; nil means all stores.
    case lock(UUID?)
    /// A program has closed the store and forgotten its key.
    case released(UUID)
    /// Asks for the keys that are kept.
    case status

    /// The key of a store that is watched.
    case key(UUID, SecretBytes)
    /// There is no key, or no longer one, of a watched store.
    case locked(UUID)
    /// It was done, with the number of stores, and of programs that didn't confirm in time.
    case done(stores: UInt32, silent: UInt32)
    /// The answer to ``status``.
    case kept(AgentStatus)
    /// It was not understood.
    case refused(AgentRefusal)
}

/// The reason why the agent doesn't answer.
enum AgentRefusal: UInt8 {
    case version = 1
    case nonsense = 2
    /// There are too many programs, or too many stores.
    case full = 3
}

/// The keys that an agent keeps.
package struct AgentStatus: Sendable, Hashable {
    /// A store whose key is kept.
    package struct Store: Sendable, Hashable {
        package var id: UUID
        /// For how many seconds more; nil for no end.
        package var seconds: UInt32?
        /// The number of programs that have the store open.
        package var programs: UInt32
    }

    package var stores: [Store]
    /// Whether the agent is notified before the machine goes to sleep; otherwise it detects that on waking.
    package var hearsOfSleep: Bool
}

extension AgentMessage {
    static let version: UInt8 = 1
    /// The longest message of a program, and of the agent, its length included.
    static let longestQuestion = 128
    static let longestAnswer = 4096
    /// The longest key.
    static let longestKey = 64
    /// The most stores of one agent.
    static let mostStores = 64

    private static let headSize = 6

    /// The message as it is sent, in guarded memory.
    func frame() throws -> SecretBytes {
        var body: [UInt8] = []
        var secret: SecretBytes?
        func add(_ id: UUID) { withUnsafeBytes(of: id.uuid) { body += $0 } }
        func add(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { body += $0 } }
        switch self {
        case .watch(let id), .released(let id), .locked(let id): add(id)
        case .keep(let id, let key, let seconds):
            add(id)
            add(seconds)
            secret = key
        case .lock(let id): add(id ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        case .status: break
        case .key(let id, let key):
            add(id)
            secret = key
        case .done(let stores, let silent):
            add(stores)
            add(silent)
        case .kept(let status):
            body.append(status.hearsOfSleep ? 1 : 0)
            for store in status.stores.prefix(Self.mostStores) {
                add(store.id)
                add(store.seconds ?? .max)
                add(store.programs)
            }
        case .refused(let why): body.append(why.rawValue)
        }
        let size = Self.headSize + body.count + (secret?.count ?? 0)
        return try SecretBytes(count: size) { target in
            target.storeBytes(of: UInt32(size - 4).littleEndian, as: UInt32.self)
            target[4] = Self.version
            target[5] = kind
            UnsafeMutableRawBufferPointer(rebasing: target[Self.headSize...]).copyBytes(from: body)
            secret?
                .withBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: target[(Self.headSize + body.count)...])
                        .copyMemory(from: bytes)
                }
        }
    }

    private var kind: UInt8 {
        switch self {
        case .watch: 1
        case .keep: 2
        case .lock: 3
        case .released: 4
        case .status: 5
        case .key: 65
        case .locked: 66
        case .done: 67
        case .kept: 68
        case .refused: 69
        }
    }

    /// The beginning of a stream, as it was read.
    enum Reading {
        case message(AgentMessage, size: Int)
        /// More has to come.
        case part
        case refusal(AgentRefusal)
    }

    /// Reads the first message of a stream.
    ///
    /// - Parameters:
    ///   - bytes: The bytes received so far.
    ///   - limit: the longest message.
    /// - Returns: The message.
    /// - Throws: ``StoreError/Code/cannotOpen`` when no guarded memory is to be had.
    static func read(_ bytes: UnsafeRawBufferPointer, limit: Int) throws -> Reading {
        guard bytes.count >= 4 else { return .part }
        let length = Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
        guard length >= 2, length + 4 <= limit else { return .refusal(.nonsense) }
        guard bytes.count >= length + 4 else { return .part }
        guard bytes[4] == version else { return .refusal(.version) }
        let body = UnsafeRawBufferPointer(rebasing: bytes[headSize..<(length + 4)])
        guard let message = try AgentMessage(kind: bytes[5], body) else { return .refusal(.nonsense) }
        return .message(message, size: length + 4)
    }

    private init?(kind: UInt8, _ body: UnsafeRawBufferPointer) throws {
        func number(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: body.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        func id(_ offset: Int = 0) -> UUID { UUID(uuid: body.loadUnaligned(fromByteOffset: offset, as: uuid_t.self)) }
        func secret(from offset: Int) throws -> SecretBytes? {
            let bytes = UnsafeRawBufferPointer(rebasing: body[offset...])
            guard (1...Self.longestKey).contains(bytes.count) else { return nil }
            return try SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
        }
        switch (kind, body.count) {
        case (1, 16): self = .watch(id())
        case (2, 21...):
            guard let key = try secret(from: 20) else { return nil }
            self = .keep(id(), key: key, seconds: number(16))
        case (3, 16): self = .lock(body.allSatisfy { $0 == 0 } ? nil : id())
        case (4, 16): self = .released(id())
        case (5, 0): self = .status
        case (65, 17...):
            guard let key = try secret(from: 16) else { return nil }
            self = .key(id(), key)
        case (66, 16): self = .locked(id())
        case (67, 8): self = .done(stores: number(0), silent: number(4))
        case (68, let count) where count % 24 == 1:
            let stores = stride(from: 1, to: count, by: 24)
                .map { offset in
                    let seconds = number(offset + 16)
                    return AgentStatus.Store(
                        id: id(offset),
                        seconds: seconds == .max ? nil : seconds,
                        programs: number(offset + 20)
                    )
                }
            self = .kept(AgentStatus(stores: stores, hearsOfSleep: body[0] != 0))
        case (69, 1):
            guard let why = AgentRefusal(rawValue: body[0]) else { return nil }
            self = .refused(why)
        default: return nil
        }
    }
}

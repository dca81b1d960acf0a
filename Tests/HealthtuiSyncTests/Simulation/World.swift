import HealthtuiSync

/// An action of a person in a simulation, or an event of files and disks.
struct Action: Hashable, CustomStringConvertible {
    var name: String
    var device: Int
    var pick = 0
    var extra = 0

    var description: String { "\(name) \(device) \(pick) \(extra)" }

    /// Reads `save 0 0 0;publish 0 0 0`.
    static func list(_ text: some StringProtocol) -> [Action] {
        text.split(separator: ";")
            .compactMap { action in
                let words = action.split(separator: " ")
                guard words.count == 4, let device = Int(words[1]), let pick = Int(words[2]), let extra = Int(words[3])
                else {
                    return nil
                }
                return Action(name: String(words[0]), device: device, pick: pick, extra: extra)
            }
    }
}

/// Samples of a simulation say the same when their type does.
struct TypeForms: SampleForms {
    func form(of content: SampleContent) -> Digest { Digest(name: String(decoding: content.texts[0], as: UTF8.self)) }
}

/// No sample says what another does.
struct NoForms: SampleForms {
    func form(of content: SampleContent) -> Digest { Digest(of: SyncID.random().bytes) }
}

/// A file of the simulated folder; `signer` stands for the signature.
struct SimulatedFile: Hashable {
    var segment: Segment
    var signer: SyncID
    var isWhole = true
    /// Removals that the device announces with it.
    var removals: [SyncID: Removal] = [:]
}

/// The contents of one device's disk.
///
/// All of it is part of one transaction, and of a backup.
struct SimulatedStore {
    enum Undo {
        case deletion(id: SyncID, roots: [SyncID], versions: [SyncedVersion], event: Int)
        case edit(new: SyncedVersion, old: SyncedVersion)
    }

    var replica: Replica
    /// Which key it signs with.
    var key: SyncID
    /// The events that it has heard of.
    var known = Bits()
    var undo: [Undo] = []
    /// Removals to announce with the next segment.
    var announced: [SyncID: Removal] = [:]
    /// The removals that files announced that wait to be written.
    var attached: [Digest: [SyncID: Removal]] = [:]
    /// The hashes of all segments of its own log under this identity.
    var tips: Set<Digest> = []

    init(_ name: String) {
        key = SyncID(name: name)
        replica = Replica(device: key)
    }
}

/// A store, its copy of the folder, and a clock.
struct SimulatedDevice {
    var store: SimulatedStore
    var folder: [String: SimulatedFile] = [:]
    var offset: Int64 = 0
    var backups: [SimulatedStore] = []
    var oldFolders: [[String: SimulatedFile]] = []
}

/// Devices, and a relay between their folders that does what it likes.
struct World {
    static let group = SyncID(name: "group")
    static let epoch = SyncID(name: "epoch")

    var history = History()
    /// The events that entries tell of.
    var events: [Entry: Int] = [:]
    var time: Int64 = 0
    var devices = ["A", "B", "C"].map { SimulatedDevice(store: SimulatedStore($0)) }
    var everything: [String: SimulatedFile] = [:]
    /// The device that was removed.
    var gone: SyncID?
    /// What a removed device did when every member had heard of it.
    var late = Bits()
    /// The events of which something anywhere knows when the relay becomes honest.
    var saved = Bits()
    let leftOut: Rule?
    private var ids = 0
    private var hashes = 0
    private var names = 3

    init(leavingOut leftOut: Rule? = nil) { self.leftOut = leftOut }

    func has(_ rule: Rule) -> Bool { leftOut != rule }

    mutating func newID(_ letter: String) -> SyncID {
        ids += 1
        return SyncID(name: letter + Self.padded(ids, 3))
    }

    mutating func newHash() -> Digest {
        hashes += 1
        return Digest(name: "h" + Self.padded(hashes, 4))
    }

    mutating func newDeviceName() -> String {
        names += 1
        return "D\(names)"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }

    func clock(_ device: Int) -> Int64 { time + devices[device].offset }

    mutating func perform(_ action: Action) {
        time += 1
        let (device, pick, extra) = (action.device % devices.count, action.pick, action.extra)
        let first = history.events.count
        switch action.name {
        case "save": save(device, pick, extra)
        case "import": importSample(device, pick)
        case "edit": edit(device, pick)
        case "delete": delete(device, pick)
        case "bulk": deleteAll(device)
        case "undo": undo(device)
        case "syncsave": saveByIdentifier(device, pick, extra)
        case "put": put(device, pick)
        case "link": link(device, pick, extra)
        case "clock": devices[device].offset = [-1000, 0, 0, 1000, 5][pick % 5]
        case "publish": publish(device, extra)
        case "fold": fold(device)
        case "read": read(device, extra)
        case "carry": carry(device, pick, extra)
        case "carryall": carryAll(device, extra)
        case "hide": hide(device, pick)
        case "earlier": earlier(device, pick)
        case "cut": cut(device, pick)
        case "forge": forge(device, pick)
        case "backup": devices[device].backups.append(devices[device].store)
        case "recover": recover(device, pick)
        case "clone": clone(device)
        case "revoke": revoke(device, pick)
        default: break
        }
        for event in first..<history.events.count { noteLate(device, event) }
    }

    // MARK: What devices hear

    /// The event that an entry tells of, and those of what it carries.
    func heard(_ entries: [Entry]) -> Bits {
        var heard = Bits()
        for entry in entries {
            if let event = events[entry] { heard.insert(event) }
            guard case .restore(let restore) = entry else { continue }
            for version in restore.versions {
                if let event = events[.sample(version)] { heard.insert(event) }
            }
        }
        return heard
    }

    /// A device does something.
    mutating func act(_ device: Int, _ entry: Entry, event: Int?) {
        if event != nil, case .sample(let version) = entry, version.isImported, let known = events[entry] {
            // Two that import the same say the same, and what a member says too counts.
            if devices[device].store.replica.device != gone { late.remove(known) }
        } else if let event {
            events[entry] = event
        }
        devices[device].store.replica.record([entry])
        devices[device].store.known.formUnion(heard([entry]))
    }

    private mutating func noteLate(_ device: Int, _ event: Int) {
        guard let gone, devices[device].store.replica.device == gone else { return }
        let others = devices.map(\.store.replica).filter { $0.device != gone }
        if !others.isEmpty, others.allSatisfy({ $0.removals[gone] != nil }) { late.insert(event) }
    }

    /// The events of which some store or some file anywhere knows: what a lost disk alone knew may be lost.
    mutating func noteSaved() {
        for device in devices { saved.formUnion(device.store.known) }
        for file in everything.values { saved.formUnion(heard(file.segment.entries)) }
    }

    /// The devices that are members.
    var members: [Int] { devices.indices.filter { gone == nil || devices[$0].store.replica.device != gone } }
}

import RandomTesting
import Testing

@testable import HealthKit

@Suite("Room for connections")
struct ServiceRoomTests {
    private typealias Guest = ServiceRoom.Guest

    private static func program(_ name: String) -> ServiceRoom.Holder {
        .program(ProgramIdentity(path: "/bin/\(name)", digest: String(repeating: "0", count: 64)))
    }

    /// Has programs connect and say which they are, as a service does.
    private final class Service {
        var room = ServiceRoom()
        var next: Int32 = 0

        /// - Returns: Whether the newcomer is in.
        func connect(
            _ door: ServiceRoom.Holder,
            _ holder: ServiceRoom.Holder?,
            _ process: Int32,
            isIdle: Bool = true
        ) -> Bool {
            guard make(room.enter(door, process: process)) else { return false }
            var guest = Guest(number: next, holder: door, process: process, lastHeard: Double(next), isIdle: isIdle)
            next += 1
            if let holder {
                guard make(room.settle(holder, process: process)) else { return false }
                guest.holder = holder
            }
            room.guests.append(guest)
            return true
        }

        private func make(_ decision: ServiceRoom.Decision) -> Bool {
            switch decision {
            case .enter: return true
            case .replace(let number):
                room.guests.removeAll { $0.number == number }
                return true
            case .refuse: return false
            }
        }

        func count(_ holder: ServiceRoom.Holder) -> Int { room.guests.count { $0.holder == holder } }
    }

    @Test("A program has 64 connections at most, whatever number of processes it has", arguments: [1, 2, 16, 64, 500])
    func program(processes: Int32) {
        let service = Service()
        for number in 0..<Int32(1_000) {
            _ = service.connect(.unknown(1), Self.program("a"), 1 + number % processes)
        }
        #expect(service.count(Self.program("a")) == 64)
        #expect(service.connect(.unknown(1), Self.program("b"), 9_999))
    }

    @Test("Of one program a process that has all makes room for another")
    func processes() {
        let service = Service()
        for _ in 0..<100 { _ = service.connect(.unknown(1), Self.program("a"), 1) }
        for _ in 0..<10 { #expect(service.connect(.unknown(1), Self.program("a"), 2)) }
        #expect(service.room.guests.count { $0.process == 1 } == 54)
    }

    @Test("A thousand connections without a hello keep nobody out, and the longest idle of them go first")
    func silent() {
        let service = Service()
        for process in 0..<Int32(15) {
            for _ in 0..<60 { _ = service.connect(.unknown(1), nil, process) }
        }
        #expect(service.room.guests.count == 808)
        let oldest = service.room.guests.map(\.number).min()
        #expect(service.connect(.unknown(1), Self.program("a"), 9_999))
        #expect(!service.room.guests.contains { $0.number == oldest })
        for process in 0..<Int32(64) { #expect(service.connect(.owner, .owner, 10_000 + process)) }
        for process in 0..<Int32(128) {
            #expect(service.connect(.verified(nil), .verified("app\(process)"), 20_000 + process))
        }
        #expect(service.room.guests.count == 1_000)
        #expect(service.count(Self.program("a")) == 1)
    }

    @Test("Where the owner has all of the owner's own, the one that was idle longest ends")
    func owners() {
        let service = Service()
        for process in 0..<Int32(200) { #expect(service.connect(.owner, .owner, process)) }
        #expect(service.room.guests.map(\.process) == Array(136..<200))
    }

    @Test("Who works isn't ended as long as others idle; who has one connection isn't ended while it works")
    func working() {
        let service = Service()
        service.room.most = 40
        for process in 0..<Int32(100) {
            _ = service.connect(.unknown(1), Self.program("a\(process)"), process, isIdle: false)
        }
        let first = service.room.guests.map(\.process)
        #expect(first == Array(0..<Int32(first.count)), "those who came first stay")
        _ = service.connect(.unknown(1), Self.program("late"), 1_000)
        #expect(service.count(Self.program("late")) == 0)
    }

    @Test(
        "Whatever programs come, the shares hold and a newcomer with none is let in where one has two",
        arguments: 0..<8
    )
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let service = Service()
        service.room.most = Int.random(in: 60...200, using: &generator)
        for step in 0..<600 {
            let process = Int32.random(in: 1...200, using: &generator)
            let isIdle = Int.random(in: 0..<3, using: &generator) > 0
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: _ = service.connect(.owner, .owner, process, isIdle: isIdle)
            case 1: _ = service.connect(.verified(nil), .verified("v\(process % 3)"), process, isIdle: isIdle)
            case 2: _ = service.connect(.unknown(1), nil, process, isIdle: isIdle)
            default: _ = service.connect(.unknown(1), Self.program("p\(process % 30)"), process, isIdle: isIdle)
            }
            #expect(service.room.guests.count <= service.room.most, "seed \(seed)")
            if step % 100 > 0 { continue }
            for process in 0..<30 { #expect(service.count(Self.program("p\(process)")) <= 64, "seed \(seed)") }
        }
        let others = service.room.guests.filter {
            if case .verified = $0.holder { false } else { $0.holder != .owner }
        }
        let counts = Dictionary(grouping: others, by: \.holder)
        if counts.values.contains(where: { $0.count > 1 }) {
            #expect(service.connect(.unknown(1), Self.program("new"), 9_999), "seed \(seed)")
        }
        let owners = service.room.guests.filter { $0.holder == .owner }
        if owners.contains(where: \.isIdle) { #expect(service.connect(.owner, .owner, 9_999), "seed \(seed)") }
    }
}

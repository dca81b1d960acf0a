import Foundation
import Glibc
import HealthKitStore
import Synchronization
import Testing

@testable import HealthKit

/// A secret that was given in a terminal holds there.
@Suite("The terminal in which the secret was given", .timeLimit(.minutes(10)))
struct OwnerTerminalTests {
    /// A terminal with nobody before it.
    private final class Terminal {
        let master: Int32
        let end: Int32
        /// What a program hands over of it.
        let handedOver: Int32
        private let isClosed = Mutex(false)
        private let isClosedHere = Mutex(false)

        /// Makes one.
        ///
        /// - Parameter isOpen: Whether programs hand it over open, as they do what is no pseudoterminal, and no reference.
        /// - Throws: What the system says.
        init(isOpen: Bool = false) throws {
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            // The terminal at the other end: its number, once it is unlocked.
            let (unlock, numberOf) = (UInt(0x4004_5431), UInt(0x8004_5430))
            var (isLocked, number) = (Int32(0), UInt32(0))
            guard master >= 0, ioctl(master, unlock, &isLocked) == 0, ioctl(master, numberOf, &number) == 0
            else { throw HKError.error(.errorDatabaseInaccessible, String(cString: strerror(errno))) }
            let name = "/dev/pts/\(number)"
            end = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard end >= 0 else { throw HKError.error(.errorDatabaseInaccessible, String(cString: strerror(errno))) }
            handedOver = try isOpen ? dup(end) : #require(OwnerTerminal.reference(to: end, isControlling: false))
        }

        /// Closes it, as a window is closed.
        func hangUp() {
            isClosed.withLock { isClosed in
                if !isClosed { close(master) }
                isClosed = true
            }
        }

        /// Whether the window before it hears that nobody has it open any more.
        func isLeft() -> Bool {
            var polled = pollfd(fd: master, events: 0, revents: 0)
            return poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLHUP) != 0
        }

        /// Has no program open it any more.
        func leave() {
            isClosedHere.withLock { isClosed in
                if !isClosed { close(end) }
                isClosed = true
            }
        }

        deinit {
            hangUp()
            leave()
            close(handedOver)
        }
    }

    private func port(_ service: ProvingService, in terminal: Terminal?) -> ServicePort {
        service.served.port(of: .person, terminal: terminal?.handedOver)
    }

    private func person(_ service: ProvingService, in terminal: Terminal?, _ secret: String? = nil) throws
        -> PersonAccess
    {
        let port = self.port(service, in: terminal)
        if let secret {
            try port.perform(OwnerProveCall(secret: SecretForm(ProofAnswers.secret(secret)), isForOne: false))
        }
        return PersonAccess(HKHealthStore(port: port))
    }

    private func reads(_ person: PersonAccess) -> Bool { (try? person.types()) != nil }

    @Test(
        "It holds for whatever is started in that terminal, and neither in another nor without one",
        arguments: [false, true]
    )
    func there(_ isOpen: Bool) throws {
        let service = try ProvingService()
        let (own, other) = (try Terminal(isOpen: isOpen), try Terminal(isOpen: isOpen))
        #expect(try !reads(person(service, in: own)))
        #expect(try reads(person(service, in: own, "1234")))
        #expect(try reads(person(service, in: own)))
        #expect(try !reads(person(service, in: other)))
        #expect(try !reads(person(service, in: nil)))
        // One that hands over something that is no terminal has none.
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(null) }
        let port = service.served.port(of: .person, terminal: null)
        #expect(!reads(PersonAccess(HKHealthStore(port: port))))
    }

    @Test("It ends with the terminal, also where the next one has its number", arguments: [false, true])
    func closes(_ isOpen: Bool) throws {
        let service = try ProvingService()
        for _ in 0..<20 {
            let terminal = try Terminal(isOpen: isOpen)
            #expect(try !reads(person(service, in: terminal)), "a new one")
            #expect(try reads(person(service, in: terminal, "1234")))
            let open = try person(service, in: terminal)
            #expect(reads(open))
            terminal.hangUp()
            #expect(!reads(open), "a program that outlives its terminal")
        }
    }

    @Test("A window hears that the last program in its terminal has ended, though the secret still holds there")
    func left() throws {
        let service = try ProvingService()
        let terminal = try Terminal()
        let console = try person(service, in: terminal, "1234")
        #expect(reads(console) && !terminal.isLeft())
        terminal.leave()
        #expect(terminal.isLeft())
        #expect(reads(console), "the window is still there")
        terminal.hangUp()
        #expect(!reads(console))
    }

    @Test("Only terminals are taken, and only the controlling one where that is asked for")
    func kinds() throws {
        let terminal = try Terminal()
        #expect(OwnerTerminal.reference(to: terminal.end, isControlling: true) == nil)
        for path in ["/dev/null", "/dev/pts/ptmx", "/dev/pts", "/etc/passwd"] {
            let descriptor = open(path, OwnerTerminal.referring | O_CLOEXEC)
            #expect(descriptor >= 0 && OwnerTerminal(descriptor) == nil, "\(path)")
        }
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(null) }
        #expect(OwnerTerminal.reference(to: null, isControlling: false) == nil)
    }

    @Test("It ends 15 minutes after the last key or command there; what reads by itself has it last no longer")
    func idle() throws {
        let service = try ProvingService()
        let terminal = try Terminal()
        let console = try person(service, in: terminal, "1234")
        #expect(reads(console))
        let screen = try person(service, in: terminal)
        #expect(reads(screen))
        for _ in 0..<3 {
            service.clock.pass(OwnerProof.idleTime / 3 - 1)
            #expect(reads(screen))
        }
        service.clock.pass(4)
        #expect(!reads(screen), "a screen that renews itself is no use")
        // A key is, and a command that begins.
        #expect(try reads(person(service, in: terminal, "1234")))
        service.clock.pass(OwnerProof.idleTime - 1)
        try (screen.store.port as? ServicePort)?.perform(OwnerUseCall())
        service.clock.pass(OwnerProof.idleTime - 1)
        #expect(reads(screen))
        #expect(try reads(person(service, in: terminal)))
        service.clock.pass(OwnerProof.idleTime - 1)
        #expect(reads(screen))
        service.clock.pass(2)
        #expect(!reads(screen))
        // Once it has ended, neither brings it back.
        try (screen.store.port as? ServicePort)?.perform(OwnerUseCall())
        #expect(try !reads(screen) && !reads(person(service, in: terminal)))
    }

    @Test("Without a terminal it holds for the connection of the one command")
    func without() throws {
        let service = try ProvingService()
        let command = try person(service, in: nil, "1234")
        #expect(reads(command) && reads(command))
        #expect(try !reads(person(service, in: nil)))
    }

    @Test("Locking, another PIN, and the removal of what holds end it")
    func forgotten() throws {
        let service = try ProvingService()
        let terminal = try Terminal()
        #expect(try reads(person(service, in: terminal, "1234")))
        try person(service, in: nil).setPIN(ProofAnswers.secret("9876"), current: ProofAnswers.secret("1234"))
        #expect(try !reads(person(service, in: terminal)))
        #expect(try reads(person(service, in: terminal, "9876")))
    }

    @Test("A terminal in which the secret was given isn't kept waiting by wrong ones from elsewhere")
    func ownCount() throws {
        let service = try ProvingService()
        let terminal = try Terminal()
        #expect(try reads(person(service, in: terminal, "1234")))
        service.clock.pass(OwnerProof.idleTime + 1)
        for secret in 0..<5 {
            #expect(throws: HKError.self) { try person(service, in: nil, "wrong-\(secret)") }
        }
        #expect(try port(service, in: nil).perform(OwnerWaitCall(starter: nil)).seconds == 1)
        // The next of anybody else waits; the terminal's own is checked at once.
        #expect(try reads(person(service, in: terminal, "1234")))
        #expect(try port(service, in: nil).perform(OwnerWaitCall(starter: nil)).seconds == 1, "as before")
        // It has a wait of its own, in which nobody else has a part.
        for secret in 0..<5 {
            #expect(throws: HKError.self) { try person(service, in: terminal, "typo-\(secret)") }
        }
        let wait = try port(service, in: terminal).perform(OwnerWaitCall(starter: nil))
        #expect(wait.seconds == 1 && wait.wrong.isEmpty)
    }

    @Test("Descriptors that come later, or more than one, are not taken")
    func others() throws {
        let terminal = try Terminal()
        let terminalKey = try #require(OwnerTerminal(dup(terminal.end)))
        #expect(terminalKey.isOpen)
        terminal.hangUp()
        #expect(!terminalKey.isOpen)
        let caller = OwnerCaller(ServicePeer(process: 1, user: 2, group: 3), expectsTerminal: true)
        #expect(caller.expectsTerminal)
        caller.take(nil)
        caller.take(terminalKey)
        #expect(!caller.expectsTerminal && caller.terminal == nil, "only with the first bytes")
        #expect(!OwnerCaller(ServicePeer(process: 1, user: 2, group: 3)).expectsTerminal)
    }
}

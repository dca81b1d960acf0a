import Foundation

/// Hears from logind, over the system's bus, before the machine goes to sleep and when the person has logged out.
///
/// The machine doesn't sleep before this allows it: logind waits for holders of its ("delay") lock, five seconds by
/// default. Used on the agent's thread; no call blocks.
final class LoginWatch {
    /// An event.
    enum Word: Equatable {
        /// The machine is about to sleep, and waits for ``letSleep()``.
        case sleeps
        /// It has slept.
        case wakes
        /// The person has no session on the machine any more.
        case leaves
    }

    private enum Question {
        case greeting, attention, lock, state
    }

    private let path: String?
    private var connection: BusConnection?
    private var questions: [UInt32: Question] = [:]
    /// As long as it is held the machine waits.
    private var lock: HeldFile?
    private var isAsleep = false
    private var isLoggedIn = false
    /// Whether there was a bus, which ended.
    private var isBroken = false
    private var nextTry: Double?

    /// Whether it is notified before the machine sleeps.
    private(set) var isListening = false

    private static let service = "org.freedesktop.login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let root = "/org/freedesktop/login1"
    private static let bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")

    /// The time after which a bus that ended is looked for again, in seconds.
    private static let pause = 10.0

    /// The path of the system's bus: from `$DBUS_SYSTEM_BUS_ADDRESS`, or the standard one.
    static func standardPath(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        for address in (environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "").split(separator: ";") {
            guard address.hasPrefix("unix:") else { continue }
            for part in address.dropFirst(5).split(separator: ",") where part.hasPrefix("path=") {
                if let path = part.dropFirst(5).removingPercentEncoding { return path }
            }
        }
        return "/run/dbus/system_bus_socket"
    }

    /// Begins to listen.
    ///
    /// - Parameter path: The bus's socket; nil when there is none to listen to.
    init(_ path: String?) {
        self.path = path
        begin()
    }

    /// The descriptor on which events arrive; -1 without a connection.
    var descriptor: Int32 { connection?.descriptor ?? -1 }

    private func begin() {
        guard let path, let connection = BusConnection(path) else { return }
        self.connection = connection
        let (bus, root, interface) = Self.bus
        ask(.greeting, BusMessage(bus, root, interface, "Hello"))
        for member in ["PrepareForSleep", "SessionNew", "SessionRemoved"] {
            let rule =
                "type='signal',sender='\(Self.service)',path='\(Self.root)',interface='\(Self.manager)',member='\(member)'"
            ask(
                member == "PrepareForSleep" ? .attention : .greeting,
                BusMessage(bus, root, interface, "AddMatch", rule)
            )
        }
        askForLock()
        askForState()
    }

    private func ask(_ question: Question, _ message: BusMessage) {
        guard let serial = connection?.send(message) else { return }
        questions[serial] = question
    }

    private func askForLock() {
        let why = "The keys of health stores are forgotten first"
        ask(.lock, BusMessage(Self.service, Self.root, Self.manager, "Inhibit", "sleep", "healthtui", why, "delay"))
    }

    /// Asks what the user's sessions are up to.
    ///
    /// A number in the name of an object has its first digit written in base 16.
    private func askForState() {
        let user = Self.root + "/user/_3\(geteuid())"
        let properties = "org.freedesktop.DBus.Properties"
        ask(.state, BusMessage(Self.service, user, properties, "Get", Self.service + ".User", "State"))
    }

    /// Reads the received data.
    func read() -> [Word] {
        guard let messages = connection?.receive() else {
            end()
            return []
        }
        return messages.compactMap { message in
            switch message.kind {
            case .answer, .error: return hear(message)
            case .signal where message.interface == Self.manager: return heed(message)
            case .signal, .call: return nil
            }
        }
    }

    private func hear(_ answer: BusMessage) -> Word? {
        switch questions.removeValue(forKey: answer.answered) {
        case .attention?: isListening = answer.kind == .answer
        case .lock?: if answer.kind == .answer, !isAsleep { lock = answer.files.first }
        case .state?:
            let isGone = answer.error == "org.freedesktop.DBus.Error.UnknownObject"
            // Anything but an answer is ignored.
            guard let state = answer.variantText ?? (isGone ? "offline" : nil) else { return nil }
            let wasLoggedIn = isLoggedIn
            isLoggedIn = ["active", "online"].contains(state)
            return wasLoggedIn && !isLoggedIn ? .leaves : nil
        case .greeting?, nil: break
        }
        return nil
    }

    private func heed(_ signal: BusMessage) -> Word? {
        switch signal.member {
        case "PrepareForSleep":
            // One that does not say which counts as going to sleep.
            isAsleep = signal.number != 0
            if !isAsleep, lock == nil { askForLock() }
            return isAsleep ? .sleeps : .wakes
        case "SessionNew", "SessionRemoved": askForState()
        default: break
        }
        return nil
    }

    /// Lets the machine sleep.
    func letSleep() { lock = nil }

    /// Looks for the bus again, some time after it ended.
    func passTime(_ now: Double) {
        guard connection == nil, isBroken else { return }
        guard let next = nextTry else {
            nextTry = now + Self.pause
            return
        }
        guard next <= now else { return }
        nextTry = nil
        begin()
    }

    private func end() {
        connection = nil
        questions = [:]
        lock = nil
        (isListening, isAsleep, isBroken) = (false, false, true)
    }
}

import Foundation

/// Hears from logind, over the system's bus, when the screen of a session of the person's is locked.
///
/// Locking it with `loginctl` makes logind send its Lock signal; a desktop that locks it by its own key or timeout sets the
/// session's LockedHint. Either counts. For use by one thread.
package final class ScreenLockWatch {
    private enum Question: Equatable {
        case greeting
        /// Whether a session is locked.
        case hint(String)
        /// The name of the user whose session was locked.
        case name(String)
    }

    private let path: String
    private let user: String
    private var connection: BusConnection?
    private var questions: [UInt32: Question] = [:]
    /// Sessions that said that they are locked, so that other changes of theirs don't count again.
    private var locked: Set<String> = []

    private static let service = "org.freedesktop.login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let sessions = "/org/freedesktop/login1/session"

    /// The time after which a bus that ended is looked for again, in milliseconds.
    private static let pause: Int32 = 10_000

    /// Makes a watch, which listens once it is run.
    ///
    /// - Parameters:
    ///   - path: The bus's socket; as `$DBUS_SYSTEM_BUS_ADDRESS` says, else where it is everywhere.
    ///   - user: The name of the person.
    package init(_ path: String? = nil, user: String? = nil) {
        self.path = path ?? LoginWatch.standardPath()
        self.user = user ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
    }

    /// Listens until the process ends, also to a bus that begins later.
    ///
    /// - Parameter heard: Called when a screen is locked.
    package func run(_ heard: () -> Void) {
        while true {
            begin()
            var polled = pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            while connection != nil {
                // Whether it was interrupted or not, everything available is read.
                _ = poll(&polled, 1, -1)
                for _ in 0..<read() { heard() }
            }
            _ = poll(nil, 0, Self.pause)
        }
    }

    /// The descriptor on which events arrive; -1 without a connection.
    var descriptor: Int32 { connection?.descriptor ?? -1 }

    /// Whether something that was asked wasn't answered yet.
    var isWaiting: Bool { !questions.isEmpty }

    /// Begins to listen, where there is a bus.
    func begin() {
        (questions, locked) = ([:], [])
        connection = BusConnection(path)
        let bus = "org.freedesktop.DBus"
        ask(.greeting, BusMessage(bus, "/org/freedesktop/DBus", bus, "Hello"))
        for rule in [
            "interface='\(Self.session)',member='Lock'",
            "interface='\(Self.properties)',member='PropertiesChanged',path_namespace='\(Self.sessions)'",
        ] {
            let whole = "type='signal',sender='\(Self.service)',\(rule)"
            ask(.greeting, BusMessage(bus, "/org/freedesktop/DBus", bus, "AddMatch", whole))
        }
    }

    private func ask(_ question: Question, _ message: BusMessage) {
        guard let serial = connection?.send(message) else { return }
        questions[serial] = question
    }

    private func ask(_ question: Question, of session: String, _ property: String) {
        ask(question, BusMessage(Self.service, session, Self.properties, "Get", Self.session, property))
    }

    /// Reads the received data.
    ///
    /// - Returns: How often a screen of the person's was locked.
    func read() -> Int {
        guard let messages = connection?.receive() else {
            connection = nil
            return 0
        }
        return messages.count { message in
            switch message.kind {
            case .answer, .error: return hear(message)
            case .signal:
                heed(message)
                return false
            case .call: return false
            }
        }
    }

    private func heed(_ signal: BusMessage) {
        guard signal.path.hasPrefix(Self.sessions + "/") else { return }
        switch (signal.interface, signal.member) {
        case (Self.session, "Lock"): ask(.name(signal.path), of: signal.path, "Name")
        case (Self.properties, "PropertiesChanged"): ask(.hint(signal.path), of: signal.path, "LockedHint")
        default: break
        }
    }

    private func hear(_ answer: BusMessage) -> Bool {
        switch questions.removeValue(forKey: answer.answered) {
        case .hint(let session)?:
            guard answer.variantFlag == true else {
                locked.remove(session)
                return false
            }
            if locked.insert(session).inserted { ask(.name(session), of: session, "Name") }
            return false
        case .name?:
            // A session that ended meanwhile may have been the person's: locking once too often does no harm.
            return answer.variantText.map { $0 == user } ?? true
        case .greeting?, nil: return false
        }
    }
}

import Foundation
import Glibc

/// A moment by two clocks: one that counts since the machine started and can't be set, and the wall clock.
package struct WakeMoment: Codable, Hashable, Sendable {
    /// The boot ID of the machine's start that the seconds count from.
    package var boot: String
    /// Seconds since the machine started, those of a suspended machine included.
    package var seconds: Double
    /// The wall clock, in seconds since the reference date.
    package var wall: Double

    package init(boot: String, seconds: Double, wall: Double) {
        self.boot = boot
        self.seconds = seconds
        self.wall = wall
    }

    /// The system's file with the current boot ID.
    private static let bootFile = "/proc/sys/kernel/random/boot_id"

    /// The current boot ID; if the system has none, every process uses its own.
    private static let currentBoot: String = {
        let text = try? String(contentsOfFile: bootFile, encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? UUID().uuidString
    }()

    /// The reason waits use the wall clock after a restart of the program; `nil` if they don't.
    package static var problem: String? {
        guard !FileManager.default.isReadableFile(atPath: bootFile) else { return nil }
        return "\(bootFile) can't be read: after a restart of this program, waits go by the wall clock"
    }

    /// The current moment.
    package static func now() -> WakeMoment {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return WakeMoment(
            boot: currentBoot,
            seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
            wall: Date().timeIntervalSinceReferenceDate
        )
    }
}

/// A wait that survives the end of the process and a restart of the machine.
///
/// Within one boot, it uses the monotonic clock. After a restart only the wall clock remains: the rest of the wait is
/// measured by that clock, and is never longer than before.
package struct WakeTimer: Codable, Hashable, Sendable {
    private var boot: String
    private var end: Double
    private var wall: Double
    private let wait: Double

    /// A wait that begins now.
    ///
    /// - Parameters:
    ///   - wait: The duration in seconds.
    ///   - now: The current moment.
    package init(_ wait: Double, after now: WakeMoment) {
        self.wait = wait
        boot = now.boot
        end = now.seconds + wait
        wall = now.wall + wait
    }

    /// The remaining seconds; 0 when it is over.
    package func remaining(_ now: WakeMoment, _ rules: WakeRules = WakeRules()) -> Double {
        if rules.holds(.bootClock), boot == now.boot { return max(0, end - now.seconds) }
        return max(0, rules.holds(.boundedWait) ? min(wall - now.wall, wait) : wall - now.wall)
    }

    /// Accounts for a restart of the machine or a change of the wall clock.
    ///
    /// - Returns: Whether it must be saved.
    package mutating func carry(to now: WakeMoment, _ rules: WakeRules = WakeRules()) -> Bool {
        let left = remaining(now, rules)
        guard boot != now.boot || (left > 0 && abs(now.wall + left - wall) > 2) else { return false }
        boot = now.boot
        end = now.seconds + left
        wall = now.wall + left
        return true
    }
}

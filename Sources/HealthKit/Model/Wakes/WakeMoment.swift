import Foundation
import Glibc

/// A moment by two clocks: one that counts since the machine started and can't be set, and the wall clock.
package struct WakeMoment: Codable, Hashable, Sendable {
    /// Which start of the machine the seconds count from.
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

    /// Where the system says which start of the machine this is.
    private static let bootFile = "/proc/sys/kernel/random/boot_id"

    /// Which start of the machine this is; where the system doesn't say, every process counts as one of its own.
    private static let currentBoot: String = {
        let text = try? String(contentsOfFile: bootFile, encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? UUID().uuidString
    }()

    /// Why waits go by the wall clock when the program starts again; `nil` where they don't.
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

/// A wait that outlives the process and the machine's restart.
///
/// Within one start of the machine it ends by the clock that can't be set. After a restart only the wall clock is left: the wait
/// goes on for what that says is left, and never for longer than it was.
package struct WakeTimer: Codable, Hashable, Sendable {
    private var boot: String
    private var end: Double
    private var wall: Double
    private let wait: Double

    /// A wait that begins now.
    ///
    /// - Parameters:
    ///   - wait: How long, in seconds.
    ///   - now: The current moment.
    package init(_ wait: Double, after now: WakeMoment) {
        self.wait = wait
        boot = now.boot
        end = now.seconds + wait
        wall = now.wall + wait
    }

    /// How many seconds are left; 0 when it is over.
    package func remaining(_ now: WakeMoment, _ rules: WakeRules = WakeRules()) -> Double {
        if rules.holds(.bootClock), boot == now.boot { return max(0, end - now.seconds) }
        return max(0, rules.holds(.boundedWait) ? min(wall - now.wall, wait) : wall - now.wall)
    }

    /// Notes what a restart of the machine or a setting of the wall clock changed.
    ///
    /// - Returns: Whether anything is to be saved.
    package mutating func carry(to now: WakeMoment, _ rules: WakeRules = WakeRules()) -> Bool {
        let left = remaining(now, rules)
        guard boot != now.boot || (left > 0 && abs(now.wall + left - wall) > 2) else { return false }
        boot = now.boot
        end = now.seconds + left
        wall = now.wall + left
        return true
    }
}

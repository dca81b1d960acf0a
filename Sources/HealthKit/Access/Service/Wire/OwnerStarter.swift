import Foundation
import Glibc
import HealthKitStore

/// The program that started the one giving a secret, as that one claims: a shell, or whatever makes the tries.
package struct OwnerStarter: Codable, Hashable, Sendable {
    package var process: Int32
    /// Its path.
    package var program: String

    package init(process: Int32, program: String) { (self.process, self.program) = (process, program) }

    /// The program that started this process.
    static var current: OwnerStarter {
        let process = getppid()
        // The console's group hides the console's parent process from the console itself.
        let path = FileGroup.ofPerson {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer -> String? in
                guard let start = buffer.baseAddress else { return nil }
                let count = readlink("/proc/\(process)/exe", start, buffer.count)
                guard count > 0 else { return nil }
                return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        return OwnerStarter(process: process, program: path ?? "")
    }

    /// The text for a person.
    var text: String {
        let shown = String(program.unicodeScalars.prefix(200)).printable
        return shown.isEmpty ? "process \(process)" : "\(shown) (process \(process))"
    }
}

/// The wait of a try of the secret, and the programs that it waits for.
package struct OwnerWait: Codable, Hashable, Sendable {
    /// The maximum number of seconds until it is checked, if those before it are wrong.
    package var seconds: Double
    /// The programs and processes that gave wrong secrets, those with most first.
    package var wrong: [String]

    package init(seconds: Double, wrong: [String]) { (self.seconds, self.wrong) = (seconds, wrong) }
}

import Foundation
import HealthKitStore

/// The SHA-256 of a program, by which it is recognized.
package enum ProgramDigest {
    /// Reads a program's file.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: 64 hexadecimal digits.
    /// - Throws: `errorInvalidArgument` for a file that can't be read.
    package static func hexadecimal(ofFile path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw HKError.invalid("The program can't be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw HKError.invalid("The program isn't a file")
        }
        do {
            return try FileDigest.hexadecimal(of: descriptor)
        } catch {
            throw HKError.invalid("The program can't be read: \(error)")
        }
    }
}

import CHealthKitStoreFileSystem
import Foundation

/// With which group this process makes and opens files.
///
/// A program may have another group than the person, by which a service knows it; no file of the person's is to have that.
package enum FileGroup {
    /// Makes this thread, and threads started from now on, create and open files with the person's own group.
    package static func useOwn() { _ = store_use_file_group(getgid()) }

    /// Runs a closure with the person's own group for its files, on this thread alone.
    package static func ofPerson<T>(_ body: () throws -> T) rethrows -> T { try with(getgid(), body) }

    /// Runs a closure with the program's group for its files, on this thread alone.
    package static func ofProgram<T>(_ body: () throws -> T) rethrows -> T { try with(getegid(), body) }

    private static func with<T>(_ group: gid_t, _ body: () throws -> T) rethrows -> T {
        let before = store_use_file_group(group)
        defer { _ = store_use_file_group(before) }
        return try body()
    }
}

import CStoreFileSystem
import Foundation

/// With which group this process makes and opens files.
package enum FileGroup {
    /// Does something with files as the person's own group does, on this thread alone.
    ///
    /// A program may have another group, by which a service knows it; no file of the person's is to have that.
    package static func ofPerson<T>(_ body: () throws -> T) rethrows -> T {
        store_use_file_group(getgid())
        defer { store_use_file_group(getegid()) }
        return try body()
    }
}

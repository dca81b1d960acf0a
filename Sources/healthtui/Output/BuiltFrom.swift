import Foundation

/// The commit that a program was built from, recorded by the linker: `make release` sets the program's build id to it,
/// so that no source file changes with every commit, which would cause recompiling.
enum BuiltFrom {
    /// The prefix of our build ids; others are created by the linker.
    static let mark: [UInt8] = [0x68, 0x6b]

    /// The commit of this program in short, such as `1f2e3d4c5b`, with `+` when files had changed since; `nil` if it
    /// wasn't linked by `make`.
    static let commit: String? = note().flatMap { read($0) }

    /// The commit in a build id.
    ///
    /// - Parameter identifier: The mark, 20 bytes of the commit, and 1 when files had changed since, else 0.
    /// - Returns: The commit in short; `nil` for another linker's build id.
    static func read(_ identifier: [UInt8]) -> String? {
        guard identifier.count == mark.count + 21, identifier.starts(with: mark) else { return nil }
        let commit = identifier[mark.count...].prefix(5)
            .map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        return commit.joined() + (identifier[mark.count + 20] == 0 ? "" : "+")
    }

    /// The build id of the running program; the linker puts it near the beginning of the file.
    private static func note() -> [UInt8]? {
        guard let program = FileHandle(forReadingAtPath: "/proc/self/exe") else { return nil }
        defer { try? program.close() }  // Only read.
        // An unreadable program has no commit.
        guard let head = try? program.read(upToCount: 65_536) else { return nil }
        return head.withUnsafeBytes { identifier(inProgram: $0) }
    }

    /// The build id in the beginning of an ELF file of 64 bits: its program headers name the segments that hold notes.
    static func identifier(inProgram file: UnsafeRawBufferPointer) -> [UInt8]? {
        func number<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> Int? {
            guard offset >= 0, offset <= file.count - MemoryLayout<T>.size else { return nil }
            return Int(exactly: T(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: T.self)))
        }
        guard file.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]), let table = number(32, UInt64.self),
            let size = number(54, UInt16.self), let count = number(56, UInt16.self), table <= file.count
        else { return nil }
        for header in (0..<count).map({ table + $0 * size }) where number(header, UInt32.self) == Int(PT_NOTE) {
            guard let start = number(header + 8, UInt64.self), let length = number(header + 32, UInt64.self),
                start <= file.count, length <= file.count - start
            else { continue }
            if let found = identifier(in: UnsafeRawBufferPointer(rebasing: file[start..<(start + length)])) {
                return found
            }
        }
        return nil
    }

    /// The build id among ELF notes: each is the length of its name, of its content and its type, then both, padded to four bytes.
    static func identifier(in notes: UnsafeRawBufferPointer) -> [UInt8]? {
        func word(_ offset: Int) -> Int { Int(notes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        func padded(_ length: Int) -> Int { (length + 3) & ~3 }
        var offset = 0
        while offset + 12 <= notes.count {
            let name = word(offset)
            let content = word(offset + 4)
            let kind = word(offset + 8)
            let start = offset + 12 + padded(name)
            guard start + content <= notes.count else { return nil }
            let isGNU = name == 4 && notes[(offset + 12)..<(offset + 16)].elementsEqual("GNU\0".utf8)
            if kind == 3 && isGNU { return Array(notes[start..<(start + content)]) }
            offset = start + padded(content)
        }
        return nil
    }
}

import Foundation
import Glibc

/// The memory of a running program, as a core dump or a debugger would have it.
package struct ProcessImage {
    /// A piece of its memory.
    package struct Mapping: Sendable {
        package let addresses: Range<UInt>
        package let isReadable: Bool
        package let isWritable: Bool
        /// What the piece is a file's, or made for.
        package let name: String
        /// Whether it is left out of core dumps.
        package fileprivate(set) var isLeftOut = false
    }

    private let process: pid_t
    package let mappings: [Mapping]

    /// Whether the system lets a program look into those that it started.
    package static var isAllowed: Bool {
        let scope = try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)
        return geteuid() == 0 || (Int(scope?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "0") ?? 0) < 2
    }

    /// Looks into a program; nil when the system forbids it.
    package init?(of process: pid_t) {
        let text = String(decoding: Self.contents("/proc/\(process)/smaps"), as: UTF8.self)
        if text.isEmpty { return nil }
        self.process = process
        var mappings: [Mapping] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            if words[0] == "VmFlags:" {
                if !mappings.isEmpty { mappings[mappings.count - 1].isLeftOut = words.contains("dd") }
            } else if let addresses = Self.addresses(words[0]), words.count > 1 {
                mappings.append(
                    Mapping(
                        addresses: addresses,
                        isReadable: words[1].hasPrefix("r"),
                        isWritable: words[1].dropFirst().hasPrefix("w"),
                        name: words.count > 5 ? words[5...].joined(separator: " ") : ""
                    )
                )
            }
        }
        self.mappings = mappings
    }

    /// A file of the system's, read to its end: Foundation reads only the beginning of one that says that it is empty.
    ///
    /// - Parameter path: The file.
    /// - Returns: What is in it; nothing when it cannot be read.
    package static func contents(_ path: String) -> Data {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return Data() }
        defer { close(file) }
        var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { return Data(bytes) }
            bytes += piece[..<count]
        }
    }

    private static func addresses(_ word: Substring) -> Range<UInt>? {
        let ends = word.split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }

    /// How often each of some runs of bytes stands in memory.
    ///
    /// - Parameters:
    ///   - patterns: The bytes.
    ///   - isMeant: Which pieces are looked at, of those that can be read.
    /// - Returns: The numbers; nil when the system forbids to look.
    package func counts(of patterns: [[UInt8]], where isMeant: (Mapping) -> Bool = { _ in true }) -> [Int]? {
        let file = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var counts = [Int](repeating: 0, count: patterns.count)
        let overlap = (patterns.map(\.count).max() ?? 1) - 1
        var piece = [UInt8](repeating: 0, count: 4 << 20)
        for mapping in mappings where mapping.isReadable && !mapping.name.hasPrefix("[v") && isMeant(mapping) {
            var place = mapping.addresses.lowerBound
            while place < mapping.addresses.upperBound {
                let wanted = min(UInt(piece.count), mapping.addresses.upperBound - place)
                let count = piece.withUnsafeMutableBytes { pread(file, $0.baseAddress, Int(wanted), off_t(place)) }
                // A guard page, or one that is gone by now.
                guard count > 0 else {
                    place += 4096
                    continue
                }
                // What stands over the end of this piece is found in the next.
                let isLast = place + UInt(count) >= mapping.addresses.upperBound
                for (index, pattern) in patterns.enumerated() {
                    counts[index] += Self.occurrences(of: pattern, in: piece, count)
                }
                place += isLast || count <= overlap ? UInt(count) : UInt(count - overlap)
            }
        }
        return counts
    }

    /// How often some bytes stand in memory; nil when the system forbids to look.
    package func count(of pattern: [UInt8], where isMeant: (Mapping) -> Bool = { _ in true }) -> Int? {
        counts(of: [pattern], where: isMeant)?[0]
    }

    /// How often some bytes stand in one piece of memory; nil when the system forbids to look.
    package func count(of pattern: [UInt8], in mapping: Mapping) -> Int? {
        count(of: pattern) { $0.addresses == mapping.addresses }
    }

    /// The programs that a program has started and that run.
    package static func children(of process: pid_t) -> [pid_t] {
        String(decoding: contents("/proc/\(process)/task/\(process)/children"), as: UTF8.self).split(separator: " ")
            .compactMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    private static func occurrences(of pattern: [UInt8], in bytes: [UInt8], _ count: Int) -> Int {
        bytes.withUnsafeBytes { bytes in
            pattern.withUnsafeBytes { pattern in
                guard let start = bytes.baseAddress, let wanted = pattern.baseAddress else { return 0 }
                var (found, place) = (0, 0)
                let last = count - pattern.count
                while place <= last,
                    let next = memchr(start + place, Int32(pattern[0]), last - place + 1)
                {
                    if memcmp(next, wanted, pattern.count) == 0 { found += 1 }
                    place = UnsafeRawPointer(next) - start + 1
                }
                return found
            }
        }
    }
}

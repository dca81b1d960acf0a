import Foundation
import RandomTesting

@testable import HealthtuiExchange

/// Damages FIT files below their sums, so that the damage reaches the decoder.
struct FITMutator {
    private let bodies: [[UInt8]]
    private(set) var random: SeededGenerator

    /// A mutator of whole files.
    init(_ files: [[UInt8]], seed: UInt64) {
        random = SeededGenerator(seed: seed)
        bodies = files.flatMap(Self.bodies)
    }

    /// The next damaged file.
    mutating func next() -> [UInt8] {
        let parts = Int.random(in: 0..<8, using: &random) == 0 ? 2 : 1
        var file: [UInt8] = []
        for _ in 0..<parts { file += FITMaker.part(damaged(bodies.randomElement(using: &random) ?? [])) }
        // Some are damaged as disks and transfers do it: the sums are wrong, or the end is lost.
        switch Int.random(in: 0..<12, using: &random) {
        case 0: file = damaged(file)
        case 1: file.removeLast(Int.random(in: 0...file.count, using: &random))
        default: break
        }
        return file
    }

    private mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...9, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 3..<5 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 5..<7 where place < bytes.count:
                bytes[place] =
                    [0, 1, 3, 4, 0x40, 0x60, 0x80, 0x9F, 0x7F, 0xFD, 0xFF].randomElement(using: &random) ?? 0
            case 7: bytes.removeSubrange(place..<end)
            case 8: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default:
                let other = bodies.randomElement(using: &random) ?? []
                let start = Int.random(in: 0...other.count, using: &random)
                bytes.insert(contentsOf: other[start..<min(other.count, start + 24)], at: place)
            }
        }
        return bytes
    }

    /// The records of each part of a whole file.
    private static func bodies(_ file: [UInt8]) -> [[UInt8]] {
        var bodies: [[UInt8]] = []
        var start = 0
        while start + 14 <= file.count {
            let size = (0..<4).reduce(0) { $0 | Int(file[start + 4 + $1]) << (8 * $1) }
            let body = start + Int(file[start])
            guard body + size + 2 <= file.count else { break }
            bodies.append(Array(file[body..<body + size]))
            start = body + size + 2
        }
        return bodies
    }
}

import Foundation

/// The five classes of a heat map: numbers as they are written, with round bounds between them.
package struct HeatLevels: Hashable, Sendable {
    /// The first number of each class but the lowest, ascending; at most four.
    package let bounds: [Double]
    /// The decimal places that the numbers have.
    private let decimals: Int

    /// The classes of some numbers.
    ///
    /// - Parameter written: The numbers, as they are written.
    package init(_ written: [Double]) {
        let numbers = written.filter(\.isFinite)
        let decimals = Self.decimals(of: numbers)
        self.decimals = decimals
        guard let least = numbers.min(), let most = numbers.max() else {
            bounds = []
            return
        }
        bounds = Self.bounds(least, most, decimals)
    }

    /// The class of a number, from 0.
    package func level(_ number: Double) -> Int {
        let tolerance = pow(10, -Double(decimals)) / 1_000
        return bounds.count { number >= $0 - tolerance }
    }

    /// The first and the last number of each class; the lowest has no first one, and the highest no last one.
    package var ranges: [(first: Double?, last: Double?)] {
        (0...bounds.count)
            .map { level in
                let first = level > 0 ? bounds[level - 1] : nil
                let next = level < bounds.count ? bounds[level] : nil
                return (first, next.map { Self.rounded($0 - pow(10, -Double(decimals)), decimals) })
            }
    }

    private static let mostDecimals = 3
    private static let classes = 5.0
    private static let factors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5]

    /// The fewest decimal places that write all numbers.
    private static func decimals(of numbers: [Double]) -> Int {
        (0..<mostDecimals)
            .first { places in
                let unit = pow(10, Double(places))
                return numbers.allSatisfy { abs($0 * unit - ($0 * unit).rounded()) <= 1e-6 * max(1, abs($0 * unit)) }
            } ?? mostDecimals
    }

    /// The bounds of the smallest round step by which five classes hold all numbers.
    private static func bounds(_ least: Double, _ most: Double, _ decimals: Int) -> [Double] {
        let size = most - least
        let unit = pow(10, -Double(decimals))
        guard size.isFinite, size >= unit / 2, max(abs(least), abs(most)) < 1e12 else { return [] }
        let exponent = Int(log10(size / classes).rounded(.down))
        for power in (exponent - 1)...(exponent + 3) {
            for factor in factors {
                let step = factor * pow(10, Double(power))
                let whole = step / unit
                guard whole >= 0.999, abs(whole - whole.rounded()) < 1e-6 * whole else { continue }
                let base = (least / step + 1e-9).rounded(.down)
                guard (base + classes) * step > most + unit / 1_000 else { continue }
                return (1..<Int(classes)).map { rounded((base + Double($0)) * step, decimals) }
                    .filter { $0 <= most + unit / 1_000 }
            }
        }
        return []
    }

    private static func rounded(_ number: Double, _ decimals: Int) -> Double {
        let unit = pow(10, Double(decimals))
        return (number * unit).rounded() / unit
    }
}

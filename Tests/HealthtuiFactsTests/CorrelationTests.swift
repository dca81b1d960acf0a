import Foundation
import HealthtuiFacts
import Testing

/// Coefficients against answers that are known.
@Suite struct CorrelationTests {
    private func near(_ number: Double?, _ expected: Double) -> Bool {
        number.map { abs($0 - expected) < 1e-9 } ?? false
    }

    @Test("Pearson's coefficient is 1 on a rising line, −1 on a falling one, and the textbook's in between")
    func pearson() {
        #expect(near(Correlation.pearson([1, 2, 3], [10, 20, 30]), 1))
        #expect(near(Correlation.pearson([1, 2, 3], [5, 3, 1]), -1))
        // Deviations −2 … 2 and −1, 0, −2, 2, 1: 6 over the root of 10 · 10.
        #expect(near(Correlation.pearson([1, 2, 3, 4, 5], [2, 3, 1, 5, 4]), 0.6))
        // Anscombe's first set.
        let x: [Double] = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
        #expect(abs((Correlation.pearson(x, y) ?? 0) - 0.81642) < 1e-5)
    }

    @Test("Spearman's coefficient is of the order alone, and equal numbers share their rank")
    func spearman() {
        #expect(near(Correlation.spearman([1, 2, 3, 4], [1, 10, 100, 1_000]), 1))
        #expect(near(Correlation.spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7]), 0.8207826816681233))
        // Two pairs of equal numbers: ranks 1.5, 1.5, 3.5, 3.5 against 1, 2, 3, 4.
        #expect(near(Correlation.spearman([1, 1, 2, 2], [1, 2, 3, 4]), 0.8944271909999159))
    }

    @Test("No two points make a coefficient, nor does what never changes, nor a number that is none")
    func nothing() {
        #expect(Correlation.pearson([], []) == nil)
        #expect(Correlation.pearson([1], [1]) == nil)
        #expect(Correlation.pearson([1, 2], [1, 2]) == nil)
        #expect(Correlation.spearman([1, 2], [2, 1]) == nil)
        #expect(Correlation.pearson([1, 1, 1], [1, 2, 3]) == nil)
        #expect(Correlation.pearson([1, 2, 3], [0.1, 0.1, 0.1]) == nil)
        #expect(Correlation.pearson([1, .nan, 3], [1, 2, 3]) == nil)
        #expect(Correlation.pearson([1, .infinity, 3], [1, 2, 3]) == nil)
    }

    @Test("Numbers of any size have the coefficient of their shape")
    func sizes() {
        #expect(near(Correlation.pearson([1e200, 2e200, 3e200], [1, 2, 3]), 1))
        #expect(near(Correlation.pearson([1e-200, 2e-200, 3e-200], [3, 2, 1]), -1))
    }

    private func points(_ numbers: [(Double?, Double?)]) -> [TypeComparison.Point] {
        numbers.enumerated()
            .map { TypeComparison.Point(Date(timeIntervalSince1970: Double($0) * 86_400), $1.0, $1.1) }
    }

    @Test("Only days with both count as pairs, and a change is from one day to the next, not over a gap")
    func gaps() {
        let comparison = TypeComparison(
            points(
                [(1, 2), (nil, 3), (3, 6), (4, nil)]
                    + (5...12).map { day -> (Double?, Double?) in (Double(day), Double(day + (day < 7 ? day : 7))) }
            ),
            period: .day
        )
        #expect(comparison.pairs == 10)
        #expect(comparison.pearson.map { $0 > 0.9 } == true)
        // From 5 to 12 seven changes of 1, none over the gaps: they never change.
        #expect(comparison.changes == nil)
    }

    @Test("Nine pairs have no coefficients, ten have")
    func fewest() {
        let numbers: [(Double?, Double?)] = (0..<10).map { (Double($0), Double($0 * $0)) }
        let few = TypeComparison(points(Array(numbers.dropLast())), period: .day)
        #expect(few.pairs == 9 && few.pearson == nil && few.spearman == nil && few.changes == nil && few.lag == nil)
        #expect(near(TypeComparison(points(numbers), period: .day).spearman, 1))
    }

    @Test("A lag is found where one follows the other, and with its direction; none where both move at once")
    func lag() {
        let wave: [Double?] = (0..<60).map { sin(Double($0 * $0)) }
        let later: [Double?] = [nil, nil, nil] + wave.dropLast(3)
        let follows = points(Array(zip(wave, later)))
        #expect(TypeComparison(follows, period: .day).lag?.steps == 3)
        let earlier: [Double?] = [nil, nil] + wave.dropLast(2)
        let precedes = points(Array(zip(earlier, wave)))
        #expect(TypeComparison(precedes, period: .day).lag?.steps == -2)
        #expect(TypeComparison(points(Array(zip(wave, wave))), period: .day).lag == nil)
        #expect(TypeComparison(points([(1, 1), (2, 2)]), period: .day).lag == nil)
    }

    @Test("The words say what a drift is, what too few pairs are, and never that one causes the other")
    func words() {
        let drifting: [(Double?, Double?)] = (0..<40)
            .map { week in
                let time = Double(week)
                return (80 - time / 10, 400 + time * 5)
            }
        let drift = TypeComparison(points(drifting), period: .week)
        let words = ComparisonWords(drift, first: "Weight", second: "Active Energy")
        #expect(words.found.hasPrefix("Over these 40 weeks Weight fell while Active Energy rose."))
        #expect(words.found.contains("any two drifts correlate"))
        #expect(words.limits.contains("None of this proves"))
        let few = ComparisonWords(TypeComparison(points([(1, 1)]), period: .day), first: "A", second: "B")
        #expect(few.found.contains("1 day with both"))
        let constant = TypeComparison(points((1...10).map { (1, Double($0)) }), period: .day)
        #expect(ComparisonWords(constant, first: "A", second: "B").found.contains("the same all the time"))
    }
}

import RandomTesting
import Testing

@testable import HealthtuiExchange

@Suite("Decimal numbers")
struct DecimalTests {
    private func expectAgreement(_ text: String, _ note: String = "") {
        let ours = withByteSlice(of: text) { $0.decimal }
        let theirs = Double(text)
        #expect(ours?.bitPattern == theirs?.bitPattern, "\(text) \(note)")
    }

    @Test(
        "are what Double makes of them",
        arguments: [
            "0", "-0", "+5", "72", "0.1", "70.4", "5.19412346680959", "0.4971749504535062", "48.74499999999999",
            "139.3170000000021", "123456789012345678", "1234567890123456789", "9007199254740993", "9007199254740992.5",
            "18446744073709551615", "18446744073709551616", "1e5", "1E-7", "2.5e+3", "1e22", "1e23", "1e308", "1e309",
            "4.9e-324", "0.0000000000000000001", "0.00000000000000000001", "1e-19", "1e-20", "9999999999999999999e-19",
            "inf", "-inf", "nan", "infinity", "0x1p3", "5.", ".5", "1e", "1e+", "1e0005", "1e99999",
            "00000000000000000000001.5",
        ]
    )
    func known(text: String) {
        expectAgreement(text)
    }

    @Test(
        "that are none are refused",
        arguments: ["", "-", "+", ".", "1,5", "1.2.3", " 1", "1 ", "1e5x", "12a", "--1", "1_000", "HKCategoryValue"]
    )
    func none(text: String) {
        expectAgreement(text)
        #expect(withByteSlice(of: text) { $0.decimal } == nil)
    }

    @Test("are bit for bit what Double makes of them, for random digits")
    func random() {
        var random = SeededGenerator("decimals")
        for _ in 0..<40_000 {
            let digits = String(
                (0..<Int.random(in: 1...20, using: &random))
                    .map { _ in Character("\(Int.random(in: 0...9, using: &random))") }
            )
            var text = Bool.random(using: &random) ? "-" + digits : digits
            if Bool.random(using: &random) {
                let point = text.index(text.startIndex, offsetBy: Int.random(in: 1...text.count, using: &random))
                text.insert(".", at: point)
            }
            if Int.random(in: 0..<8, using: &random) == 0 { text += "e\(Int.random(in: -30...30, using: &random))" }
            expectAgreement(text, "seed \(random.seed)")
        }
    }

    @Test("come back from their shortest text, for random doubles of everyday size")
    func shortestText() {
        var random = SeededGenerator("doubles")
        for _ in 0..<20_000 {
            let value =
                Double.random(in: -1...1, using: &random)
                * [1, 100, 1e6, 1e-6, 1e15][Int.random(in: 0..<5, using: &random)]
            expectAgreement("\(value)", "seed \(random.seed)")
        }
    }

    @Test("half way between two doubles go to the even one")
    func ties() {
        // 2^53 + 1 and its like, with as many decimals as leave the product below 64 bits.
        for base in stride(from: UInt64(9_007_199_254_740_993), to: 9_007_199_254_741_100, by: 1) {
            expectAgreement("\(base)")
            expectAgreement("\(base).0")
            expectAgreement("\(base).00")
            expectAgreement("\(base / 10).\(base % 10)")
        }
    }
}

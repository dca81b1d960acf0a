import Testing

@testable import HealthKitStore

@Suite("Secret bytes") struct SecretBytesTests {
    @Test("Taking bytes over wipes where they were")
    func taken() throws {
        var bytes: [UInt8] = [1, 2, 3, 4]
        let secret = try SecretBytes(taking: &bytes)
        #expect(bytes == [0, 0, 0, 0])
        #expect(secret.withBytes { Array($0) } == [1, 2, 3, 4])
        #expect(try SecretBytes(count: 0) { _ in }.count == 0)
    }

    @Test("Random secrets differ, and a secret is equal to its copy alone")
    func compared() throws {
        let secret = try SecretBytes.random(count: 32)
        let copy = try SecretBytes(count: 32) { target in secret.withBytes { target.copyMemory(from: $0) } }
        #expect(secret.isEqual(to: copy))
        #expect(try !secret.isEqual(to: SecretBytes.random(count: 32)))
        #expect(try !secret.isEqual(to: SecretBytes.random(count: 31)))
    }

    @Test("Bytes that could not be made leave nothing behind, and the program goes on")
    func failed() {
        struct Failure: Error {}
        #expect(throws: Failure.self) { try SecretBytes(count: 32) { _ in throw Failure() } }
    }

    @Test("A description of secret bytes shows none of them")
    func silent() throws {
        var bytes = Array("correct horse battery".utf8)
        let secret = try SecretBytes(taking: &bytes)
        #expect(!"\(secret) \(String(reflecting: secret))".contains("horse"))
        #expect(Mirror(reflecting: secret).children.allSatisfy { !"\($0.value)".contains("horse") })
    }
}

import Foundation
import HealthKitStore
import LockTesting
import Testing

@testable import HealthKit

/// Where the keys of programs are to be seen from outside.
@Suite("What others see of a program that has a store open", .serialized)
struct SecretMemoryTests {
    @Test(
        "An app's key lies in memory that no core dump holds, and nowhere once the store is locked",
        .enabled(if: ProcessImage.isAllowed, "the system lets nobody look into a program")
    )
    func app() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.app")
        let program = try store.program("test.app")
        try await program.ask("save 3", expecting: "")
        try await program.ask("count", expecting: "3")
        let key = store.key.withBytes { Array($0) }
        let image = try #require(ProcessImage(of: program.number))
        #expect(try #require(image.count(of: key) { $0.isLeftOut }) > 0)
        #expect(image.count(of: key) { !$0.isLeftOut } == 0)
        #expect(try store.lock() == 0)
        #expect(ProcessImage(of: program.number)?.count(of: key) == 0)
        // It goes on, and what waits is sealed without the key.
        try await program.ask("save 1", expecting: "")
        #expect(ProcessImage(of: program.number)?.count(of: key) == 0)
    }

    @Test("An app's arguments, environment, output and files hold neither key nor passphrase")
    func surroundings() async throws {
        let store = try EncryptedStore()
        try store.unlock()
        try store.grant("test.app")
        let program = try store.program("test.app")
        try await program.ask("save 3", expecting: "")
        let key = store.key.withBytes { Array($0) }
        let hexadecimal = key.map { String(format: "%02x", $0) }.joined()
        let secrets = [
            Data(key), Data(hexadecimal.utf8), Data(hexadecimal.uppercased().utf8), Data(key).base64EncodedData(),
            Data(EncryptedStore.passphrase.utf8),
        ]
        var texts: [(String, Data?)] = ["cmdline", "environ"]
            .map { ($0, ProcessImage.contents("/proc/\(program.number)/\($0)")) }
        let all = FileManager.default.enumerator(atPath: store.folder)
        while let name = all?.nextObject() as? String {
            texts.append((name, FileManager.default.contents(atPath: store.folder + "/" + name)))
        }
        #expect(texts.count > 3)
        for (name, text) in texts {
            for secret in secrets { #expect(text?.range(of: secret) == nil, "\(name)") }
        }
    }
}

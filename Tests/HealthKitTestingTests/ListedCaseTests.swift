import Foundation
import Testing

@Suite("Tests of XCTest")
struct ListedCaseTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test("Each method of a test case is in the list that is run, and each case in .ci/XCTMain.swift")
    func listed() throws {
        let files = try #require(FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil))
        let list = Self.tests.deletingLastPathComponent().appending(path: ".ci/XCTMain.swift")
        let main = try String(contentsOf: list, encoding: .utf8)
        var cases = 0
        for case let file as URL in files
        where file.pathExtension == "swift" && file.lastPathComponent != "XCTMain.swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains(/(?m)^import XCTest$/) else { continue }
            cases += 1
            let name = file.deletingPathExtension().lastPathComponent
            #expect(main.contains("testCase(\(name).allTests)"), "\(name)")
            for method in text.matches(of: /func (test\w+)\(/) {
                #expect(text.contains("(\"\(method.1)\", "), "\(name).\(method.1)")
            }
        }
        #expect(cases > 0)
    }
}

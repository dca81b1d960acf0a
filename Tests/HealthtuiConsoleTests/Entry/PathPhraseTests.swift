import Foundation
import HealthtuiEntry
import Testing

/// How paths are read as people type them.
@Suite struct PathPhraseTests {
    private let environment = ["HOME": "/elsewhere"]

    @Test(
        "~ stands for $HOME at the beginning of a path, and nowhere else",
        arguments: [
            ("~", "/elsewhere"), ("~/x", "/elsewhere/x"), ("~name/x", "~name/x"), ("a/~/x", "a/~/x"),
            ("./~/x", "./~/x"), ("", ""), ("/abs", "/abs"),
        ]
    )
    func expanded(typed: String, path: String) {
        #expect(PathPhrase.expanded(typed, environment: environment) == path)
    }

    @Test("Without $HOME it is the folder of the password database")
    func withoutHome() {
        for environment in [[:], ["HOME": ""]] {
            #expect(PathPhrase.expanded("~/x", environment: environment).hasPrefix("/"))
        }
    }

    @Test("On a command line, words that are paths are expanded, behind an equals sign too")
    func words() {
        let home = PathPhrase.expanded("~")
        #expect(PathPhrase.expanded(word: "~/a") == home + "/a")
        #expect(PathPhrase.expanded(word: "--store=~/a") == "--store=" + home + "/a")
        for word in ["~", "--note=a~/b", "note=~/a", "--store", "-~/a", "~a/b"] {
            #expect(PathPhrase.expanded(word: word) == word)
        }
    }
}

import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// XML that streams past: elements by the addresses of their namespaces, in bounded memory.
@Suite struct XMLScannerTests {
    private static let vocabulary = XMLVocabulary(namespaces: [
        XMLVocabulary.Namespace(address: "urn:a", elements: [("a", 1), ("b", 2), ("c", 3)]),
        XMLVocabulary.Namespace(address: "", elements: [("a", 11), ("b", 12)]),
    ])

    /// What a scanner says of a text: numbers of elements, texts, lines, and the fault at its end.
    private static func tokens(_ text: String, piece: Int = 4_096, capacity: Int = 4_096) -> String {
        let bytes = Array(text.utf8)
        var position = 0
        var scanner = XMLScanner(vocabulary, capacity: capacity) { buffer in
            let count = min(piece, buffer.count, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
        var result = ""
        do {
            while true {
                switch try scanner.next() {
                case .start:
                    let key = scanner.attribute("k").map { " k=\($0.text)" } ?? ""
                    result += "<\(scanner.element) in \(scanner.parent) at \(scanner.line)\(key)>"
                case .end: result += "\(scanner.isLeaf ? scanner.string : "…")</\(scanner.element)>"
                case .finished: return result
                }
            }
        } catch {
            return result + " \((error as? XMLFault)?.description ?? "\(error)")"
        }
    }

    private static let document = """
        <?xml version='1.0'?>
        <!-- a > b --><x:a xmlns:x="urn:a" k='1>2'>
        <x:b>t&amp;u<!-- - -- -->v<![CDATA[<w]]> &#120;</x:b><b xmlns="urn:a"/><b/>
        <x:c
         k = "q" ></x:c><y:b xmlns:y="urn:b"/><z:b/></x:a>
        <!-- end -->
        """

    @Test("Elements are told by their namespaces, texts are whole, and pieces of any size say the same")
    func pieces() {
        let expected =
            "<1 in 0 at 2 k=1>2><2 in 1 at 3>t&uv<w x</2><2 in 1 at 3></2><12 in 1 at 3></12><3 in 1 at 4 k=q></3>"
            + "<0 in 1 at 5></0><0 in 1 at 5></0>…</1>"
        for piece in [1, 2, 3, 7, 64, 4_096] {
            #expect(Self.tokens(Self.document, piece: piece) == expected, "pieces of \(piece)")
        }
    }

    @Test(
        "What isn't XML ends with a fault and its line",
        arguments: [
            ("", "line 1: the file ends before its first element"),
            ("x<a/>", "line 1: not XML: text before the first element"),
            ("<a>\n<b></a>", "<11 in 0 at 1><12 in 11 at 2> line 2: an end tag that closes another element"),
            ("<a>\n", "<11 in 0 at 1> line 2: the file ends within an element"),
            ("<a/><b/>", "<11 in 0 at 1></11> line 1: a second root element"),
            ("</a>", "line 1: an end tag without a start tag"), ("< a/>", "line 1: a tag without a name"),
            ("<a k=1/>", "line 1: a value without quotes"), ("<a k/>", "line 1: an attribute without a value"),
            ("<a k='1' k='2'/>", "line 1: a tag with two attributes of one name"),
            ("<a k='1'k2='2'/>", "line 1: a tag that can't be read"), ("<a//>", "line 1: a tag that can't be read"),
            ("<!DOCTYPE a><a/>", "line 1: a document type declaration, which isn't read"),
            ("<a><!ELEMENT b></a>", "<11 in 0 at 1> line 1: a document type declaration, which isn't read"),
        ]
    )
    func faults(text: String, expected: String) {
        #expect(Self.tokens(text, piece: 3).trimmingCharacters(in: .whitespaces) == expected)
    }

    @Test("Entities beyond XML's own stay as they are written")
    func entities() {
        #expect(Self.tokens("<a>&lol;&lt;&#x41;</a>") == "<11 in 0 at 1>&lol;<A</11>")
    }

    @Test(
        "A file without end is refused after as much as a tag may have, and never held",
        arguments: ["<a>", "<a k=\"", "<a ", "<", "<!-- ", "<![CDATA[", "<?x ", "<a><!---->"]
    )
    func endless(beginning: String) {
        let first = Array(beginning.utf8)
        var read = 0
        var scanner = XMLScanner(Self.vocabulary) { buffer in
            for index in buffer.indices { buffer[index] = UInt8(ascii: "x") }
            if read == 0 { buffer.copyBytes(from: first) }
            read += buffer.count
            return buffer.count
        }
        var error: XMLFault?
        do {
            while try scanner.next() != .finished {}
        } catch let fault as XMLFault {
            error = fault
        } catch {
            Issue.record(error)
        }
        #expect(error?.isHostile == true, "\(beginning)")
        #expect(error?.reason == "more than 1024 KiB without the end of a tag")
        #expect(read <= 2 * XMLScanner.longest)
    }

    @Test("Depth, attributes and namespaces have bounds")
    func bounds() {
        let deep = String(repeating: "<a>", count: XMLScanner.deepest + 1)
        #expect(Self.tokens(deep).hasSuffix("elements are nested deeper than 64"))
        let most = String(repeating: "<a>", count: XMLScanner.deepest)
        #expect(Self.tokens(most).hasSuffix("the file ends within an element"))
        let attributes = (0...64).map { "k\($0)=''" }.joined(separator: " ")
        #expect(Self.tokens("<a \(attributes)/>").hasSuffix("a tag with more than 64 attributes"))
        let namespaces = (0..<60).map { "xmlns:k\($0)=''" }.joined(separator: " ")
        let many = String(repeating: "<a \(namespaces)>", count: 5)
        #expect(Self.tokens(many).hasSuffix("more than 256 namespaces"))
    }

    @Test("Random changes of a file never trap, and pieces of any size say the same of them")
    func mutants() {
        var random = SeededGenerator("mutants of XML")
        let marks = Array("<>/!?-[]=\"'&;:x \n".utf8)
        for _ in 0..<400 {
            var bytes = Array(Self.document.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = marks[Int.random(in: marks.indices, using: &random)]
                case 1: bytes.remove(at: place)
                default: bytes.insert(marks[Int.random(in: marks.indices, using: &random)], at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let whole = Self.tokens(text)
            let piece = Int.random(in: 1...9, using: &random)
            #expect(Self.tokens(text, piece: piece) == whole, "seed \(random.seed), pieces of \(piece): \(text)")
        }
    }
}

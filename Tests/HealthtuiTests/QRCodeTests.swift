import Testing

@testable import healthtui

/// QR codes are those of ISO/IEC 18004, and terminals show them as they are.
@Suite("QR codes")
struct QRCodeTests {
    @Test("a code of every version is read as what it was made of, up to 213 bytes")
    func everyLength() throws {
        var sizes: Set<Int> = []
        for count in Array(stride(from: 0, to: QRCode.capacity, by: 3)) + [QRCode.capacity] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            let code = try #require(QRCode(bytes))
            sizes.insert(code.size)
            #expect(try QRReader(code).bytes() == bytes, "\(count) bytes")
        }
        #expect(sizes.sorted() == stride(from: 21, through: 57, by: 4).map(\.self))
        #expect(QRCode([UInt8](repeating: 1, count: QRCode.capacity + 1)) == nil)
    }

    @Test("error correction is that of the standard's example")
    func correction() {
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        let expected: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
        #expect(QRBlocks.correction(data, count: 10) == expected)
    }

    @Test("format and version bits are those of the standard's examples")
    func bits() {
        #expect(QRField.format(mask: 5) == 0b100_0000_1100_1110)
        #expect(QRField.bits(ofVersion: 7) == 0b00_0111_1100_1001_0100)
    }

    @Test("half blocks have the code's modules with four light ones around, dark on light whatever the terminal")
    func halfBlocks() throws {
        let code = try #require(QRCode(Array("https://192.168.1.5:8787".utf8)))
        for colors in [QRCodeText.Colors.none, .palette, .fixed] {
            let text = QRCodeText(usesBlocks: true, colors: colors)
            let lines = text.lines(of: code)
            #expect(lines.count == (code.size + 9) / 2)
            for (index, line) in lines.enumerated() {
                let cells = Array(line.replacing(/\u{1B}\[[0-9;]*m/, with: ""))
                #expect(cells.count == text.width(of: code))
                for (column, cell) in cells.enumerated() {
                    let isUpperDrawn = "█▀".contains(cell)
                    let isLowerDrawn = "█▄".contains(cell)
                    let (x, y) = (column - QRCodeText.border, 2 * index - QRCodeText.border)
                    #expect(isUpperDrawn == (code[x, y] == (colors != .none)))
                    #expect(isLowerDrawn == (code[x, y + 1] == (colors != .none)))
                }
                #expect(line.hasSuffix("\u{1B}[0m") == (colors != .none))
            }
        }
        let fixed = QRCodeText(usesBlocks: true, colors: .fixed).lines(of: code)
        #expect(fixed[0].hasPrefix("\u{1B}[38;5;16;48;5;231m"))
    }

    @Test("without UTF-8 two columns are a module")
    func ascii() throws {
        let code = try #require(QRCode(Array("abc".utf8)))
        let text = QRCodeText(usesBlocks: false, colors: .none)
        let lines = text.lines(of: code)
        #expect(lines.count == code.size + 8)
        for (index, line) in lines.enumerated() {
            let cells = Array(line)
            #expect(cells.count == text.width(of: code))
            for column in 0..<(cells.count / 2) {
                let isDark = code[column - QRCodeText.border, index - QRCodeText.border]
                #expect(String(cells[(2 * column)...(2 * column + 1)]) == (isDark ? "  " : "##"))
            }
        }
        #expect(QRCodeText(usesBlocks: false, colors: .palette).lines(of: code)[0].hasPrefix("\u{1B}[107m"))
    }

    @Test("colours are used where the terminal has them and nobody minds")
    func environment() {
        #expect(QRCodeText(["TERM": "xterm-256color"], isUTF8: true).colors == .fixed)
        #expect(QRCodeText(["TERM": "linux"], isUTF8: true).colors == .palette)
        #expect(QRCodeText(["TERM": "xterm-256color", "NO_COLOR": "1"], isUTF8: true).colors == .none)
        #expect(QRCodeText(["TERM": "vt100"], isUTF8: false) == QRCodeText(usesBlocks: false, colors: .none))
        #expect(QRCodeText([:], isUTF8: true).colors == .none)
    }
}

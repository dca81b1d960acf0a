import HealthtuiTerminalUI
import Testing

@Suite struct TabBarTests {
    private static func bar(_ names: [String], selected: Int = 1) -> TabBar {
        let tabs = names.enumerated()
            .map { TabBar.Tab(Key(.character(Character("\($0.offset + 1)"))), $0.element) }
        return TabBar(tabs, selected: selected)
    }

    private static let german = bar([
        "Übersicht", "Durchsuchen", "Neu", "Apps", "Quellen", "Importieren", "Trainings", "Profil",
    ])

    private static func width(_ texts: [String]) -> Int { texts.reduce(-1) { $0 + $1.displayWidth + 2 } }

    @Test("A letter too much cuts the longest name alone, and never the open one's")
    func aLetterTooMuch() {
        let bar = Self.german
        let full = bar.texts(in: bar.nameWidth, ellipsis: "…")
        #expect(full.allSatisfy { !$0.contains("…") })
        let cut = bar.texts(in: bar.nameWidth - 1, ellipsis: "…")
        #expect(zip(full, cut).filter { $0 != $1 }.map(\.1) == ["6 Importier…"])
    }

    @Test("Names get shorter step by step before all of them are numbers, and what is shown always fits")
    func stepByStep() {
        let bar = Self.german
        var least = Int.max
        for room in stride(from: bar.nameWidth, through: 1, by: -1) {
            let texts = bar.texts(in: room, ellipsis: "…")
            let shown = texts.reduce(0) { $0 + $1.displayWidth }
            #expect(shown <= least, "\(room): \(texts)")
            least = shown
            let numbers = texts.enumerated().filter { $0.offset != 1 }.allSatisfy { $0.element == "\($0.offset + 1)" }
            #expect(numbers || texts[1] == "2 Durchsuchen")
            if !numbers { #expect(Self.width(texts) <= room) }
            #expect((room >= bar.leastNameWidth(ellipsis: "…")) == !numbers, "\(room): \(texts)")
        }
    }
}

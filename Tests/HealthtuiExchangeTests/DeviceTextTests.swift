import Testing

@testable import HealthtuiExchange

@Suite("Device text")
struct DeviceTextTests {
    @Test("gives its fields")
    func fields() throws {
        let device = try #require(
            DeviceText(
                "<<HKDevice: 0x2835f0aa0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch4,4, software:9.6.3>"
            )
        )
        #expect(device[.name] == "Apple Watch")
        #expect(device[.manufacturer] == "Apple Inc.")
        #expect(device[.model] == "Watch")
        #expect(device[.hardware] == "Watch4,4")
        #expect(device[.software] == "9.6.3")
        #expect(device[.firmware] == nil)
    }

    @Test("keeps commas, colons and brackets inside fields")
    func punctuation() throws {
        let device = try #require(
            DeviceText("<<HKDevice: 0x1>, name:Bob's, the: second <one>, manufacturer:A, B: C, firmware:1:2>")
        )
        #expect(device[.name] == "Bob's, the: second <one>")
        #expect(device[.manufacturer] == "A, B: C")
        #expect(device[.firmware] == "1:2")
    }

    @Test("takes what looks like a field in the name for the name")
    func nameThatLooksLikeFields() throws {
        let device = try #require(DeviceText("<<HKDevice: 0x1>, name:X, model:Y, manufacturer:M, model:Z>"))
        #expect(device[.name] == "X, model:Y")
        #expect(device[.manufacturer] == "M")
        #expect(device[.model] == "Z")
    }

    @Test("is the same whatever the address")
    func address() {
        #expect(DeviceText("<<HKDevice: 0x1>, name:A>") == DeviceText("<<HKDevice: 0xffff00>, name:A>"))
        #expect(DeviceText("<<HKDevice: 0x1>>")?[.name] == nil)
        #expect(DeviceText("<<HKDevice: 0x1>>") != nil)
    }

    @Test(
        "of another shape is refused",
        arguments: ["", "<Watch6,4>", "iPhone", "<<HKDevice: 0x1", "<<HKDevice: 0x1>, colour:red>", "<<HKDevice: "]
    )
    func refused(text: String) {
        #expect(DeviceText(text) == nil)
    }

    @Test("is told apart by everything but the address, escaped or not")
    func identity() {
        func identity(_ raw: String) -> String { withByteSlice(of: raw) { DeviceText.identity(of: $0).text } }
        #expect(
            identity("&lt;&lt;HKDevice: 0x1&gt;, name:A&gt;")
                == identity("&lt;&lt;HKDevice: 0x2835f0aa0&gt;, name:A&gt;")
        )
        #expect(identity("<<HKDevice: 0x1>, name:A>") == ">, name:A>")
        #expect(identity("&lt;&lt;HKDevice: 0x1&gt;, name:A&gt;") != identity("&lt;&lt;HKDevice: 0x1&gt;, name:B&gt;"))
        #expect(identity("&lt;Watch6,4&gt;") == "<Watch6,4>")
        #expect(identity("") == "")
    }

    @Test("of metadata is read for what it looks like")
    func metadata() {
        #expect(MetadataText("1") == .number(1))
        #expect(MetadataText("-0.25") == .number(-0.25))
        #expect(MetadataText("5.4321 kcal/hr·kg") == .quantity(5.4321, unit: "kcal/hr·kg"))
        #expect(MetadataText("7100 %") == .quantity(7_100, unit: "%"))
        #expect(MetadataText("2001-01-01 00:01:00 +0000") == .date(60))
        for text in [
            "", "walking", "5.3.0 (b&w)", "2.16.0", "1 2 3", "12 ", "nan", "inf", "1e999", "Europe/Zurich",
            "(    1,    2)",
        ] {
            #expect(MetadataText(text) == .text(text))
        }
    }
}

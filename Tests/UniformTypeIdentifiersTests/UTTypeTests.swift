import Foundation
import Testing
@testable import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test("Every declared type is found by its identifier, its extensions and its MIME types")
    func tags() throws {
        for declaration in UTTypeTable.declarations {
            let type = try #require(UTType(declaration.identifier))
            #expect(type.identifier == declaration.identifier)
            #expect(type.preferredFilenameExtension == declaration.filenameExtensions.first)
            #expect(type.preferredMIMEType == declaration.mimeTypes.first)
            for name in declaration.filenameExtensions { #expect(UTType(filenameExtension: name) == type) }
            for name in declaration.mimeTypes { #expect(UTType(mimeType: name) == type) }
        }
    }

    @Test("Every parent is declared, and no type is its own ancestor")
    func parents() throws {
        for declaration in UTTypeTable.declarations {
            let type = try #require(UTType(declaration.identifier))
            #expect(!type.supertypes.contains(type))
            for parent in declaration.parents { #expect(UTType(parent) != nil, "\(parent)") }
        }
    }

    @Test("Every property of UTType names a declared type")
    func properties() {
        let types: [UTType] = [
            .item, .content, .compositeContent, .data, .directory, .folder, .archive, .text, .plainText,
            .utf8PlainText, .rtf, .html, .xml, .yaml, .json, .delimitedText, .commaSeparatedText, .tabSeparatedText,
            .pdf, .image, .jpeg, .png, .tiff, .gif, .bmp, .svg, .webP, .heic, .heif, .zip, .gzip,
        ]
        #expect(Set(types).count == types.count)
        for type in types { #expect(UTType(type.identifier) == type, "\(type)") }
    }

    @Test("Conformance goes up any number of steps and not down")
    func conformance() {
        #expect(UTType.heic.conforms(to: .image) && UTType.heic.conforms(to: .data) && UTType.heic.conforms(to: .item))
        #expect(UTType.pdf.conforms(to: .content) && !UTType.pdf.conforms(to: .image))
        #expect(UTType.commaSeparatedText.conforms(to: .text) && !UTType.text.conforms(to: .commaSeparatedText))
        #expect(UTType.png.conforms(to: .png) && !UTType.png.isSubtype(of: .png))
        #expect(UTType.image.isSupertype(of: .jpeg) && !UTType.jpeg.isSupertype(of: .image))
        #expect(UTType.zip.supertypes.contains(.archive))
    }

    @Test("Names are found in any case, unknown ones are not, nor ones of another kind")
    func lookup() {
        #expect(UTType("PUBLIC.JPEG") == .jpeg)
        #expect(UTType(filenameExtension: "JPG") == .jpeg)
        #expect(UTType(mimeType: "Application/PDF") == .pdf)
        #expect(UTType("org.example.nothing") == nil)
        #expect(UTType(filenameExtension: "nothing") == nil)
        #expect(UTType(filenameExtension: "") == nil)
        #expect(UTType(filenameExtension: "jpg", conformingTo: .text) == nil)
        #expect(UTType(mimeType: "image/png", conformingTo: .image) == .png)
    }

    @Test("Types are coded by identifier, and an unknown one is refused")
    func coding() throws {
        let coded = try JSONEncoder().encode([UTType.pdf, .heic])
        #expect(String(decoding: coded, as: UTF8.self) == #"["com.adobe.pdf","public.heic"]"#)
        #expect(try JSONDecoder().decode([UTType].self, from: coded) == [.pdf, .heic])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([UTType].self, from: Data(#"["org.example.nothing"]"#.utf8))
        }
    }
}

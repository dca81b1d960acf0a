import Foundation
import HealthtuiTerminalUI

/// One line of a recorded session: an action of the person, or an expectation of the screen.
package enum SessionLine: Hashable, Sendable {
    case press([Key])
    case type(String)
    case paste(String)
    case click(Point)
    case wheel(isUp: Bool, Point)
    case size(Size)
    case wait(seconds: Int)
    /// A row of the screen has to hold a text.
    case expect(String)
    /// Something was typed that was not written down.
    case unreported

    /// The line of an event; nil for events that no screen uses.
    package init?(_ event: TerminalEvent) {
        switch event {
        case .key(let key): self = .press([key])
        case .paste(let text): self = .paste(text)
        case .resize(let size): self = .size(size)
        case .background: return nil
        case .mouse(let mouse):
            switch mouse.kind {
            case .press: self = .click(mouse.position)
            case .wheelUp: self = .wheel(isUp: true, mouse.position)
            case .wheelDown: self = .wheel(isUp: false, mouse.position)
            case .middlePress, .rightPress, .release: return nil
            }
        }
    }

    /// The line as in a file, without a comment.
    package var text: String {
        switch self {
        case .press(let keys): "press " + keys.map(\.name).joined(separator: " ")
        case .type(let text): "type " + Self.quoted(text)
        case .paste(let text): "paste " + Self.quoted(text)
        case .click(let place): "click \(place.x),\(place.y)"
        case .wheel(let isUp, let place): "wheel \(isUp ? "up" : "down") \(place.x),\(place.y)"
        case .size(let size): "size \(size.width)x\(size.height)"
        case .wait(let seconds): "wait \(seconds)"
        case .expect(let text): "expect " + Self.quoted(text)
        case .unreported: "untold"
        }
    }

    /// Why a line could not be read.
    package struct Problem: Error {
        package let text: String
    }

    /// The longest wait, a day, in seconds.
    private static let longestWait = 86_400

    /// Reads a line; nothing for one that is blank or a remark.
    ///
    /// - Throws: ``Problem``
    package init?(reading line: String) throws {
        let trimmed = line.trimmingCharacters(in: .whitespaces)
        guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { return nil }
        let parts = trimmed.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = (parts.dropFirst().first ?? "").trimmingCharacters(in: .whitespaces)
        switch parts[0] {
        case "press": self = .press(try Self.keys(rest))
        case "type": self = .type(try Self.unquoted(rest, of: "type"))
        case "paste": self = .paste(try Self.unquoted(rest, of: "paste"))
        case "expect": self = .expect(try Self.unquoted(rest, of: "expect"))
        case "click": self = .click(try Self.place(rest))
        case "wheel":
            let words = rest.split(separator: " ").map(String.init)
            guard words.count == 2, ["up", "down"].contains(words[0]) else {
                throw Problem(text: SessionStrings.wheelNeedsPlace)
            }
            self = .wheel(isUp: words[0] == "up", try Self.place(words[1]))
        case "size": self = .size(try Self.size(rest))
        case "wait":
            guard let seconds = Int(rest), (0...Self.longestWait).contains(seconds) else {
                throw Problem(text: SessionStrings.waitNeedsSeconds(Self.longestWait))
            }
            self = .wait(seconds: seconds)
        case "untold": self = .unreported
        default:
            throw Problem(
                text: SessionStrings.isNoStep(parts[0])
            )
        }
    }

    /// Keys by their names, up to a remark; the first may itself be `#`.
    private static func keys(_ text: String) throws -> [Key] {
        let words = text.split(separator: " ").map(String.init)
        let end = words.indices.dropFirst().first { words[$0] == "#" } ?? words.endIndex
        let keys = try words[..<end]
            .map { word in
                guard let key = Key(named: word) else {
                    throw Problem(text: SessionStrings.isNoKey(word))
                }
                return key
            }
        guard !keys.isEmpty else { throw Problem(text: SessionStrings.keyIsMissing) }
        return keys
    }

    private static func place(_ text: String) throws -> Point {
        let numbers = text.split(separator: ",").map { Int($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else {
            throw Problem(text: SessionStrings.isNoPlace)
        }
        return Point(x: x, y: y)
    }

    private static func size(_ text: String) throws -> Size {
        let numbers = text.split(separator: "x").map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0, height > 0 else {
            throw Problem(text: SessionStrings.isNoSize)
        }
        return Size(width: width, height: height)
    }

    // MARK: Text

    /// A text unchanged, or in quotes if parsing the line would change it.
    private static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first != "\"" && text == text.trimmingCharacters(in: .whitespaces)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !isPlain else { return text }
        // Every text is JSON.
        let data = try? JSONSerialization.data(
            withJSONObject: text,
            options: [.fragmentsAllowed, .withoutEscapingSlashes]
        )
        return data.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    private static func unquoted(_ text: String, of word: String) throws -> String {
        guard !text.isEmpty else { throw Problem(text: SessionStrings.textIsMissing(word)) }
        guard text.first == "\"" else { return text }
        // The error is reported in the terms of sessions.
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
        guard let value = value as? String else {
            throw Problem(text: SessionStrings.isNoJSON)
        }
        return value
    }
}

/// A key press: the key and its modifiers.
package struct Key: Hashable, Sendable {
    /// The key itself.
    package enum Code: Hashable, Sendable {
        case character(Character)
        case up
        case down
        case left
        case right
        case home
        case end
        case pageUp
        case pageDown
        case tab
        case enter
        case escape
        case backspace
        case delete
        case insert
        case function(Int)
    }

    /// The modifier keys held down; Shift with a printable character is the character itself.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let shift = Modifiers(rawValue: 1)
        package static let control = Modifiers(rawValue: 2)
        package static let alt = Modifiers(rawValue: 4)
    }

    package let code: Code
    package let modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    package static let up = Key(.up)
    package static let down = Key(.down)
    package static let left = Key(.left)
    package static let right = Key(.right)
    package static let home = Key(.home)
    package static let end = Key(.end)
    package static let pageUp = Key(.pageUp)
    package static let pageDown = Key(.pageDown)
    package static let tab = Key(.tab)
    package static let backtab = Key(.tab, .shift)
    package static let enter = Key(.enter)
    package static let escape = Key(.escape)
    package static let backspace = Key(.backspace)
    package static let delete = Key(.delete)
    package static let insert = Key(.insert)
    package static let space = Key(.character(" "))

    package static func control(_ letter: Character) -> Key {
        Key(.character(letter), .control)
    }

    package static func alt(_ character: Character) -> Key {
        Key(.character(character), .alt)
    }

    package static func function(_ number: Int) -> Key {
        Key(.function(number))
    }

    /// The character this key types, or nil for keys that type nothing.
    package var typedCharacter: Character? {
        guard case .character(let character) = code, modifiers.isEmpty else { return nil }
        return character
    }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    /// The key of one character: `"j"`.
    package init(extendedGraphemeClusterLiteral value: Character) {
        self.init(.character(value))
    }
}

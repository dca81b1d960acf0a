import CNcurses
import TerminalUI

extension InputDecoder {
    /// The key of an ncurses key code.
    static func key(forCode code: Int32) -> Key? {
        if let key = named[code] { return key }
        let number = Int(cncurses_function_key(code))
        switch number {
        case 1...12: return .function(number)
        // Terminals number Shift-F1 and Ctrl-F1 on from F12.
        case 13...24: return Key(.function(number - 12), .shift)
        case 25...36: return Key(.function(number - 24), .control)
        default: break
        }
        return modifiedKeys.first { $0.code == code }?.key
    }

    private static let named: [Int32: Key] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home, KEY_END: .end,
        KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_BTAB: .backtab, KEY_ENTER: .enter, KEY_BACKSPACE: .backspace,
        KEY_DC: .delete, KEY_IC: .insert, KEY_A1: .home, KEY_A3: .pageUp, KEY_C1: .end, KEY_C3: .pageDown,
        KEY_SLEFT: Key(.left, .shift), KEY_SRIGHT: Key(.right, .shift), KEY_SR: Key(.up, .shift),
        KEY_SF: Key(.down, .shift), KEY_SHOME: Key(.home, .shift), KEY_SEND: Key(.end, .shift),
        KEY_SPREVIOUS: Key(.pageUp, .shift), KEY_SNEXT: Key(.pageDown, .shift), KEY_SDC: Key(.delete, .shift),
        KEY_FIND: .home, KEY_SELECT: .end,
    ]

    /// Keys held with modifiers, as xterm and those like it send them: `ESC [ 1 ; modifiers letter`.
    static let modifiedKeys: [(sequence: String, code: Int32, key: Key)] = {
        let letters: [(String, Key.Code)] = [
            ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
        ]
        let modifiers: [(Int, Key.Modifiers)] = [
            (3, .alt), (4, [.shift, .alt]), (5, .control), (6, [.shift, .control]), (7, [.alt, .control]),
        ]
        var keys: [(String, Int32, Key)] = []
        for (letter, code) in letters {
            for (number, held) in modifiers {
                keys.append(
                    ("\u{1B}[1;\(number)\(letter)", CustomKey.modifiedBase + Int32(keys.count), Key(code, held))
                )
            }
        }
        return keys
    }()
}

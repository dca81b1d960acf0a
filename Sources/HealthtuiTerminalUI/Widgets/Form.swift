/// One labelled line of a form.
package struct FormField: Hashable, Sendable {
    /// The content of the field.
    package enum Content: Hashable, Sendable {
        case text(TextField)
        case choice([String], selected: Int)
        case toggle(Bool)
    }

    package let id: String
    package let label: String
    package var content: Content
    /// The unit or remark behind the field.
    package var suffix: String
    /// The parsed value, such as the full date.
    package var note: String
    /// The error in the typed text, shown beside the field.
    package var error: String?
    package var placeholder: String
    package var isSecret: Bool

    package init(
        id: String,
        label: String,
        content: Content = .text(TextField()),
        suffix: String = "",
        note: String = "",
        error: String? = nil,
        placeholder: String = "",
        isSecret: Bool = false
    ) {
        self.id = id
        self.label = label
        self.content = content
        self.suffix = suffix
        self.note = note
        self.error = error
        self.placeholder = placeholder
        self.isSecret = isSecret
    }

    /// The field's value as text: the typed text, the choice's name, or `true` or `false`.
    package var value: String {
        switch content {
        case .text(let field): field.text
        case .choice(let options, let selected): options.indices.contains(selected) ? options[selected] : ""
        case .toggle(let isOn): String(isOn)
        }
    }
}

/// Labelled fields, one of which has the focus; a value kept in a screen's state.
package struct Form: Hashable, Sendable {
    package var fields: [FormField]
    package private(set) var focus = 0 { didSet { if focus != oldValue { sought = "" } } }
    /// The text typed on a choice since it got the focus: the beginning of the wanted option.
    private var sought = ""

    package init(_ fields: [FormField]) {
        self.fields = fields
    }

    package var focusedField: FormField? {
        fields.indices.contains(focus) ? fields[focus] : nil
    }

    /// The field of that identifier.
    package subscript(id: String) -> FormField? {
        get { fields.first { $0.id == id } }
        set {
            guard let newValue, let index = fields.firstIndex(where: { $0.id == id }) else { return }
            fields[index] = newValue
        }
    }

    package var hasErrors: Bool { fields.contains { $0.error != nil } }

    package mutating func setFocus(_ index: Int) {
        focus = min(max(0, index), max(0, fields.count - 1))
    }

    /// Handles a press on a field: it gets the focus; a focused choice or box changes to its next value.
    package mutating func press(_ index: Int) {
        guard fields.indices.contains(index) else { return }
        guard index == focus else { return setFocus(index) }
        if case .text = fields[index].content { return }
        _ = handleInField(.space)
    }

    /// Puts the focus on the first field that has an error.
    package mutating func focusFirstError() {
        if let index = fields.firstIndex(where: { $0.error != nil }) {
            focus = index
        }
    }

    /// Handles a key: Tab and arrows move between fields, the rest goes to the field.
    ///
    /// - Parameter key: The key pressed.
    /// - Returns: Whether the form used it; Enter and Escape are always left to the screen.
    @discardableResult
    package mutating func handle(_ key: Key) -> Bool {
        guard !fields.isEmpty else { return false }
        switch key {
        case .tab: focus = (focus + 1) % fields.count
        case .backtab: focus = (focus + fields.count - 1) % fields.count
        case .down: setFocus(focus + 1)
        case .up: setFocus(focus - 1)
        default: return handleInField(key)
        }
        return true
    }

    package mutating func paste(_ text: String) {
        guard fields.indices.contains(focus), case .text(var field) = fields[focus].content else { return }
        field.insert(text)
        change(to: .text(field))
    }

    private mutating func handleInField(_ key: Key) -> Bool {
        switch fields[focus].content {
        case .text(var field):
            guard field.handle(key) else { return false }
            change(to: .text(field))
        case .choice(let options, let selected):
            guard !options.isEmpty else { return false }
            if let character = key.typedCharacter, let index = seek(character, in: options, from: selected) {
                change(to: .choice(options, selected: index))
                return true
            }
            let step: Int
            switch key {
            case .right, .space: step = 1
            case .left: step = options.count - 1
            case .backspace: step = 0
            default: return key.typedCharacter != nil
            }
            sought = ""
            change(to: .choice(options, selected: (max(0, selected) % options.count + step) % options.count))
        case .toggle(let isOn):
            guard key == .space || key == .left || key == .right else { return false }
            change(to: .toggle(!isOn))
        }
        return true
    }

    /// Finds the option in which any word begins with the typed text; repeating a letter goes to the next match.
    private mutating func seek(_ character: Character, in options: [String], from selected: Int) -> Int? {
        func find(_ text: String, after index: Int) -> Int? {
            func begins(_ words: some Sequence<Substring>) -> Bool {
                words.contains { $0.lowercased().hasPrefix(text) }
            }
            let order = options.indices.map { (index + 1 + $0) % options.count }
            return order.first { begins([options[$0][...]]) }
                ?? order.first { begins(options[$0].split { !$0.isLetter && !$0.isNumber }) }
        }
        let typed = character.lowercased()
        if character == " ", sought.isEmpty { return nil }
        let here = max(0, min(selected, options.count - 1))
        if let index = find(sought + typed, after: here - 1 + options.count) {
            sought += typed
            return index
        }
        guard let index = find(typed, after: here) else { return nil }
        sought = typed
        return index
    }

    /// An error refers to the previous text, so it's cleared when the text changes.
    private mutating func change(to content: FormField.Content) {
        guard content != fields[focus].content else { return }
        if value(of: content) != fields[focus].value {
            fields[focus].error = nil
        }
        fields[focus].content = content
    }

    private func value(of content: FormField.Content) -> String {
        var field = fields[focus]
        field.content = content
        return field.value
    }
}

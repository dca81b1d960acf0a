import CHealthtuiNcurses
import Foundation
import Glibc
import HealthtuiTerminalUI

/// The ncurses screen itself: every ncurses call is made here and in its extensions, by one thread at a time.
///
/// It is not safe to share; ``NcursesTerminal`` guards it with a lock.
struct CursesScreen {
    /// The descriptors of the terminal and the files ncurses works with.
    struct Files {
        let input: Int32
        let output: Int32
        let inputFile: UnsafeMutablePointer<FILE>
        let outputFile: UnsafeMutablePointer<FILE>
        let collector: FrameCollector

        /// Takes ownership of two descriptors, and closes them if they aren't terminals.
        init(input: Int32, output: Int32) throws(TerminalError) {
            guard isatty(input) == 1, isatty(output) == 1, let inputFile = fdopen(input, "r") else {
                _ = Glibc.close(input)
                _ = Glibc.close(output)
                throw .noTerminal
            }
            guard let outputFile = fdopen(output, "w") else {
                fclose(inputFile)
                _ = Glibc.close(output)
                throw .noTerminal
            }
            guard let collector = FrameCollector(descriptor: output) else {
                fclose(inputFile)
                fclose(outputFile)
                throw .noTerminal
            }
            self.input = input
            self.output = output
            self.inputFile = inputFile
            self.outputFile = outputFile
            self.collector = collector
        }

        func close() {
            fclose(inputFile)
            fclose(outputFile)
            collector.close()
        }
    }

    private let files: Files
    private let screen: OpaquePointer
    private let savedModes: termios
    let sequences: ControlSequences
    let theme: Theme
    private var pairs: ColorPairs
    private var shown: CellGrid?
    private var shownTitle = ""
    private var mouse = MouseMode.off
    private let allowsMouse: Bool
    private var decoder: InputDecoder
    private var buffer = Array(repeating: UInt8(0), count: 65_536)
    private(set) var size: Size
    private(set) var isOpen = true
    private var backgroundDeadline: ContinuousClock.Instant?
    private let backgroundPatience: Duration

    init(files: Files, options: NcursesOptions) throws(TerminalError) {
        var modes = termios()
        guard tcgetattr(files.input, &modes) == 0 else { throw .noTerminal }
        savedModes = modes
        self.files = files
        // A locale that isn't installed here, as after a remote login, may still show that the terminal has UTF-8.
        if setlocale(LC_CTYPE, "") == nil, TerminalEnvironment.namesUTF8(options.environment) {
            setlocale(LC_CTYPE, "C.UTF-8")
        }
        let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? ""
        guard let type = options.environment["TERM"], !type.isEmpty else { throw .noTerminalType }
        // The kernel knows the size; LINES and COLUMNS are only right until the window changes.
        use_env(false)
        use_tioctl(true)
        // A terminal with its own entry, which this machine doesn't have, understands that of xterm.
        var opened: OpaquePointer?
        for name in [type] + TerminalEnvironment.substitutes(for: type) where opened == nil {
            opened = newterm(name, files.outputFile, files.inputFile)
        }
        guard let screen = opened else { throw .unknownTerminalType(type) }
        self.screen = screen
        guard cncurses_capability("cup") != nil else {
            endwin()
            delscreen(screen)
            throw .noCursorAddressing(type)
        }
        decoder = InputDecoder(keys: .ofOpenTerminal())
        let environment = TerminalEnvironment(
            variables: options.environment,
            codeset: codeset,
            colors: Int(tigetnum("colors"))
        )
        theme = environment.theme(asciiOnly: options.asciiOnly)
        sequences = ControlSequences(
            isXtermLike: cncurses_capability("kmous") != nil && cncurses_capability("smcup") != nil
        )
        pairs = ColorPairs(mode: theme.colors)
        allowsMouse = options.mouse
        backgroundPatience = options.backgroundPatience
        size = Size(width: 80, height: 24)
        configure()
        measure()
    }

    private func configure() {
        raw()
        noecho()
        nonl()
        // The keys send raw sequences, which we decode.
        keypad(cncurses_stdscr(), true)
        // Typed input doesn't defer drawing: the input may mean nothing, and then no other drawing would follow.
        typeahead(-1)
        leaveok(cncurses_stdscr(), false)
        curs_set(0)
        guard sequences.isXtermLike else { return }
        send(ControlSequences.saveTitle + ControlSequences.pasteOn)
    }

    /// Asks the terminal once for its background, where colours depend on it.
    mutating func askBackground() {
        guard isOpen, sequences.isXtermLike, theme.colors == .ansi256, !decoder.awaitsBackground else { return }
        decoder.awaitsBackground = true
        backgroundDeadline = .now + backgroundPatience
        send(ControlSequences.askBackground)
    }

    /// Waits a moment for a pending reply, which the shell would otherwise take for typing.
    private mutating func awaitAnswers() {
        guard decoder.awaitsBackground, let deadline = backgroundDeadline, .now < deadline else { return }
        let end = min(deadline, .now + .milliseconds(100))
        while decoder.awaitsBackground, ContinuousClock.now < end {
            var source = pollfd(fd: files.input, events: Int16(POLLIN), revents: 0)
            guard poll(&source, 1, 20) >= 0 else { return }
            if source.revents != 0, readEvents() == nil { return }
        }
    }

    /// The data that signal handlers need to undo all this.
    var recovery: (terminal: Int32, modes: termios, text: [UInt8]) {
        (files.collector.terminal, savedModes, sequences.restoreText())
    }

    /// Reads the window's size and makes ncurses follow it.
    mutating func measure() {
        var rows: Int32 = 0
        var columns: Int32 = 0
        if cncurses_window_size(files.output, &rows, &columns) == 0 {
            rows = cncurses_lines()
            columns = cncurses_columns()
        }
        if rows != cncurses_lines() || columns != cncurses_columns() {
            resizeterm(rows, columns)
        }
        size = Size(width: Int(columns), height: Int(rows))
        invalidate()
    }

    /// Makes the next drawing send every cell.
    mutating func invalidate() {
        shown = nil
        clearok(cncurses_curscr(), true)
    }

    /// Hands the terminal to another program until the next drawing.
    mutating func release() {
        guard isOpen else { return }
        if sequences.isXtermLike {
            send(ControlSequences.pasteOff)
        }
        endwin()
        shown = nil
    }

    /// Takes the terminal back after ``release()``.
    mutating func resume() {
        guard isOpen else { return }
        if sequences.isXtermLike {
            send(ControlSequences.pasteOn)
        }
        reset_prog_mode()
        measure()
    }

    /// Restores the terminal to its state before it was opened.
    mutating func giveBack() {
        guard isOpen else { return }
        awaitAnswers()
        release()
        isOpen = false
        if sequences.isXtermLike {
            send(ControlSequences.restoreTitle)
        }
        var modes = savedModes
        tcsetattr(files.input, TCSADRAIN, &modes)
    }

    /// Frees what ncurses holds, after ``giveBack()``.
    func free() {
        delscreen(screen)
        files.close()
    }

    /// The milliseconds to wait for input before ``quietEvents()`` is due; -1 for no limit.
    var patience: Int32 { decoder.patience ?? -1 }

    /// The typed input as events; nil at the terminal's end of file.
    mutating func readEvents() -> [TerminalEvent]? {
        // Another program may have read meanwhile, while this one was stopped.
        var source = pollfd(fd: files.input, events: Int16(POLLIN), revents: 0)
        guard isOpen, poll(&source, 1, 0) > 0 else { return [] }
        let count = read(files.input, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil }
        var bytes = Array(buffer[..<count])
        // The bytes may contain a passphrase.
        defer {
            for place in 0..<count { buffer[place] = 0 }
            bytes.withUnsafeMutableBytes { bytes in
                if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
            }
        }
        if let deadline = backgroundDeadline, .now > deadline { decoder.awaitsBackground = false }
        return decoder.decode(bytes)
    }

    /// The events of pending input once nothing more has come.
    mutating func quietEvents() -> [TerminalEvent] {
        isOpen ? decoder.quiet() : []
    }

    /// Sends bytes to the terminal past ncurses, whose own output is always flushed by then.
    func send(_ text: String) {
        files.collector.send(Array(text.utf8))
    }
}

extension CursesScreen {
    /// Shows a grid: changed rows are passed to ncurses, which sends the cells that differ.
    mutating func draw(_ grid: CellGrid) {
        guard isOpen else { return }
        let grid = grid.folded(for: theme.glyphs.repertoire)
        let window = cncurses_stdscr()
        for y in 0..<min(grid.size.height, size.height) where !isShown(row: y, of: grid) {
            draw(row: y, of: grid, on: window)
        }
        blankBelow(grid, on: window)
        let frame = files.collector.collect {
            setMouse(grid.mouse)
            placeCursor(grid.cursor, on: window)
            wrefresh(window)
        }
        files.collector.send(frame)
        if grid.title != shownTitle, sequences.isXtermLike {
            shownTitle = grid.title
            send(ControlSequences.title(TextElements(grid.title).map(\.text).joined()))
        }
        shown = grid
    }

    func copy(_ text: String) {
        guard isOpen, sequences.isXtermLike, let sequence = ControlSequences.clipboard(text) else { return }
        send(sequence)
    }

    private func isShown(row y: Int, of grid: CellGrid) -> Bool {
        guard let shown, shown.size == grid.size else { return false }
        let range = (y * grid.size.width)..<((y + 1) * grid.size.width)
        return shown.cells[range] == grid.cells[range]
    }

    private mutating func draw(row y: Int, of grid: CellGrid, on window: UnsafeMutablePointer<WINDOW>?) {
        var elements: [cchar_t] = []
        elements.reserveCapacity(grid.size.width)
        var used = 0
        let start = y * grid.size.width
        // Most cells look like the one before.
        var style: Style?
        var look: (attributes: attr_t, pair: Int16) = (0, 0)
        for cell in grid.cells[start..<(start + grid.size.width)] where !cell.isContinuation {
            guard used + cell.width <= size.width else { break }
            if style != cell.style {
                style = cell.style
                look = pairs.look(of: cell.style)
            }
            CellText.forEachElement(of: cell) { text in
                var element = cchar_t()
                setcchar(&element, text, look.attributes, look.pair, nil)
                elements.append(element)
            }
            used += cell.width
        }
        mvwadd_wchnstr(window, Int32(y), 0, elements, Int32(elements.count))
        if used < size.width {
            wmove(window, Int32(y), Int32(used))
            wclrtoeol(window)
        }
    }

    private func blankBelow(_ grid: CellGrid, on window: UnsafeMutablePointer<WINDOW>?) {
        guard grid.size.height < size.height else { return }
        wmove(window, Int32(grid.size.height), 0)
        wclrtobot(window)
    }

    private mutating func setMouse(_ mode: MouseMode) {
        let wanted = allowsMouse ? mode : .off
        guard wanted != mouse else { return }
        mouse = wanted
        mousemask(wanted == .off ? 0 : cncurses_mouse_mask(), nil)
    }

    private func placeCursor(_ cursor: Point?, on window: UnsafeMutablePointer<WINDOW>?) {
        guard let cursor, cursor.x >= 0, cursor.y >= 0, cursor.x < size.width, cursor.y < size.height else {
            curs_set(0)
            return
        }
        curs_set(1)
        wmove(window, Int32(cursor.y), Int32(cursor.x))
    }
}

import HealthtuiTerminalUI

/// Every widget and chart once, with contents, so that one test can try them all at any size.
enum WidgetZoo {
    typealias Draw = @Sendable (Rect, inout CellGrid, Theme) -> Void

    /// The drawn things that stay inside the rectangle they are given.
    static let inhabitants: [(name: String, draw: Draw)] = widgets + charts

    static let widgets: [(name: String, draw: Draw)] = [
        (
            "table",
            { rect, grid, theme in
                table(count: 1_000, state: listState(selected: 12)).draw(in: rect, on: &grid, theme: theme)
            }
        ),
        ("empty-table", { table(count: 0, state: ListState()).draw(in: $0, on: &$1, theme: $2) }),
        (
            "text-field",
            { TextField("naïve 漢字 👨‍👩‍👧 text").draw(in: $0, on: &$1, theme: $2) }
        ),
        (
            "secret-field",
            { TextField("secret").draw(in: $0, on: &$1, theme: $2, isSecret: true) }
        ),
        (
            "placeholder",
            { TextField().draw(in: $0, on: &$1, theme: $2, placeholder: "type a name") }
        ),
        ("form", { form.draw(in: $0, on: &$1, theme: $2) }),
        ("toggle-grid", { toggleGrid.draw(in: $0, on: &$1, theme: $2) }),
        (
            "tab-bar",
            { rect, grid, theme in
                let names = ["Summary", "Browse", "Add", "Apps", "Sources", "Workouts", "Profile"]
                let tabs = names.enumerated()
                    .map { TabBar.Tab(Key(.character(Character("\($0.offset + 1)"))), $0.element) }
                TabBar(tabs, selected: 1, trailing: "Sat 21").draw(in: rect, on: &grid, theme: theme)
            }
        ),
        (
            "tab-bar-long",
            { rect, grid, theme in
                let names = ["Übersicht", "Durchsuchen", "Neu", "Apps", "Quellenliste", "Trainings", "Profil"]
                let tabs = names.enumerated()
                    .map { TabBar.Tab(Key(.character(Character("\($0.offset + 1)"))), $0.element) }
                TabBar(tabs, selected: 1).draw(in: rect, on: &grid, theme: theme)
            }
        ),
        (
            "breadcrumb",
            { rect, grid, theme in
                let choices = ChoiceLine.line(["D", "W", "M", "6M", "Y", "All"], selected: 2, theme: theme)
                BreadcrumbBar(["Browse", "Heart", "Heart Rate"], trailing: choices)
                    .draw(in: rect, on: &grid, theme: theme)
            }
        ),
        ("hint-bar", { HintBar(hints).draw(in: $0, on: &$1, theme: $2) }),
        (
            "progress",
            { rect, grid, theme in
                ProgressMeter(done: 41_000, total: 100_000, elapsed: 2)
                    .draw(in: rect, on: &grid, theme: theme) { "\(Int($0)) kB" }
            }
        ),
        (
            "help",
            { rect, grid, theme in
                HelpSheet(SampleKeys.map.help(in: ["list"])).draw(over: rect, on: &grid, theme: theme)
            }
        ),
        (
            "command-line",
            { rect, grid, theme in
                var line = CommandLine(prompt: ":", text: "s")
                line.offer([
                    Offer("summary", places: [0], detail: "screen"), Offer("sources", places: [0], detail: "screen"),
                    Offer("Steps", places: [0], detail: "type, 3,643 samples"),
                ])
                line.draw(in: rect, on: &grid, theme: theme)
            }
        ),
        (
            "confirm",
            { rect, grid, theme in
                ConfirmDialog(
                    title: "Delete",
                    message: "Delete 1,204 heart rate samples from Polar Flow? They can be brought back with u.",
                    confirmLabel: "Delete"
                )
                .draw(over: rect, on: &grid, theme: theme)
            }
        ),
        (
            "loading",
            { rect, grid, theme in
                grid.write(LoadingLine.line("heart rate", elapsed: 3.2, theme: theme), in: rect)
            }
        ),
        (
            "meter-and-sparkline",
            { rect, grid, theme in
                grid.write(Meter.bar(0.67, width: rect.width, glyphs: theme.glyphs), in: rect)
                let values: [Double?] = [1, 2, nil, 4, 8, 16, 3, 2, nil, 7]
                grid.write(Sparkline.text(values, width: rect.width, glyphs: theme.glyphs), in: rect, y: 1)
            }
        ),
    ]

    static func listState(selected: Int) -> ListState {
        var state = ListState()
        state.fit(height: 8, count: 1_000)
        state.select(selected, count: 1_000)
        return state
    }

    static func table(count: Int, state: ListState) -> Table {
        Table(
            name: "samples",
            columns: [
                TableColumn("BPM", alignment: .right, width: 5, importance: 3),
                TableColumn("When", minimum: 16, maximum: 30, importance: 2),
                TableColumn("Source", minimum: 10, maximum: 22, importance: 1),
                TableColumn("Device", minimum: 8),
            ],
            count: count,
            state: state
        ) { index in
            switch index {
            case 7: .heading("yesterday")
            case 9: .loading
            default:
                TableRow(
                    [Line("\(60 + index)"), Line("today 14:18:22"), Line("私の Watch \(index)"), Line("Watch6,1")],
                    isMarked: index == 10
                )
            }
        }
    }

    static var form: Form {
        var form = Form([
            FormField(id: "systolic", label: "Systolic", content: .text(TextField("118")), suffix: "mmHg"),
            FormField(
                id: "diastolic",
                label: "Diastolic",
                content: .text(TextField("7")),
                suffix: "mmHg",
                error: "diastolic must be below systolic, 20 to 200"
            ),
            FormField(id: "when", label: "When", content: .text(TextField("now")), note: "Sat 21 Nov 14:20"),
            FormField(id: "arm", label: "Arm", content: .choice(["left", "right"], selected: 1)),
            FormField(id: "seated", label: "Seated", content: .toggle(true)),
            FormField(id: "note", label: "Note", placeholder: "if you like"),
        ])
        form.setFocus(2)
        return form
    }

    static var toggleGrid: ToggleGrid {
        ToggleGrid(
            name: "permissions",
            headings: ["read", "share"],
            rows: [
                ToggleRow("Turn all on", boxes: [.off, .off]),
                .heading("Activity"),
                ToggleRow("Steps", detail: "how many steps you take", boxes: [.on, .on]),
                ToggleRow("Active Energy", detail: "energy burned by moving", boxes: [.on, .notOffered]),
                .heading("Heart"),
                ToggleRow("Heart Rate", detail: "beats per minute", boxes: [.off, .notOffered]),
            ],
            state: ListState(selected: 2),
            column: 1
        )
    }

    static let hints: [Hint] = [
        Hint(keyLabel: "Enter", text: "open", key: .enter, importance: 5),
        Hint(keyLabel: "p", text: "pin", key: "p"),
        Hint(keyLabel: "a", text: "add", key: "a", importance: 2),
        Hint(keyLabel: "/", text: "find", key: "/", importance: 3),
        Hint(keyLabel: ":", text: "command", key: ":", importance: 1),
        Hint(keyLabel: "?", text: "help", key: "?", importance: 9),
        Hint(keyLabel: "Q", text: "quit", key: "Q", importance: 4),
    ]
}

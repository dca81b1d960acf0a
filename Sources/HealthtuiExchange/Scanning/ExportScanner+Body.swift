extension ExportScanner {
    /// Reads the next item inside `HealthData`.
    ///
    /// - Returns: Whether the available bytes need more processing.
    mutating func stepBody<Sink: ExportSink & ~Copyable>(into sink: inout Sink, isAtEnd: Bool) throws -> Bool {
        advance(to: ByteSearch.skipSpace(window, cursor, end))
        guard cursor < end else { return false }
        guard window[cursor] == Byte.less else {
            note(.strayText, at: cursor, subject: "\(ElementName.healthData.text)")
            mode = .text
            return true
        }
        guard cursor + 1 < end else { return endOfWindow(isAtEnd: isAtEnd) }
        switch window[cursor + 1] {
        case Byte.slash: return stepEndTag(isAtEnd: isAtEnd)
        case Byte.bang, Byte.question:
            guard let markup = Markup(window, cursor, end) else { return endOfWindow(isAtEnd: isAtEnd) }
            mode = .markup(terminator: markup.terminator, isInBody: true)
            advance(to: cursor + markup.opening)
            return true
        case UInt8(ascii: "H") where rootStands(at: cursor):
            return stepRoot(isAtEnd: isAtEnd)
        default: break
        }
        parser.readsUnknownContents = mayLookForEnds
        switch parser.parse(window, cursor, end) {
        case .complete(let next):
            try deliver(upTo: next, into: &sink)
            advance(to: next)
            return true
        case .incomplete:
            guard parser.isUnknown, isAtEnd || end - cursor >= limits.longestElement else {
                return try endOfElement(into: &sink, isAtEnd: isAtEnd)
            }
            lookedInVain += end - cursor
            let next = parser.giveUpContents()
            try deliver(upTo: next, into: &sink)
            advance(to: next)
            return true
        }
    }

    /// Whether looking for the end of an unknown element is worthwhile.
    ///
    /// Each search may cover a whole window. If many unknown elements are never closed, or are nested deeper than
    /// anything Apple writes, this keeps the work in proportion to the file.
    private var mayLookForEnds: Bool {
        UInt64(lookedInVain) <= 4 * report.bytes + 2 * UInt64(limits.longestElement)
    }

    /// Decides how to handle an element that was read as far as the window holds it.
    ///
    /// A record counts wherever it is: the records in a workout without an end are imported.
    private mutating func endOfElement<Sink: ExportSink & ~Copyable>(
        into sink: inout Sink,
        isAtEnd: Bool
    ) throws -> Bool {
        if isAtEnd, let record = parser.firstRecordInside, nameAtCursor() == .workout {
            // A partial workout isn't kept: the complete export has more of it.
            if !report.isTruncated { note(.truncated, at: cursor, subject: "\(ElementName.workout.text)") }
            advance(to: record)
            return true
        }
        if !isAtEnd, end - cursor >= limits.longestElement, let next = parser.endBeforeLastRecords() {
            try deliver(upTo: next, into: &sink)
            advance(to: next)
            return true
        }
        return endOfWindow(isAtEnd: isAtEnd)
    }

    /// Decides how to handle an element that extends past the window.
    private mutating func endOfWindow(isAtEnd: Bool) -> Bool {
        if isAtEnd {
            if !report.isTruncated { note(.truncated, at: cursor, subject: "\(nameAtCursor().text)") }
            advance(to: end)
            return false
        }
        guard end - cursor >= limits.longestElement else {
            // Reading again from the start costs nothing as long as the window doubles each time.
            wanted = min((end - cursor) * 2, max(limits.longestElement, end - cursor + 1))
            return false
        }
        let name = nameAtCursor()
        note(.elementTooLong, at: cursor, subject: "\(name.text)")
        mode = .passing(name)
        advance(to: cursor + 1)
        return true
    }

    private mutating func stepEndTag(isAtEnd: Bool) -> Bool {
        guard let close = ByteSearch.find(Byte.greater, window, cursor, end) else {
            return endOfWindow(isAtEnd: isAtEnd)
        }
        var nameEnd = close
        while Byte.isSpace(window[nameEnd - 1]) { nameEnd -= 1 }
        let name = ByteSlice(start: window + cursor + 2, count: max(0, nameEnd - cursor - 2))
        if name.equals(ElementName.healthData.text), !rootIsClosed {
            rootIsClosed = true
            advance(to: close + 1)
            return true
        }
        note(.strayEndTag, at: cursor, subject: "\(ElementName.healthData.text)")
        let next = ByteSearch.find(Byte.less, window, cursor + 1, close)
        advance(to: next ?? close + 1)
        return true
    }

    /// Skips the rest of an element that is too long: to its end tag, or to an element that can only follow it.
    mutating func stepPassing(_ name: ElementName, isAtEnd: Bool) -> Bool {
        while let opening = ByteSearch.find(Byte.less, window, cursor, end) {
            advance(to: opening)
            guard isAtEnd || end - cursor >= 64 else {
                wanted = 64
                return false
            }
            if closesPassed(name) {
                advance(to: ByteSearch.find(Byte.greater, window, cursor, end).map { $0 + 1 } ?? end)
                mode = .body
                return true
            }
            if ByteSearch.stands("</HealthData", window, cursor, end) || startsAfterPassed(name) {
                mode = .body
                return true
            }
            advance(to: cursor + 1)
        }
        advance(to: end)
        return false
    }

    private func closesPassed(_ name: ElementName) -> Bool {
        guard name != .other, cursor + 1 < end, window[cursor + 1] == Byte.slash else { return false }
        let count = name.text.utf8CodeUnitCount
        let after = cursor + 2 + count
        guard after < end, ByteSearch.stands(name.text, window, cursor + 2, end) else { return false }
        return window[after] == Byte.greater || Byte.isSpace(window[after])
    }

    private func startsAfterPassed(_ name: ElementName) -> Bool {
        let next = nameAtCursor()
        return next.isTopLevel && (next == .record && name == .workout || !name.understands(next))
    }

    /// The known element whose start tag begins at the cursor.
    private func nameAtCursor() -> ElementName {
        var nameEnd = cursor + 1
        while nameEnd < end, !Byte.isSpace(window[nameEnd]), window[nameEnd] != Byte.slash,
            window[nameEnd] != Byte.greater
        {
            nameEnd += 1
        }
        let count = nameEnd - cursor - 1
        guard count <= ElementParser.longestName else { return .other }
        return ElementName(rawValue: parser.elementNames.value(window + cursor + 1, count)) ?? .other
    }

    /// Notes content after the end of the root, once, or otherwise the given kind of warning.
    mutating func noteAfterEnd(_ otherwise: ScanWarning.Kind? = nil) {
        if rootIsClosed {
            if report.warningCounts[.contentAfterEnd] == nil { note(.contentAfterEnd, at: cursor, subject: "") }
        } else if let otherwise {
            note(otherwise, at: cursor, subject: "\(ElementName.healthData.text)")
        }
    }

    // MARK: Handing on

    private mutating func deliver<Sink: ExportSink & ~Copyable>(upTo next: Int, into sink: inout Sink) throws {
        if rootIsClosed { noteAfterEnd() }
        if !parser.warnings.isEmpty { notePendingWarnings() }
        guard parser.arena.tagCount > 0, !parser.isBroken else {
            if parser.isBroken { note(.elementSkipped, at: cursor, subject: "\(nameAtCursor().text)") }
            return
        }
        if next - cursor > Limits.longestValue, let name = tooLongAttribute() {
            return note(.valueTooLong, at: cursor, subject: name)
        }
        let element = ExportElement(
            base: window,
            tags: parser.arena.tags,
            attributes: parser.arena.attributes,
            index: 0,
            mark: lineMark
        )
        if mayHoldFlaws(from: cursor) { noteFlaws() }
        if parser.needsReview { noteNotUnderstood() }
        switch parser.arena.tags[0].name {
        case .record:
            report.records &+= 1
            try sink.record(ExportRecord(element: element))
        case .correlation:
            let correlation = ExportCorrelation(element: element)
            report.correlations &+= 1
            for _ in correlation.records { report.correlationMembers &+= 1 }
            try sink.correlation(correlation)
        case .workout:
            let workout = ExportWorkout(element: element)
            report.workouts &+= 1
            report.workoutRecords &+= workout.recordCount
            try sink.workout(workout)
        case .activitySummary:
            report.activitySummaries &+= 1
            try sink.activitySummary(ExportActivitySummary(element: element))
        case .clinicalRecord: try sink.clinicalRecord(ExportClinicalRecord(element: element))
        case .audiogram: try sink.audiogram(ExportAudiogram(element: element))
        case .visionPrescription: try sink.visionPrescription(ExportVisionPrescription(element: element))
        case .me:
            try sink.me(element)
        case .exportDate:
            if let value = element[.value] { try sink.exportDate(value) }
        default:
            break
        }
    }

    /// The name of an attribute of the element that is too long, or `nil` if none is.
    private func tooLongAttribute() -> String? {
        for index in 0..<parser.arena.attributeCount {
            let span = parser.arena.attributes[index]
            if Int(span.valueCount) > Limits.longestValue { return span.name == .other ? "…" : span.name.text }
        }
        return nil
    }

    private mutating func notePendingWarnings() {
        for warning in parser.warnings { note(warning.kind, at: warning.offset, subject: warning.subject) }
    }

    /// Checks each value of the element for bytes that no text may hold.
    private mutating func noteFlaws() {
        for index in 0..<parser.arena.attributeCount {
            let span = parser.arena.attributes[index]
            let value = ByteSlice(start: window + Int(span.valueStart), count: Int(span.valueCount))
            guard let flaw = TextSoundness.firstFlaw(in: value) else { continue }
            let kind: ScanWarning.Kind = flaw == .controlByte ? .controlByte : .brokenUTF8
            note(kind, at: Int(span.valueStart), subject: span.name.text)
        }
    }

    /// Counts the parts of the element that aren't understood: outermost elements only, and unknown attributes of known
    /// elements.
    private mutating func noteNotUnderstood() {
        var index = 0
        var parents: [(name: String, next: Int)] = []
        while index < parser.arena.tagCount {
            let tag = parser.arena.tags[index]
            while let parent = parents.last, parent.next <= index { parents.removeLast() }
            guard tag.isUnderstood else {
                let bytes = ByteSlice(start: window + Int(tag.start) + 1, count: Int(tag.nameCount))
                report.noteNotUnderstood(
                    (parents.last.map { $0.name + "/" } ?? "") + bytes.text,
                    line: line(at: Int(tag.start))
                )
                index = Int(tag.next)
                continue
            }
            let first = Int(tag.firstAttribute)
            let own = tag.name.ownAttributes
            // In those exports they are metadata.
            let isOfFirstExports =
                tag.name != .workoutZoneGroup
                && (first..<first + Int(tag.attributeCount)).contains { parser.arena.attributes[$0].name == .source }
            for position in first..<first + Int(tag.attributeCount) where !isOfFirstExports {
                let span = parser.arena.attributes[position]
                guard span.name == .other else { continue }
                let name = ByteSlice(start: window + Int(span.nameStart), count: Int(span.nameCount))
                if own.contains(where: { name.equals($0) }) { continue }
                report.noteNotUnderstood("\(tag.name.text)@\(name.text)", line: line(at: Int(tag.start)))
            }
            parents.append(("\(tag.name.text)", Int(tag.next)))
            index += 1
        }
    }
}

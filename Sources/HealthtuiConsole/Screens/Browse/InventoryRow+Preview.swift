import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

extension InventoryRow {
    /// The details of a source, a device or a type; nil for a heading.
    func preview(_ environment: ConsoleEnvironment) -> RowPreview? {
        let theme = environment.theme
        func moment(_ date: Date) -> String {
            date > environment.now.addingTimeInterval(86_400) ? BrowseStrings.ongoing : environment.dates.moment(date)
        }
        switch content {
        case .heading, .unknown: return nil
        case .type(let type, let summary):
            var preview = RowPreview(title: Line(type.entry.name, theme.style(Hue.of(type)).adding(.bold)))
            guard let summary else { return preview }
            preview.add(SharedStrings.samplesHeading, NumberText.text(summary.count))
            preview.add(BrowseStrings.first, moment(summary.first))
            preview.add(SharedStrings.last, moment(summary.last))
            preview.add(SourceStrings.title, NumberText.text(summary.sources))
            preview.parts += [.section(SourceStrings.order), .words(SourceStrings.orderHint)]
            return preview
        case .source(let source):
            var preview = RowPreview(title: Line(source.source.shownName, theme.accent.adding(.bold)))
            preview.add(BrowseStrings.identifier, source.source.bundleIdentifier)
            preview.add(BrowseStrings.versionsHeading, source.versions.joined(separator: ", "))
            preview.add(SharedStrings.samplesHeading, NumberText.text(source.count))
            preview.add(SharedStrings.last, moment(source.last))
            preview.parts += Self.types(source.types, theme)
            return preview
        case .device(let device):
            let title = Line(DevicePhrase.name(device.device), theme.accent.adding(.bold))
            var preview = RowPreview(title: title)
            preview.parts.append(.words(DevicePhrase.full(device.device)))
            preview.add(SharedStrings.samplesHeading, NumberText.text(device.count))
            preview.parts += Self.types(device.types, theme)
            return preview
        }
    }

    /// The types with the most samples, each with its share of all.
    private static func types(_ counts: [String: Int], _ theme: Theme) -> [RowPreview.Part] {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard let most = sorted.first?.value, most > 0 else { return [] }
        return [.section(SharedStrings.types(counts.count))]
            + sorted.prefix(40)
            .map { identifier, count in
                let type = HKObjectType.type(identifier: identifier)
                let name = type?.entry.name ?? identifier
                let style = theme.style(type.map(Hue.of) ?? .other)
                let bar = Gauge.line(Double(count) / Double(most), width: 10, style: style, theme: theme)
                let number = NumberText.text(count).figure(in: 9, ellipsis: theme.glyphs.ellipsis)
                return .line(
                    Line(name.fitted(to: 22, ellipsis: theme.glyphs.ellipsis)) + Line(number + "  ", theme.dim) + bar
                )
            }
    }
}

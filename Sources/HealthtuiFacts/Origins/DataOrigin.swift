import HealthKit

/// The origin of data.
package enum DataOrigin: Sendable, Hashable {
    case source(HKSource)
    case device(HKDevice)
}

extension DataOrigin {
    /// The samples of a type that came from here.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - versions: The device with each of its versions of software; unused for a source.
    /// - Returns: The list.
    /// - Throws: `HKError`.
    func samples(of type: HKSampleType, _ versions: [HKDevice]) throws -> SampleListQuery {
        switch self {
        case .source(let source): return SampleListQuery(type: type, source: source)
        case .device(let device) where versions.count < 2:
            return SampleListQuery(type: type, device: versions.first ?? device)
        case .device:
            var query = SampleListQuery(type: type)
            query.matching = try filter(versions)
            return query
        }
    }

    /// The filter that selects what came from here.
    ///
    /// - Parameter versions: The device with each of its versions of software; unused for a source.
    /// - Returns: The filter, which the store evaluates.
    /// - Throws: `HKError`.
    func filter(_ versions: [HKDevice]) throws -> SampleFilter {
        switch self {
        case .source(let source): try SampleFilter(HKQuery.predicateForObjects(from: source))
        case .device(let device):
            try SampleFilter(HKQuery.predicateForObjects(from: versions.isEmpty ? [device] : Set(versions)))
        }
    }
}

extension HKDevice {
    /// Whether another device is the same one, with whatever software and firmware.
    ///
    /// - Parameter other: The other device.
    /// - Returns: Whether all other fields are the same.
    package func isSameHardware(as other: HKDevice) -> Bool {
        (name, manufacturer, model) == (other.name, other.manufacturer, other.model)
            && (hardwareVersion, localIdentifier, udiDeviceIdentifier)
                == (other.hardwareVersion, other.localIdentifier, other.udiDeviceIdentifier)
    }
}

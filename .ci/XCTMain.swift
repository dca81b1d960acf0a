import Testing
import XCTest

#if canImport(HealthKitTestingTests)
@testable import HealthKitTestingTests
#endif

/// The entry point of the tests.
///
/// .ci/build puts this file into Tests while it builds. Without it the package manager writes one from an index of all
/// code, and making the index is a sixth of the build. Swift Testing finds its tests; those of XCTest are listed here.
@main
struct TestMain {
    static func main() async {
        let arguments = CommandLine.arguments
        let library = arguments.firstIndex(of: "--testing-library").flatMap { arguments[$0...].dropFirst().first }
        if library == "swift-testing" { await Testing.__swiftPMEntryPoint() as Never }
        #if canImport(HealthKitTestingTests)
        XCTMain([testCase(CaseTests.allTests)])
        #else
        XCTMain([])
        #endif
    }
}

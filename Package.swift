// swift-tools-version: 6.2
import PackageDescription

// The layer table of ARCHITECTURE.md: a module sees the modules named beside it, and nothing else.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, _ imports: [String] = []) -> Target {
    .target(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

func program(_ name: String, _ imports: [String]) -> Target {
    .executableTarget(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

func tests(_ name: String, _ imports: [String]) -> Target {
    .testTarget(name: name + "Tests", dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

let package = Package(
    name: "mingle",
    products: [
        .executable(name: "mingle", targets: ["MingleApp"]),
        .executable(name: "mingle-decode", targets: ["PictureDecoder"]),
        .executable(name: "mingle-bench", targets: ["LayoutBench"]),
        .executable(name: "mingle-bench-composer", targets: ["ComposerBench"]),
        .executable(name: "mingle-bench-pictures", targets: ["PictureBench"]),
    ],
    targets: [
        // Values: no input or output, no clock, no randomness, nothing thrown.
        module("RichText"),
        module("JSON"),
        module("UnicodeTables"),
        module("InlineLayout", ["UnicodeTables"]),
        module("Composer", ["RichText", "InlineLayout"]),
        module("Emoticons", ["RichText"]),
        module("Terminal", ["InlineLayout"]),
        module("Pictures", ["Emoticons", "RichText", "Terminal"]),
        module("ChatCore", ["RichText"]),
        module(
            "ChatUI",
            ["ChatCore", "Composer", "Emoticons", "InlineLayout", "Pictures", "RichText", "Terminal"]),

        // The world outside, each part of it behind one module.
        .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
        .target(name: "CSandbox"),
        // Its libcurl is loaded at run time; the headers are of libcurl4-openssl-dev.
        .target(name: "CCurl"),
        // Loaded when an account is first used; the four below give only their headers.
        .target(name: "CLateLibraries"),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CCares", providers: [.apt(["libc-ares-dev"])]),
        .systemLibrary(name: "CIDN", providers: [.apt(["libidn-dev"])]),
        module("CursesDriver", ["Terminal", "CNcurses"]),
        module("Archive", ["ChatCore", "JSON", "RichText", "CSQLite"]),
        module("LocalTransport", ["Archive", "ChatCore", "RichText"]),
        module("XMPP", ["CCares", "CExpat", "CIDN", "CLateLibraries", "COpenSSL"]),
        module("XMPPTransport", ["Archive", "ChatCore", "HTTP", "RichText", "XMPP"]),
        module("HTTP", ["CCurl"]),
        // Its libhunspell is loaded at run time; it needs no header.
        .target(name: "CHunspell"),
        module("Spelling", ["CHunspell"]),
        module("PictureStore", ["Emoticons", "HTTP", "JSON", "Pictures", "RichText", "Terminal"]),

        program(
            "MingleApp",
            [
                "Archive", "ChatCore", "ChatUI", "Composer", "CursesDriver", "Emoticons", "HTTP", "InlineLayout",
                "JSON", "LocalTransport", "PictureStore", "Pictures", "RichText", "Spelling", "Terminal", "XMPP",
                "XMPPTransport",
            ]),

        program("PictureDecoder", ["CGIF", "CJPEG", "CPNG", "CSandbox", "CWebP"]),
        program("EmoticonArt", ["Emoticons", "Pictures", "RichText", "Terminal"]),
        program("LayoutBench", ["InlineLayout"]),
        .executableTarget(
            name: "WrapExample", dependencies: ["InlineLayout"], path: "Examples/Wrap", swiftSettings: settings),
        program("PictureBench", ["Emoticons", "PictureStore", "Pictures", "RichText", "Terminal"]),
        program("ComposerBench", ["ChatCore", "ChatUI", "Emoticons", "InlineLayout", "RichText", "Terminal"]),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .executableTarget(
            name: "CursesProbe", dependencies: ["CursesDriver", "Terminal"], path: "Tests/CursesProbe",
            exclude: ["tricky.txt"], swiftSettings: settings),
        tests("CursesDriver", ["CursesDriver", "CursesProbe", "Terminal", "TestSupport"]),
        tests("JSON", ["JSON"]),
        tests("RichText", ["RichText", "TestSupport"]),
        tests("ChatCore", ["ChatCore", "RichText"]),
        tests(
            "ChatUI",
            ["ChatCore", "ChatUI", "Composer", "Emoticons", "Pictures", "RichText", "Terminal", "TestSupport"]),
        tests("Project", ["ChatUI"]),
        tests("EndToEnd", ["TestSupport", "XMPPTestSupport"]),
        tests("Composer", ["Composer", "RichText", "TestSupport"]),
        tests("Emoticons", ["Emoticons", "RichText", "TestSupport"]),
        tests("HTTP", ["HTTP", "TestSupport"]),
        tests("Spelling", ["Spelling"]),
        tests("Pictures", ["Emoticons", "Pictures", "RichText", "Terminal", "TestSupport"]),
        .executableTarget(
            name: "SandboxProbe", dependencies: ["CSandbox"], path: "Tests/SandboxProbe", swiftSettings: settings),
        tests(
            "PictureStore",
            [
                "EmoticonArt", "Emoticons", "HTTP", "PictureDecoder", "PictureStore", "Pictures", "RichText",
                "SandboxProbe",
                "Terminal",
                "TestSupport",
            ]),
        tests("Archive", ["Archive", "ChatCore", "CSQLite", "RichText", "TestSupport"]),
        .executableTarget(
            name: "LocalTransportPeer", dependencies: ["Archive", "ChatCore", "LocalTransport", "RichText"],
            path: "Tests/LocalTransportPeer", swiftSettings: settings),
        tests(
            "LocalTransport",
            ["Archive", "ChatCore", "CSQLite", "LocalTransport", "LocalTransportPeer", "RichText", "TestSupport"]),
        .target(
            name: "XMPPTestSupport", dependencies: ["TestSupport", "XMPP"], path: "Tests/XMPPTestSupport",
            swiftSettings: settings),
        .executableTarget(
            name: "XMPPBench",
            dependencies: [
                "ChatCore", "ChatUI", "Emoticons", "RichText", "Terminal", "TestSupport", "XMPP", "XMPPTestSupport",
                "XMPPTransport",
            ],
            path: "Tests/XMPPBench", swiftSettings: settings),
        .executableTarget(
            name: "XMPPTransportPeer", dependencies: ["ChatCore", "XMPP", "XMPPTransport"],
            path: "Tests/XMPPTransportPeer", swiftSettings: settings),
        tests("XMPP", ["TestSupport", "XMPP", "XMPPTestSupport"]),
        .testTarget(
            name: "XMPPTransportTests",
            dependencies: [
                "Archive", "ChatCore", "HTTP", "RichText", "TestSupport", "XMPP", "XMPPTestSupport", "XMPPTransport",
                "XMPPTransportPeer",
            ],
            exclude: ["stranger.py", "worker.py"], swiftSettings: settings),
        tests("Terminal", ["InlineLayout", "Terminal", "TestSupport"]),
        tests("UnicodeTables", ["UnicodeTables", "TestSupport"]),
        tests("InlineLayout", ["InlineLayout", "TestSupport"]),
    ]
)

import Foundation
import Testing

/// The layer table, as DESIGN has it: what each module may import, from us and from outside.
private let allowed: [String: Set<String>] = [
    "RichText": [], "JSON": [], "UnicodeTables": [],
    "InlineLayout": ["UnicodeTables"],
    "Composer": ["RichText", "InlineLayout"],
    "Emoticons": ["RichText"],
    "Terminal": ["InlineLayout"],
    "Pictures": ["Emoticons", "RichText", "Terminal"],
    "ChatCore": ["RichText"],
    "ChatUI": ["ChatCore", "Composer", "Emoticons", "InlineLayout", "Pictures", "RichText", "Terminal"],
    "CursesDriver": ["Terminal", "CNcurses", "Glibc"],
    "Archive": ["ChatCore", "JSON", "RichText", "CSQLite", "Glibc"],
    "LocalTransport": ["Archive", "ChatCore", "RichText", "Glibc", "Synchronization"],
    "Spelling": ["CHunspell", "Glibc"],
    "HTTP": ["CCurl", "Glibc", "Synchronization"],
    "PictureStore": [
        "Emoticons", "Glibc", "HTTP", "JSON", "Pictures", "RichText", "Synchronization", "Terminal",
    ],
    "EmoticonArt": ["Emoticons", "Pictures", "RichText", "Terminal", "Glibc"],
    "PictureDecoder": ["CGIF", "CJPEG", "CPNG", "CSandbox", "CWebP", "Glibc"],
    "XMPP": ["CCares", "CExpat", "CIDN", "CLateLibraries", "COpenSSL", "Glibc", "Synchronization"],
    "XMPPTransport": ["Archive", "ChatCore", "Glibc", "HTTP", "RichText", "Synchronization", "XMPP"],
    "LayoutBench": ["InlineLayout", "Glibc"],
    "PictureBench": ["Emoticons", "Glibc", "PictureStore", "Pictures", "RichText", "Terminal"],
    "ComposerBench": ["ChatCore", "ChatUI", "Emoticons", "Glibc", "InlineLayout", "RichText", "Terminal"],
    "MingleApp": [
        "Archive", "ChatCore", "ChatUI", "Composer", "CursesDriver", "Dispatch", "Emoticons", "Glibc", "HTTP",
        "InlineLayout", "JSON", "LocalTransport", "PictureStore", "Pictures", "RichText", "Spelling",
        "Synchronization", "Terminal", "XMPP", "XMPPTransport",
    ],
]

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

private func sources(of module: String) -> [URL] {
    let folder = root.appendingPathComponent("Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
}

@Suite struct LayeringTests {
    @Test(arguments: allowed.keys.sorted()) func modulesImportWhatTheTableAllows(module: String) throws {
        let files = sources(of: module)
        #expect(!files.isEmpty, "no sources of \(module)")
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("import ") {
                let words = line.split(separator: " ").map(String.init)
                guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy({ !$0.hasPrefix("/") }),
                    index + 1 < words.count, words[0] == "import" || words[0].hasPrefix("@") || words[0] == "public"
                else { continue }
                let name = words[index + 1].split(separator: ".")[0]
                #expect(
                    allowed[module]?.contains(String(name)) == true,
                    "\(module) imports \(name) in \(file.lastPathComponent)")
            }
        }
    }

    @Test func everyModuleIsInTheTable() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
        for folder in folders where !folder.hasPrefix("C") || allowed[folder] != nil || folder == "ChatCore" {
            guard !sources(of: folder).isEmpty else { continue }
            #expect(allowed[folder] != nil, "\(folder) is not in the layer table")
        }
    }

    @Test func filesStayReadable() throws {
        for module in allowed.keys where module != "UnicodeTables" {
            for file in sources(of: module) {
                let count = try String(contentsOf: file, encoding: .utf8).split(
                    separator: "\n", omittingEmptySubsequences: false
                ).count
                #expect(count <= 400, "\(file.lastPathComponent) has \(count) lines")
            }
        }
    }
}

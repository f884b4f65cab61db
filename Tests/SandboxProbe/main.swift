import CSandbox
import Glibc

// Takes the decoder's place in tests: confined like it, it does what its input says, as a decoder might that a picture
// has taken over.
guard mingle_confine() == 0 else { exit(71) }
private var word = [UInt8](repeating: 0, count: 64)
private let length = read(0, &word, word.count)

private func say(_ bytes: [UInt8]) { _ = write(1, bytes, bytes.count) }
private let head = Array("MGL1".utf8) + [2, 0, 0, 0, 1, 0, 0, 0]

switch String(decoding: word[..<max(length, 0)], as: UTF8.self) {
case "open": _ = open("/etc/passwd", O_RDONLY)
case "socket": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
case "exec": _ = execl("/bin/true")
case "fork": _ = forkNow()
case "kill": _ = kill(getppid(), SIGTERM)
case "spin": while word.count > 0 { word[0] &+= 1 }
case "hang":
    // Reading what never comes waits without computing.
    _ = read(1, &word, 1)
case "eat":
    var blocks: [UnsafeMutableRawPointer] = []
    while let block = malloc(1 << 24) { blocks.append(memset(block, 1, 1 << 24)) }
    exit(blocks.count > 4 && blocks.count < 64 ? 3 : 1)
case "flood": while true { say([UInt8](repeating: 1, count: 1 << 16)) }
case "good": say(head + [2, 0, 0, 0, 1, 0, 0, 0, 1, 7, 0, 0, 0, 9, 9, 9, 255, 1, 2, 3, 255, 0, 0])
case "short": say(head + [2, 0, 0, 0, 1, 0, 0, 0, 1, 7, 0, 0, 0, 9, 9])
case "long": say(head + [2, 0, 0, 0, 1, 0, 0, 0, 1, 7, 0, 0, 0, 9, 9, 9, 255, 1, 2, 3, 255, 0, 0, 0])
case "large": say(head + [255, 255, 255, 255, 255, 255, 255, 255, 1, 7, 0, 0, 0])
case "empty": say(head + [2, 0, 0, 0, 1, 0, 0, 0, 0, 0])
case "nothing": break
default: exit(9)
}
exit(0)

/// Swift does not let `fork` be called; the call that it makes can be.
private func forkNow() -> Int32 {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
    return posix_spawn(&child, "/bin/true", nil, nil, &arguments, &arguments)
}

private func execl(_ path: String) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
    return execve(path, &arguments, &arguments)
}

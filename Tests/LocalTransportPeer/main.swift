import Archive
import ChatCore
import Glibc
import LocalTransport
import RichText

// A process of the local room for the tests: `LocalTransportPeer COMMAND ARCHIVE NAME [COUNT]`.
// What it learns goes to standard output, a line each; it ends when its standard input does.

let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
    say("usage: LocalTransportPeer COMMAND ARCHIVE NAME [COUNT]")
    exit(64)
}
let peer = Peer(path: arguments[2], name: arguments[3], count: arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0)

switch arguments[1] {
case "sit": peer.sit()
case "write": peer.write()
case "append": peer.append()
case "append-for-ever": peer.appendForEver()
case "fill": peer.fill()
case "tick": peer.tick()
case "edit": peer.edit()
case "list": peer.list()
case "react": peer.react()
case "idle": peer.measureIdling()
case "read-as-nobody": peer.readAsNobody()
case "as-nobody": peer.appendAsNobody()
default:
    say("unknown command")
    exit(64)
}

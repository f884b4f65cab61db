/// The namespaces of what is said over the stream, each with the standard that defines it.
enum Names {
    static let room = "http://jabber.org/protocol/muc"
    static let roomUser = "http://jabber.org/protocol/muc#user"
    static let roomOwner = "http://jabber.org/protocol/muc#owner"
    static let roomAdmin = "http://jabber.org/protocol/muc#admin"
    static let roomSettings = "http://jabber.org/protocol/muc#roomconfig"
    static let roomAbout = "http://jabber.org/protocol/muc#roominfo"
    /// XEP-0249.
    static let invitation = "jabber:x:conference"
    /// XEP-0402.
    static let bookmarks = "urn:xmpp:bookmarks:1"
    /// XEP-0191.
    static let blocking = "urn:xmpp:blocking"
    /// XEP-0184.
    static let receipts = "urn:xmpp:receipts"
    /// XEP-0333.
    static let markers = "urn:xmpp:chat-markers:0"
    /// XEP-0030.
    static let info = "http://jabber.org/protocol/disco#info"
    static let items = "http://jabber.org/protocol/disco#items"
    /// XEP-0115.
    static let abilities = "http://jabber.org/protocol/caps"
    /// XEP-0004.
    static let form = "jabber:x:data"
    /// XEP-0313.
    static let archive = "urn:xmpp:mam:2"
    /// XEP-0059.
    static let paging = "http://jabber.org/protocol/rsm"
    /// XEP-0297.
    static let forward = "urn:xmpp:forward:0"
    /// XEP-0203.
    static let delay = "urn:xmpp:delay"
    /// XEP-0359.
    static let stanzaID = "urn:xmpp:sid:0"
    /// XEP-0421.
    static let occupantID = "urn:xmpp:occupant-id:0"
    /// XEP-0280.
    static let carbons = "urn:xmpp:carbons:2"
    /// XEP-0085.
    static let chatStates = "http://jabber.org/protocol/chatstates"
    /// XEP-0308.
    static let correction = "urn:xmpp:message-correct:0"
    /// XEP-0424.
    static let retraction = "urn:xmpp:message-retract:1"
    static let oldRetraction = "urn:xmpp:message-retract:0"
    static let retractions = [retraction, oldRetraction]
    /// XEP-0425; the older one is what servers of today speak.
    static let moderation = "urn:xmpp:message-moderate:1"
    static let oldModeration = "urn:xmpp:message-moderate:0"
    /// XEP-0422, which older moderation is written in.
    static let fastening = "urn:xmpp:fasten:0"
    /// XEP-0461.
    static let reply = "urn:xmpp:reply:0"
    /// XEP-0428.
    static let fallback = "urn:xmpp:fallback:0"
    /// XEP-0444.
    static let reactions = "urn:xmpp:reactions:0"
    /// XEP-0372.
    static let references = "urn:xmpp:reference:0"
    /// XEP-0513.
    static let mentions = "urn:xmpp:mentions:0"
    /// XEP-0334.
    static let hints = "urn:xmpp:hints"
    /// XEP-0380.
    static let encryption = "urn:xmpp:eme:0"
    /// XEP-0490.
    static let displayed = "urn:xmpp:mds:displayed:0"
    /// XEP-0060.
    static let publishing = "http://jabber.org/protocol/pubsub"
    static let published = "http://jabber.org/protocol/pubsub#event"
    /// XEP-0394, XEP-0514 and XEP-0300.
    static let markup = "urn:xmpp:markup:0"
    static let emoji = "urn:xmpp:markup:emoji:0"
    static let hashes = "urn:xmpp:hashes:2"
    /// XEP-0231.
    static let bits = "urn:xmpp:bob"
    /// XEP-0393.
    static let styling = "urn:xmpp:styling:0"
    /// XEP-0363.
    static let upload = "urn:xmpp:http:upload:0"
    /// XEP-0066.
    static let outOfBand = "jabber:x:oob"
    /// XEP-0447, XEP-0446 and XEP-0103.
    static let fileSharing = "urn:xmpp:sfs:0"
    static let fileMetadata = "urn:xmpp:file:metadata:0"
    static let urlData = "http://jabber.org/protocol/url-data"
    static let roster = "jabber:iq:roster"
}

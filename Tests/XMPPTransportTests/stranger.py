"""A person who does not use our program: enters a room with slixmpp, waits to be called, answers, edits, and leaves.

Arguments: port, certificate authority, address, password, room, name in it.
Each line printed tells one thing that was seen.
"""

import asyncio
import ssl
import sys

from slixmpp import ClientXMPP


class Stranger(ClientXMPP):
    def __init__(self, authority, address, password, room, nick):
        super().__init__(address, password)
        self.room, self.nick = room, nick
        self.ca_certs = authority
        for plugin in ("xep_0030", "xep_0045", "xep_0085", "xep_0308", "xep_0359", "xep_0372", "xep_0444", "xep_0461", "xep_0513"):
            self.register_plugin(plugin)
        self.add_event_handler("session_start", self.started)
        self.add_event_handler("groupchat_message", self.heard)
        self.add_event_handler("message", self.heard_alone)

    async def started(self, _):
        self.send_presence()
        await self.plugin["xep_0045"].join_muc_wait(self.room, self.nick, maxstanzas=0)
        print("joined", flush=True)

    def heard(self, message):
        if message["mucnick"] == self.nick:
            return
        print("heard", message["body"].replace("\n", "|"), flush=True)
        for mention in message["mentions"]:
            who = mention["mentions"] or ("me" if mention["jid"] == self.boundjid.bare or mention["occupantid"] else "?")
            words = message["body"][mention["begin"] : mention["end"]]
            print("mention", who, words, flush=True)
        for reference in message.xml.findall("{urn:xmpp:reference:0}reference"):
            print("reference", reference.get("uri"), flush=True)
        if "question" in message["body"]:
            self.answer(message)
        if message["body"] == "bye":
            self.disconnect()

    def answer(self, question):
        room_id = question["stanza_id"]["id"]
        reply = self.make_message(mto=self.room, mbody="a anser", mtype="groupchat")
        reply["id"] = "answer-1"
        reply["reply"]["id"] = room_id
        reply.send()
        edit = self.make_message(mto=self.room, mbody="an answer to @ann", mtype="groupchat")
        edit["replace"]["id"] = "answer-1"
        edit["mention"]["begin"] = 13
        edit["mention"]["end"] = 17
        edit["mention"]["jid"] = "ann@chat.test"
        edit.send()
        reaction = self.make_message(mto=self.room, mtype="groupchat")
        self.plugin["xep_0444"].set_reactions(reaction, room_id, {"👍"})
        reaction.enable("store")
        reaction.send()

    def heard_alone(self, message):
        if message["type"] == "chat" and message["body"]:
            print("alone", message["body"], flush=True)
            self.send_message(mto=message["from"], mbody="echo: " + message["body"], mtype="chat")


port, authority, address, password, room, nick = sys.argv[1:]
stranger = Stranger(authority, address, password, room, nick)
stranger.connect("127.0.0.1", int(port))
asyncio.get_event_loop().run_until_complete(stranger.disconnected)

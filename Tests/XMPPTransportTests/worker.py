"""A person who does not use our program, for a long talk: does with slixmpp what somebody else tells it alone.

Arguments: port, certificate authority, address, password, room, name in it, who tells.
What it is told is JSON, such as {"do": "say", "text": "hello", "id": "b1"}. Each line printed tells one thing that was
seen, in the order in which it came.
"""

import asyncio
import json
import sys
import xml.etree.ElementTree as ET

from slixmpp import ClientXMPP

RETRACT = "{urn:xmpp:message-retract:1}retract"


class Worker(ClientXMPP):
    def __init__(self, authority, address, password, room, nick, teller):
        super().__init__(address, password)
        self.room, self.nick, self.teller = room, nick, teller
        self.ca_certs = authority
        # The room's ids of what was said, by its words and by its sender's id.
        self.ids = {}
        for plugin in ("xep_0030", "xep_0045", "xep_0085", "xep_0184", "xep_0308", "xep_0359", "xep_0444", "xep_0461", "xep_0513"):
            self.register_plugin(plugin)
        self.add_event_handler("session_start", self.started)
        self.add_event_handler("groupchat_message", self.heard)
        self.add_event_handler("groupchat_subject", self.subject_came)
        self.add_event_handler("reactions", self.heard)
        self.add_event_handler("message", self.heard_alone)

    def tell(self, *words):
        print("|".join(word.replace("\n", "/") for word in words), flush=True)

    def subject_came(self, message):
        if message["subject"]:
            self.tell("topic", message["subject"])

    async def started(self, _):
        self.send_presence()
        await self.enter()

    async def enter(self):
        await self.plugin["xep_0045"].join_muc_wait(self.room, self.nick, maxstanzas=0)
        self.tell("joined")

    def heard(self, message):
        # What has no body may come by either event, or by both.
        if message["id"] in self.ids:
            return
        room_id = message["stanza_id"]["id"]
        body = message["body"]
        self.ids[message["id"]] = room_id
        if body:
            self.ids[body] = room_id
        if message["mucnick"] == self.nick:
            return
        reactions = message.xml.find("{urn:xmpp:reactions:0}reactions")
        if reactions is not None:
            self.tell("reacted", " ".join(sorted(one.text for one in reactions)))
        elif message.xml.find(RETRACT) is not None:
            self.tell("took back")
        elif message["replace"]["id"]:
            self.tell("edited", body)
        elif body:
            answers = message["reply"]["id"]
            self.tell("answered" if answers else "heard", body)
            if any(mention["jid"] == self.boundjid.bare or mention["occupantid"] for mention in message["mentions"]):
                self.tell("called")

    def heard_alone(self, message):
        if message["type"] != "chat" or not message["body"]:
            return
        if message["from"].bare == self.teller:
            asyncio.ensure_future(self.obey(json.loads(message["body"])))
        else:
            self.tell("alone", message["body"])

    def room_message(self, order):
        message = self.make_message(mto=self.room, mbody=order.get("text"), mtype="groupchat")
        message["id"] = order["id"]
        return message

    async def obey(self, order):
        match order["do"]:
            case "say":
                self.room_message(order).send()
            case "answer":
                message = self.room_message(order)
                message["reply"]["id"] = self.ids[order["to"]]
                message.send()
            case "call":
                message = self.room_message(order)
                message["mention"]["begin"], message["mention"]["end"] = order["range"]
                message["mention"]["jid"] = order["jid"]
                message.send()
            case "edit":
                message = self.room_message(order)
                message["replace"]["id"] = order["of"]
                message.send()
            case "react":
                message = self.room_message(order)
                self.plugin["xep_0444"].set_reactions(message, self.ids[order["to"]], set(order["emoji"]))
                message.enable("store")
                message.send()
            case "take back":
                message = self.room_message(order)
                ET.SubElement(message.xml, RETRACT, {"id": self.ids[order["of"]]})
                ET.SubElement(message.xml, "{urn:xmpp:hints}store")
                message.send()
            case "write":
                message = self.make_message(mto=self.room, mtype="groupchat")
                message["chat_state"] = "composing"
                message.send()
            case "alone":
                self.send_message(mto=order["to"], mbody=order["text"], mtype="chat")
            case "leave":
                self.plugin["xep_0045"].leave_muc(self.room, self.nick)
            case "enter":
                await self.enter()
            case "topic":
                self.plugin["xep_0045"].set_subject(self.room, order["text"])


port, authority, address, password, room, nick, teller = sys.argv[1:]
worker = Worker(authority, address, password, room, nick, teller)
worker.connect("127.0.0.1", int(port))
asyncio.get_event_loop().run_until_complete(worker.disconnected)

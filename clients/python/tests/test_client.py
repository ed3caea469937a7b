"""Runs against a service: FRONTDESK_URL and FRONTDESK_API_KEY. The model of its agent repeats the question in pieces."""

import asyncio
import http.server
import io
import os
import socket
import threading
import time
import unittest

from frontdesk import (
    AsyncFrontdesk,
    AuthenticationError,
    ConnectionFailed,
    Frontdesk,
    FrontdeskError,
    InvalidRequestError,
    RateLimitError,
    WebhookVerificationError,
    file_part,
    verify_webhook,
)

URL = os.environ["FRONTDESK_URL"]
KEY = os.environ["FRONTDESK_API_KEY"]


def user(text: str) -> list:
    return [{"role": "user", "content": text}]


class FlakyLine:
    """A proxy that cuts each of its first connections after some bytes of the response."""

    def __init__(self, cuts: list) -> None:
        self.cuts = cuts
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client: socket.socket) -> None:
        left = self.cuts.pop(0) if self.cuts else 10**9
        host, port = URL.split("//")[1].rstrip("/").split(":")
        service = socket.create_connection((host, int(port)))

        def forward() -> None:
            try:
                while data := client.recv(65536):
                    service.sendall(data)
            except OSError:
                pass

        threading.Thread(target=forward, daemon=True).start()
        try:
            while left > 0 and (data := service.recv(65536)):
                client.sendall(data[:left])
                left -= len(data)
        except OSError:
            pass
        # Closing alone does not end a connection from which another thread reads.
        for one in (client, service):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def close(self) -> None:
        self.server.close()


class SyncTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Frontdesk(URL, KEY)
        self.addCleanup(self.client.close)
        self.conversation_id = self.client.create_conversation({"user_id": "ada"})["conversation_id"]

    def message(self, text: str) -> dict:
        return {"conversation_id": self.conversation_id, "messages": user(text)}

    def test_a_reply_arrives_as_a_whole_or_as_a_stream(self) -> None:
        reply = self.client.send_message(self.message("one two"))
        self.assertEqual(reply["output"][0]["content"]["text"], "one two")
        stream = self.client.stream_message(self.message("one two three"))
        pieces = list(stream.texts())
        self.assertGreater(len(pieces), 1)
        self.assertEqual("".join(pieces), "one two three")
        self.assertTrue(stream.message_id and stream.answer_id)
        self.assertEqual(self.client.stream_message(self.message("four")).final_text(), "four")

    def test_a_broken_stream_goes_on_without_losing_or_repeating_an_event(self) -> None:
        words = " ".join(f"word{number}" for number in range(200))
        line = FlakyLine([900, 2500, 4000])
        self.addCleanup(line.close)
        with Frontdesk(line.url, KEY, max_retries=5) as client:
            stream = client.stream_message(self.message(words))
            codes = [event["code"] for event in stream]
            self.assertEqual(stream.text, words)
            self.assertEqual(codes[0], 11)
            self.assertEqual(codes[-1], 0)
            self.assertEqual(codes.count(10), 1)
        self.assertEqual(line.cuts, [])

    def test_failures_are_typed(self) -> None:
        with self.assertRaises(FrontdeskError) as failed:
            self.client.stream_message(self.message("fail")).final_text()
        self.assertEqual(failed.exception.code, 50000)
        self.assertTrue(failed.exception.request_id)
        with self.assertRaises(InvalidRequestError) as refused:
            self.client.send_message({"conversation_id": self.conversation_id, "mesages": user("Hi")})
        self.assertIn("did you mean messages", str(refused.exception))
        with Frontdesk(URL, "wrong") as stranger, self.assertRaises(AuthenticationError):
            stranger.get_agent()
        with Frontdesk("http://127.0.0.1:1", KEY, max_retries=0) as lost, self.assertRaises(ConnectionFailed):
            lost.get_agent()

    def test_lists_are_read_page_by_page(self) -> None:
        self.client.send_message(self.message("Hi"))
        for number in range(3):
            other = self.client.create_conversation({"user_id": f"user-{number}"})["conversation_id"]
            self.client.send_message({"conversation_id": other, "messages": user("Hi")})
        query = {"conversation_type": "ALL"}
        found = [one["conversation_id"] for one in self.client.iterate("list_conversations", query, page_size=2)]
        self.assertIn(self.conversation_id, found)
        self.assertGreaterEqual(len(found), 4)
        self.assertEqual(len(found), len(set(found)))
        with self.assertRaises(ValueError):
            next(self.client.iterate("get_agent"))

    def test_files_are_uploaded_and_sent(self) -> None:
        added = self.client.upload_documents(
            [("returns.md", b"# Returns\n\nReturns are free."), ("prices.csv", io.BytesIO(b"name,price\numbrella,12"))]
        )
        states = self.client.wait_for_documents([document_id for _, document_id in added])
        self.assertEqual([one["data_status"] for one in states], ["AVAILABLE", "AVAILABLE"])
        part = file_part("document", ("note.txt", b"A note"))
        text = {"type": "text", "text": "Read it"}
        reply = self.client.send_message(
            {"conversation_id": self.conversation_id, "messages": [{"role": "user", "content": [text, part]}]}
        )
        self.assertIn("A note", reply["output"][0]["content"]["text"])


class RetryTest(unittest.TestCase):
    def test_a_call_is_repeated_with_the_same_key_only_if_that_is_safe(self) -> None:
        keys: list = []
        failures: list = []

        class Failing(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                keys.append(self.headers.get("idempotency-key"))
                self.rfile.read(int(self.headers.get("content-length", 0)))
                status = failures.pop(0) if failures else 200
                if status == 0:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                self.send_response(status)
                if status == 429:
                    self.send_header("retry-after", "0")
                body = b'{"conversation_id": "c"}'
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Failing)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Frontdesk(f"http://127.0.0.1:{server.server_port}", "key") as client:
            failures[:] = [0, 503, 429]
            self.assertEqual(client.create_conversation({"user_id": "ada"}), {"conversation_id": "c"})
            self.assertEqual(len(keys), 4)
            self.assertEqual(len(set(keys)), 1)
            keys.clear()
            failures[:] = [0]
            with self.assertRaises(ConnectionFailed):
                client.check_webhooks()
            self.assertEqual(keys, [None])
            failures[:] = [429] * 9
            with self.assertRaises(RateLimitError):
                client.check_webhooks()


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_the_same_surface_for_asyncio(self) -> None:
        async with AsyncFrontdesk(URL, KEY) as client:
            created = await client.create_conversation({"user_id": "grace"})
            message = {"conversation_id": created["conversation_id"], "messages": user("one two")}
            reply = await client.send_message(message)
            self.assertEqual(reply["output"][0]["content"]["text"], "one two")
            pieces = [text async for text in client.stream_message(message).texts()]
            self.assertEqual("".join(pieces), "one two")
            with self.assertRaises(FrontdeskError):
                await client.stream_message({**message, "messages": user("fail")}).final_text()
            added = await client.upload_documents([("hours.txt", b"Open from 9 to 5.")])
            [state] = await client.wait_for_documents([added[0][1]])
            self.assertEqual(state["data_status"], "AVAILABLE")
            query = {"conversation_type": "ALL"}
            found = [one async for one in client.iterate("list_conversations", query, page_size=1)]
            self.assertGreaterEqual(len(found), 1)
            # Two at once on one client.
            others = [await client.create_conversation({"user_id": f"async-{number}"}) for number in range(2)]
            both = await asyncio.gather(
                *(client.send_message({**other, "messages": user("Hi")}) for other in others)
            )
            self.assertEqual([one["output"][0]["content"]["text"] for one in both], ["Hi", "Hi"])


class WebhookTest(unittest.TestCase):
    # Signed by the service with this secret: test/clients/python-client.test.ts passes what its receiver got.
    def test_a_webhook_of_the_service_is_verified(self) -> None:
        secret, body = os.environ["WEBHOOK_SECRET"], os.environ["WEBHOOK_BODY"]
        headers = {
            name: os.environ[name.upper().replace("-", "_")]
            for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
        }
        self.assertEqual(verify_webhook(headers, body, ["old", secret])["output"][0]["content"]["text"], "Hi")
        verify_webhook({name.title(): value for name, value in headers.items()}, body.encode(), secret)
        old = {**headers, "webhook-timestamp": str(int(time.time()) - 1000)}
        for given, text, key in (
            (headers, body + " ", secret),
            (headers, body, "another"),
            ({**headers, "webhook-signature": "v1,%%%"}, body, secret),
            ({}, body, secret),
            (old, body, secret),
        ):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(given, text, key)


if __name__ == "__main__":
    unittest.main()

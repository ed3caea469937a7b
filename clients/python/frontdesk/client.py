"""The API of one agent."""

from __future__ import annotations

import asyncio
import random
import re
import time
import uuid
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx
from typing_extensions import Self, Unpack

from ._operations import OPERATIONS, AsyncMethods, CallOptions, Methods
from .errors import ConnectionFailed, FrontdeskError, error_of
from .files import FileInput, encode_file
from .streams import AsyncMessageStream, MessageStream
from .types import DocumentStatus, SendMessageRequest

_FIRST_DELAY_SECONDS = 0.3
_LONGEST_DELAY_SECONDS = 20.0
# The service refused these before it did anything.
_REFUSED = (429, 503)
_BROKEN = (502, 504)
_LARGEST_PAGE = 100
_STATUS_POLL_SECONDS = 1.0
_IDS_AT_ONCE = 100
_SPREADSHEETS = re.compile(r"\.(csv|tsv|xls|xlsx|ods)$", re.IGNORECASE)


class _Request:
    """One call, prepared for httpx."""

    def __init__(self, name: str, value: Any, options: CallOptions, client: "_Settings") -> None:
        self.method, self.path, has_key, self.items = OPERATIONS[name]
        self.is_repeatable = self.method != "POST" or has_key
        self.max_retries = options.get("max_retries", client.max_retries)
        is_read = self.method in ("GET", "DELETE")
        self.arguments: dict[str, Any] = {"timeout": options.get("timeout", client.timeout)}
        if is_read:
            self.arguments["params"] = {key: one for key, one in (value or {}).items() if one is not None}
        else:
            self.arguments["json"] = value or {}
        if has_key:
            key = options.get("idempotency_key") or str(uuid.uuid4())
            self.arguments["headers"] = {"Idempotency-Key": key}

    def delay_after(self, error: FrontdeskError, tries: int) -> float:
        """Seconds before the call is repeated. Raises if it is not."""
        is_lost = error.status == 0 or error.status in _BROKEN
        if tries >= self.max_retries or not (error.status in _REFUSED or (self.is_repeatable and is_lost)):
            raise error
        if error.retry_after is not None:
            return error.retry_after
        longest = min(_LONGEST_DELAY_SECONDS, float(_FIRST_DELAY_SECONDS * 2**tries))
        return longest * (0.5 + random.random() / 2)


class _Settings:
    def __init__(self, base_url: str, api_key: str, timeout: float, max_retries: int) -> None:
        self.timeout = timeout
        self.max_retries = max_retries
        self._http_options: dict[str, Any] = {
            "base_url": base_url.rstrip("/"),
            "headers": {"Authorization": f"Bearer {api_key}"},
        }


def _read(response: httpx.Response) -> Any:
    if response.is_success:
        return response.json()
    raise error_of(response)


def _items_of(page: Any, path: str) -> list[Any]:
    for name in path.split(".") if path else []:
        page = page[name]
    return list(page)


def _stream_request(
    message: SendMessageRequest, key: str, message_id: str | None, last_id: str
) -> tuple[str, str, dict[str, Any]]:
    """The first call, the same again before the first event, or the rest of the stream."""
    # A silence of a minute means that the connection is lost: the service sends a comment every 15 s.
    timeout = httpx.Timeout(60.0)
    if message_id is None:
        body = {**message, "response_mode": "streaming"}
        arguments: dict[str, Any] = {"json": body, "headers": {"Idempotency-Key": key}, "timeout": timeout}
        return "POST", OPERATIONS["send_message"][1], arguments
    arguments = {"params": {"message_id": message_id}, "headers": {"Last-Event-ID": last_id}, "timeout": timeout}
    return "GET", "/v1/conversation/message/stream", arguments


def _upload_call(file: FileInput, knowledge_base_id: str | None, chunk_tokens: int) -> tuple[str, str, dict[str, Any]]:
    name, content = encode_file(file)
    value: dict[str, Any] = {"files": [{"file_name": name, "file_base64": content}]}
    if knowledge_base_id is not None:
        value["knowledge_base_id"] = knowledge_base_id
    if _SPREADSHEETS.search(name):
        return name, "add_spreadsheet_documents", value
    return name, "add_text_documents", {**value, "chunk_token": chunk_tokens}


def _is_settled(status: DocumentStatus) -> bool:
    return status["data_status"] in ("AVAILABLE", "FAILED")


class Frontdesk(Methods, _Settings):
    """The API of one agent."""

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 120.0, max_retries: int = 3) -> None:
        super().__init__(base_url, api_key, timeout, max_retries)
        self._http = httpx.Client(**self._http_options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def call(self, name: str, input: Any = None, **options: Unpack[CallOptions]) -> Any:
        """Calls an operation by its name. The methods with these names do the same."""
        request = _Request(name, input, options, self)
        tries = 0
        while True:
            try:
                try:
                    return _read(self._http.request(request.method, request.path, **request.arguments))
                except httpx.TransportError as error:
                    raise ConnectionFailed(str(error) or type(error).__name__) from error
            except FrontdeskError as error:
                time.sleep(request.delay_after(error, tries))
                tries += 1

    def stream_message(self, message: SendMessageRequest, *, idempotency_key: str | None = None) -> MessageStream:
        """The reply while the agent writes it: `for text in client.stream_message(…).texts()`."""
        key = idempotency_key or str(uuid.uuid4())

        @contextmanager
        def open_stream(message_id: str | None, last_id: str) -> Iterator[httpx.Response]:
            method, path, arguments = _stream_request(message, key, message_id, last_id)
            with self._http.stream(method, path, **arguments) as response:
                if not response.is_success:
                    response.read()
                    raise error_of(response)
                yield response

        return MessageStream(open_stream, self.max_retries)

    def iterate(self, name: str, input: Any = None, *, page_size: int = _LARGEST_PAGE) -> Iterator[Any]:
        """All entries of a list, page by page."""
        path = OPERATIONS[name][3]
        if path is None:
            raise ValueError(f"{name} has no pages")
        page = 1
        while True:
            items = _items_of(self.call(name, {**(input or {}), "page": page, "page_size": page_size}), path)
            yield from items
            if len(items) < page_size:
                return
            page += 1

    def upload_documents(
        self, files: Iterable[FileInput], *, knowledge_base_id: str | None = None, chunk_tokens: int = 600
    ) -> list[tuple[str, str]]:
        """Adds files to the knowledge of the agent, one after the other. Returns names and IDs of the documents."""
        added: list[tuple[str, str]] = []
        for file in files:
            name, operation, value = _upload_call(file, knowledge_base_id, chunk_tokens)
            added += [(name, one["doc_id"]) for one in self.call(operation, value)["doc"]]
        return added

    def wait_for_documents(self, document_ids: list[str]) -> list[DocumentStatus]:
        """Waits until the documents can be found, or have failed."""
        done: dict[str, DocumentStatus] = {}
        while True:
            waiting = [one for one in document_ids if one not in done]
            for start in range(0, len(waiting), _IDS_AT_ONCE):
                for status in self.get_document_statuses({"data_ids": waiting[start : start + _IDS_AT_ONCE]}):
                    if _is_settled(status):
                        done[status["data_id"]] = status
            if all(one in done for one in document_ids):
                return [done[one] for one in document_ids]
            time.sleep(_STATUS_POLL_SECONDS)


class AsyncFrontdesk(AsyncMethods, _Settings):
    """The same for asyncio."""

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 120.0, max_retries: int = 3) -> None:
        super().__init__(base_url, api_key, timeout, max_retries)
        self._http = httpx.AsyncClient(**self._http_options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def call(self, name: str, input: Any = None, **options: Unpack[CallOptions]) -> Any:
        """Calls an operation by its name. The methods with these names do the same."""
        request = _Request(name, input, options, self)
        tries = 0
        while True:
            try:
                try:
                    return _read(await self._http.request(request.method, request.path, **request.arguments))
                except httpx.TransportError as error:
                    raise ConnectionFailed(str(error) or type(error).__name__) from error
            except FrontdeskError as error:
                await asyncio.sleep(request.delay_after(error, tries))
                tries += 1

    def stream_message(
        self, message: SendMessageRequest, *, idempotency_key: str | None = None
    ) -> AsyncMessageStream:
        """The reply while the agent writes it: `async for text in client.stream_message(…).texts()`."""
        key = idempotency_key or str(uuid.uuid4())

        @asynccontextmanager
        async def open_stream(message_id: str | None, last_id: str) -> AsyncIterator[httpx.Response]:
            method, path, arguments = _stream_request(message, key, message_id, last_id)
            async with self._http.stream(method, path, **arguments) as response:
                if not response.is_success:
                    await response.aread()
                    raise error_of(response)
                yield response

        return AsyncMessageStream(open_stream, self.max_retries)

    async def iterate(self, name: str, input: Any = None, *, page_size: int = _LARGEST_PAGE) -> AsyncIterator[Any]:
        """All entries of a list, page by page."""
        path = OPERATIONS[name][3]
        if path is None:
            raise ValueError(f"{name} has no pages")
        page = 1
        while True:
            found = await self.call(name, {**(input or {}), "page": page, "page_size": page_size})
            items = _items_of(found, path)
            for item in items:
                yield item
            if len(items) < page_size:
                return
            page += 1

    async def upload_documents(
        self, files: Iterable[FileInput], *, knowledge_base_id: str | None = None, chunk_tokens: int = 600
    ) -> list[tuple[str, str]]:
        """Adds files to the knowledge of the agent, one after the other. Returns names and IDs of the documents."""
        added: list[tuple[str, str]] = []
        for file in files:
            # Reading a file blocks: a thread does it.
            name, operation, value = await asyncio.to_thread(_upload_call, file, knowledge_base_id, chunk_tokens)
            added += [(name, one["doc_id"]) for one in (await self.call(operation, value))["doc"]]
        return added

    async def wait_for_documents(self, document_ids: list[str]) -> list[DocumentStatus]:
        """Waits until the documents can be found, or have failed."""
        done: dict[str, DocumentStatus] = {}
        while True:
            waiting = [one for one in document_ids if one not in done]
            for start in range(0, len(waiting), _IDS_AT_ONCE):
                ids = waiting[start : start + _IDS_AT_ONCE]
                for status in await self.get_document_statuses({"data_ids": ids}):
                    if _is_settled(status):
                        done[status["data_id"]] = status
            if all(one in done for one in document_ids):
                return [done[one] for one in document_ids]
            await asyncio.sleep(_STATUS_POLL_SECONDS)

"""Replies while the agent writes them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx

from .errors import ConnectionFailed, FrontdeskError, error_class
from .types import StreamEvent

_EVENT_CODES = (11, 3, 39, 10, 4, 0)
_RESUME_DELAY_SECONDS = 0.3


class _State:
    """What both kinds of streams know about the reply."""

    def __init__(self, max_retries: int) -> None:
        # Known after the first event.
        self.message_id: str | None = None
        self.answer_id: str | None = None
        # The text so far.
        self.text = ""
        self._last_id = ""
        self._failures = 0
        self._max_retries = max_retries
        self._has_ended = False

    def _line(self, line: str) -> Any:
        """The event that a line completes, or None."""
        if line.startswith("id:"):
            self._next_id = line[3:].strip()
        if not line.startswith("data:"):
            return None
        event = json.loads(line[5:])
        code = event["code"]
        if code not in _EVENT_CODES:
            self._has_ended = True
            raise error_class(200)(event["message"], code=code, status=200, request_id=event.get("request_id"))
        if code == 3:
            self.text += event["data"]
        if code == 11:
            self.message_id, self.answer_id = event["data"]["message_id"], event["data"]["answer_id"]
        self._last_id, self._failures = self._next_id, 0
        self._has_ended = code == 0
        return event

    def _delay_after(self, error: Exception) -> float:
        """Seconds before the stream is resumed. Raises if it is not."""
        is_broken = isinstance(error, (httpx.TransportError, ConnectionFailed))
        if not is_broken or self._failures >= self._max_retries:
            if isinstance(error, FrontdeskError):
                raise error
            raise ConnectionFailed(str(error) or type(error).__name__) from error
        self._failures += 1
        return _RESUME_DELAY_SECONDS * self._failures


class MessageStream(_State):
    """The events of a reply. A broken connection is resumed after the last event. A failed round raises FrontdeskError."""

    def __init__(self, open_stream: Callable[[str | None, str], Any], max_retries: int) -> None:
        super().__init__(max_retries)
        self._open = open_stream

    def __iter__(self) -> Iterator[StreamEvent]:
        while not self._has_ended:
            try:
                with self._open(self.message_id, self._last_id) as response:
                    for line in response.iter_lines():
                        event = self._line(line)
                        if event is not None:
                            yield event
                        if self._has_ended:
                            return
                raise ConnectionFailed("The stream ended early")
            except (httpx.HTTPError, FrontdeskError) as error:
                time.sleep(self._delay_after(error))

    def texts(self) -> Iterator[str]:
        """Only the pieces of text."""
        for event in self:
            if event["code"] == 3:
                yield event["data"]

    def final_text(self) -> str:
        """Waits for the end and returns the whole text."""
        for _ in self:
            pass
        return self.text


class AsyncMessageStream(_State):
    """The same for asyncio."""

    def __init__(self, open_stream: Callable[[str | None, str], Any], max_retries: int) -> None:
        super().__init__(max_retries)
        self._open = open_stream

    async def __aiter__(self) -> AsyncIterator[StreamEvent]:
        while not self._has_ended:
            try:
                async with self._open(self.message_id, self._last_id) as response:
                    async for line in response.aiter_lines():
                        event = self._line(line)
                        if event is not None:
                            yield event
                        if self._has_ended:
                            return
                raise ConnectionFailed("The stream ended early")
            except (httpx.HTTPError, FrontdeskError) as error:
                await asyncio.sleep(self._delay_after(error))

    async def texts(self) -> AsyncIterator[str]:
        """Only the pieces of text."""
        async for event in self:
            if event["code"] == 3:
                yield event["data"]

    async def final_text(self) -> str:
        """Waits for the end and returns the whole text."""
        async for _ in self:
            pass
        return self.text

"""Errors of the client."""

from __future__ import annotations

from typing import Any

import httpx


class FrontdeskError(Exception):
    """Every failed call."""

    def __init__(
        self,
        message: str,
        *,
        code: int = 0,
        status: int = 0,
        request_id: str | None = None,
        retry_after: float | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        # Error code of the API, see the table of errors in its reference. 0 without a response of the API.
        self.code = code
        # HTTP status. 0 without a response.
        self.status = status
        # Find it in the logs of the service.
        self.request_id = request_id
        # Seconds after which the call may be repeated.
        self.retry_after = retry_after
        # A misspelt field, if the service noticed one.
        self.hint = hint


class ConnectionFailed(FrontdeskError):
    """The service could not be reached, the connection broke, or it took too long."""


class AuthenticationError(FrontdeskError):
    """The key is missing, wrong, or has no access to the agent."""


class RateLimitError(FrontdeskError):
    """Too many calls. `retry_after` says how long to wait."""


class InvalidRequestError(FrontdeskError):
    """A parameter is wrong. The message names the field and the rule."""


class WebhookVerificationError(Exception):
    """The signature of a webhook is missing, wrong or too old."""


def error_class(status: int) -> type[FrontdeskError]:
    if status in (401, 403):
        return AuthenticationError
    if status == 429:
        return RateLimitError
    if status in (400, 422):
        return InvalidRequestError
    return FrontdeskError


def error_of(response: httpx.Response) -> FrontdeskError:
    """The error of a response that was read."""
    try:
        body: Any = response.json()
    except ValueError:
        # A proxy in between answered.
        body = {}
    if not isinstance(body, dict):
        body = {}
    retry_after = response.headers.get("retry-after", "")
    return error_class(response.status_code)(
        str(body.get("message") or f"The service answered {response.status_code}"),
        code=body.get("code") if isinstance(body.get("code"), int) else 0,
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        retry_after=float(retry_after) if retry_after.isdigit() else None,
        hint=response.headers.get("x-frontdesk-hint"),
    )

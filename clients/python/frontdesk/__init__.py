"""Client of the Frontdesk API."""

from .client import AsyncFrontdesk, Frontdesk
from .errors import (
    AuthenticationError,
    ConnectionFailed,
    FrontdeskError,
    InvalidRequestError,
    RateLimitError,
    WebhookVerificationError,
)
from .files import file_part
from .streams import AsyncMessageStream, MessageStream
from .webhooks import verify_webhook

__all__ = [
    "AsyncFrontdesk",
    "AsyncMessageStream",
    "AuthenticationError",
    "ConnectionFailed",
    "Frontdesk",
    "FrontdeskError",
    "InvalidRequestError",
    "MessageStream",
    "RateLimitError",
    "WebhookVerificationError",
    "file_part",
    "verify_webhook",
]

"""Verification of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import WebhookVerificationError

_SECRET_PREFIX = "whsec_"


def _secret_bytes(secret: str) -> bytes:
    if secret.startswith(_SECRET_PREFIX):
        return base64.b64decode(secret[len(_SECRET_PREFIX) :])
    return secret.encode()


def verify_webhook(
    headers: Mapping[str, str],
    body: str | bytes,
    secret: str | Iterable[str],
    tolerance_seconds: float = 300,
) -> Any:
    """Checks that the service sent a webhook, and returns its body.

    Pass the body exactly as it was received: parsing and writing it again changes it. Pass several secrets while a
    receiver changes its secret.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identifier, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    signatures = [part[3:] for part in given.get("webhook-signature", "").split(" ") if part.startswith("v1,")]
    if not identifier or not timestamp.isdigit() or not signatures:
        raise WebhookVerificationError("webhook-id, webhook-timestamp or webhook-signature is missing")
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(f"webhook-timestamp differs by more than {tolerance_seconds} s from now")
    data = body.encode() if isinstance(body, str) else body
    signed = f"{identifier}.{timestamp}.".encode() + data
    for one in [secret] if isinstance(secret, str) else secret:
        expected = hmac.new(_secret_bytes(one), signed, hashlib.sha256).digest()
        for signature in signatures:
            try:
                is_same = hmac.compare_digest(expected, base64.b64decode(signature, validate=True))
            except (binascii.Error, ValueError):
                continue
            if is_same:
                return json.loads(data)
    raise WebhookVerificationError("No signature matches")

import base64, hashlib, hmac, time

def verify(headers, body: bytes, secret: str) -> bool:
    """body is the raw body, before any JSON parser. Respond with 401 when this returns False."""
    stamp = headers.get("webhook-timestamp", "")
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > 300:
        return False
    is_encoded = secret.startswith("whsec_")
    key = base64.b64decode(secret[6:]) if is_encoded else secret.encode()
    signed = f"{headers.get('webhook-id', '')}.{stamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return any(
        hmac.compare_digest(expected, given.encode())
        for given in headers.get("webhook-signature", "").split()
    )

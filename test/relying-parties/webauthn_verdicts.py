# Reads one ceremony a line (JSON, bytes as base64url), and writes `accepted` or the reason of python-fido2 for each.
import base64
import json
import sys

from fido2.client import ClientData
from fido2.ctap2 import AttestationObject, AuthenticatorData
from fido2.server import Fido2Server
from fido2.webauthn import PublicKeyCredentialRpEntity


def read(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def verdict(case):
    origin = case["origin"]
    party = PublicKeyCredentialRpEntity(case["rpId"], "Gatehouse")
    server = Fido2Server(party, verify_origin=lambda each: each == origin)
    state = {"challenge": case["challenge"], "user_verification": None}
    registration = case["registration"]
    made = server.register_complete(
        state, ClientData(read(registration["clientDataJSON"])), AttestationObject(read(registration["attestationObject"]))
    )
    key = made.credential_data
    if key.credential_id != read(registration["id"]):
        raise ValueError("another credential id")
    assertion = case.get("assertion")
    if assertion is not None:
        server.authenticate_complete(
            state,
            [key],
            key.credential_id,
            ClientData(read(assertion["clientDataJSON"])),
            AuthenticatorData(read(assertion["authenticatorData"])),
            read(assertion["signature"]),
        )


for line in sys.stdin:
    try:
        verdict(json.loads(line))
        print("accepted")
    except Exception as error:  # Each mistake is a refusal.
        print(type(error).__name__, str(error).replace("\n", " "))

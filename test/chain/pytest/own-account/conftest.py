import json

import pytest


@pytest.fixture(autouse=True)
def own_account(tmp_path_factory, monkeypatch):
    """Every test gets a ledger and a home of its own; what went there is checked when it ends."""
    account = tmp_path_factory.mktemp("account")
    ledger = account / "friction-ledger.jsonl"
    monkeypatch.setenv("GPTME_FRICTION_LEDGER_PATH", str(ledger))
    monkeypatch.setenv("HOME", str(account / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    yield ledger


@pytest.fixture
def written(own_account):
    """The records that a test wrote."""
    return lambda: [json.loads(line) for line in own_account.read_text().splitlines()]

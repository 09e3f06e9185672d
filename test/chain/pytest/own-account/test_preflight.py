import json
import os
import subprocess

CHAIN = os.environ["CHAIN_FOLDER"]


def preflight(workspace):
    return subprocess.run(["node", os.path.join(CHAIN, "preflight.mjs"), str(workspace)])


def declare(workspace, declared, observed):
    (workspace / "manifest.json").write_text(json.dumps({"declared": declared}))
    for name in observed:
        (workspace / f"{name}.md").write_text("context\n")


SOURCES = ["dynamic-context", "prompt", "tasks"]


def test_complete_manifest_starts(tmp_path, own_account):
    declare(tmp_path, SOURCES, SOURCES)
    assert preflight(tmp_path).returncode == 0
    assert not own_account.exists()


def test_partial_manifest_is_refused(tmp_path, written):
    declare(tmp_path, SOURCES, ["prompt"])
    assert preflight(tmp_path).returncode == 78
    [record] = written()
    assert record["workspace"] == str(tmp_path)
    assert "observed 1 of 3 declared sources" in record["message"]

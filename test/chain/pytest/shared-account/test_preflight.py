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


def test_complete_manifest_starts(tmp_path):
    declare(tmp_path, SOURCES, SOURCES)
    assert preflight(tmp_path).returncode == 0


def test_partial_manifest_is_refused(tmp_path):
    declare(tmp_path, SOURCES, ["prompt"])
    assert preflight(tmp_path).returncode == 78

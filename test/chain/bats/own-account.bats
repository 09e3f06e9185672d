#!/usr/bin/env bats

setup() {
  export GPTME_FRICTION_LEDGER_PATH="$BATS_TEST_TMPDIR/friction-ledger.jsonl"
  export HOME="$BATS_TEST_TMPDIR/home"
  unset XDG_DATA_HOME
}

@test "a partial manifest is refused, and recorded once" {
  echo '{"declared": ["dynamic-context", "prompt", "tasks"]}' >"$BATS_TEST_TMPDIR/manifest.json"
  echo context >"$BATS_TEST_TMPDIR/prompt.md"
  run node "$CHAIN_FOLDER/preflight.mjs" "$BATS_TEST_TMPDIR"
  [ "$status" -eq 78 ]
  [ "$(wc -l <"$GPTME_FRICTION_LEDGER_PATH")" -eq 1 ]
  grep -q "observed 1 of 3 declared sources" "$GPTME_FRICTION_LEDGER_PATH"
  grep -qF "$BATS_TEST_TMPDIR" "$GPTME_FRICTION_LEDGER_PATH"
}

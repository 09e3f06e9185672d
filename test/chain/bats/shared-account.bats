#!/usr/bin/env bats

preflight() {
  run node "$CHAIN_FOLDER/preflight.mjs" "$BATS_TEST_TMPDIR"
}

declare_sources() {
  echo '{"declared": ["dynamic-context", "prompt", "tasks"]}' >"$BATS_TEST_TMPDIR/manifest.json"
  for name in "$@"; do echo context >"$BATS_TEST_TMPDIR/$name.md"; done
}

@test "a complete manifest starts" {
  declare_sources dynamic-context prompt tasks
  preflight
  [ "$status" -eq 0 ]
}

@test "a partial manifest is refused" {
  declare_sources prompt
  preflight
  [ "$status" -eq 78 ]
}

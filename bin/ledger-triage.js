#!/usr/bin/env node
// A clone that was not built, or a Node that is too old, must not end with 1: that is an answer of several commands.
import('../dist/cli.mjs').catch((error) => {
  process.stderr.write(`error: ledger-triage could not be started: ${error.message}\n  try  npm ci\n`)
  process.exitCode = 70
})

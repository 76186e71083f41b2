import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oomKills } from '../../../cli/worker/oom-kills.ts'
import { crashOf } from '../../../cli/worker/worker-crash.ts'

test('a crash is a fault in native code, or a kill for lack of memory; a person’s signal is none', () => {
  const cases: [NodeJS.Signals | null, number | null, number | null, RegExp | null][] = [
    ['SIGABRT', 0, 0, /fault in its runtime/],
    ['SIGSEGV', null, null, /fault in its runtime/],
    ['SIGKILL', 2, 3, /no memory left/],
    ['SIGKILL', 2, 2, null],
    ['SIGKILL', null, null, null],
    ['SIGTERM', 0, 1, null],
    [null, 0, 1, null],
  ]
  for (const [signal, before, now, expected] of cases) {
    const crash = crashOf({ code: signal === null ? 1 : null, signal }, before, () => now)
    if (expected === null) assert.equal(crash, null, String(signal))
    else assert.match(crash ?? '', expected, String(signal))
  }
})

test('kills for lack of memory are counted on Linux, and unknown elsewhere', () => {
  const kills = oomKills()
  if (process.platform === 'linux') assert.ok(kills !== null && Number.isInteger(kills) && kills >= 0)
  else assert.equal(kills, null)
})

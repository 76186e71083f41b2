import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overheadReport } from '../../../bench/lab/overhead.ts'

test('overhead is wall time over page load times and pauses together', () => {
  const planned = { loads: 10, pagesMs: 8_000, pausesMs: 2_000 }
  assert.match(
    overheadReport(13_000, planned),
    /^10 loads: 8 s .* 2 s of pauses, 13 s in all\n.*1\.30 .*: met/,
  )
  assert.match(overheadReport(13_200, planned), /1\.32 .*: MISSED/)
})

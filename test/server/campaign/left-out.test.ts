import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SampleTally } from '../../../db/campaign/sample-tallies.ts'
import { countLeftOut } from '../../../server/campaign/left-out.ts'

const TALLIES: readonly SampleTally[] = [
  { site: 0, arm: 'h1', state: 'valid', reason: null, samples: 9 },
  { site: 0, arm: 'h1', state: 'failed', reason: 'page_timeout', samples: 2 },
  { site: 0, arm: 'h2', state: 'invalid', reason: 'machine_busy', samples: 1 },
]
const FAILED = { state: 'failed', reason: 'page_timeout', count: 2 }
const NOT_MEASURED = { state: 'not measured', reason: 'no value of this metric' }

for (const [title, arm, n, expected] of [
  ['failed ones', 'h1', 9, [FAILED]],
  ['failed ones and those without a value', 'h1', 6, [FAILED, { ...NOT_MEASURED, count: 3 }]],
  ['never fewer than none, where a value came in between', 'h1', 10, [FAILED]],
  ['none of an arm without samples', 'h3', 0, []],
] as const)
  test(`what is left out of an arm: ${title}`, () => {
    assert.deepEqual(countLeftOut(TALLIES, arm, n), expected)
  })

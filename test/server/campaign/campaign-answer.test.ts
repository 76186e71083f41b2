import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SampleRow } from '../../../db/campaign/samples.ts'
import { armCounts, sampleAnswer } from '../../../server/campaign/campaign-answer.ts'

test('results of a site are counted by arm, in the order of arms', () => {
  const tally = { site: 0, reason: null }
  assert.deepEqual(
    armCounts(
      [
        { ...tally, arm: 'h2', state: 'valid', samples: 3 },
        { ...tally, arm: 'h1', state: 'failed', reason: 'page_timeout', samples: 1 },
        { ...tally, arm: 'h1', state: 'failed', reason: 'quic_failed', samples: 2 },
      ],
      [{ site: 0, arm: 'h2', samples: 5 }],
    ),
    [
      { arm: 'h1', valid: 0, invalid: 0, failed: 3, repeated: 0 },
      { arm: 'h2', valid: 3, invalid: 0, failed: 0, repeated: 5 },
    ],
  )
})

test('where anything of a sample lies on the machine is not told', () => {
  const known = { id: 1, arm: 'h1', detail: null } as const
  const row = { ...known, pcapFile: '/home/me/x.pcap', place: 7, site: 0 } as unknown as SampleRow
  assert.deepEqual(sampleAnswer(row), known)
  assert.equal(sampleAnswer({ ...row, detail: 'cannot start /home/me/chrome' }).detail, 'cannot start …')
})

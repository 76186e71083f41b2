import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GainRow } from '../../../../web/views/lab/lab-factors.ts'
import { replayMark, replaySentence } from '../../../../web/views/lab/replay-mark.ts'
import { gainRow } from './gain-rows.ts'

const judged = (replay: NonNullable<GainRow['replay']>): GainRow =>
  gainRow({ page: 'recording:shop' }, { replay })

test('a page whose replay is not faithful, or not judged, is marked beside its gains', () => {
  assert.equal(
    replayMark([judged('within 5 %'), judged('not judged'), judged('not faithful')]),
    ', replay not faithful',
  )
  assert.equal(replayMark([judged('within 10 %'), judged('not judged')]), ', replay not judged')
  assert.equal(replayMark([judged('within 5 %'), judged('within 10 %')]), '')
  assert.equal(replayMark([gainRow({ page: 'quick' })]), '', 'no recording')
})

test('the sentence says in how many conditions', () => {
  const rows = [
    judged('not faithful'),
    judged('not judged'),
    judged('within 5 %'),
    gainRow({ page: 'quick' }),
  ]
  assert.equal(
    replaySentence(rows),
    ' Replay not faithful in 1, not judged by live loads in 1 of 3 conditions.',
  )
  assert.equal(replaySentence([judged('within 5 %')]), '')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fidelityWords } from '../../../model/fidelity-words.ts'
import { pageFidelity } from '../../../server/replay/page-fidelity.ts'

const NO_RATIO = { n: 0, medianMs: null, shortestMs: null, longestMs: null, replayN: 0, replayMedianMs: null }

test('a verdict says that the 103 of the recording is not sent, which times need not show', () => {
  const live = { ...NO_RATIO, ratio: 1.02, noRatio: null, faithful: 'within 5 %' } as const
  const withHint = {
    notReplayed: [
      { kind: 'websocket', count: 1 },
      { kind: '103', count: 2 },
    ],
  }
  const page = pageFidelity([{ arm: 'h1', live }], withHint)
  assert.deepEqual([page.verdict, page.unsentHints], ['within 5 %', 2])
  assert.equal(fidelityWords(page), 'within 5 %, without its 103')
  assert.equal(fidelityWords(pageFidelity([{ arm: 'h1', live }], { notReplayed: [] })), 'within 5 %')
  assert.equal(fidelityWords(pageFidelity([], withHint)), 'not judged, without its 103')
})

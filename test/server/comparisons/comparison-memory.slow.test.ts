import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ComparisonThread } from '../../../server/comparisons/comparison-thread.ts'

const ROUNDS = 100_000

/** Page times of an arm, one a round, of which some are equal. */
function series(ms: number) {
  const values = Float64Array.from({ length: ROUNDS }, (_, round) => ms + ((round * 7_919) % 10_007) / 10)
  return { rounds: Uint32Array.from({ length: ROUNDS }, (_, round) => round), values }
}

test('rounds of a comparison are in typed arrays: as objects they would not fit into this heap', async () => {
  // The programs of the thread take some 6 MB of it, pairs as objects 10 MB.
  await using thread = new ComparisonThread({ heapMb: 12 })
  const [slow, fast] = [series(1_000), series(900)]
  const compared = await thread.compare(slow, fast, { seed: 1, sequentialRounds: null })
  assert.deepEqual([compared.n, compared.comparison?.verdict], [ROUNDS, 'faster'])
  assert.equal(slow.values.length, 0, 'what the thread has is no longer here')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPLAY_EXCHANGE_LIMITS } from '../../../figures/replay-exchanges.ts'
import { exchangeTimes, mediansByExchange } from '../../../server/replay/exchange-times.ts'
import { PLAIN_HANDLERS } from '../../../server/routes/plain-figure.ts'
import { handlerBench } from '../handler-bench.ts'
import { writeReplayRun } from '../replay/replay-run.ts'
import { replayedHar } from '../replay/replayed-har.ts'

const { replayExchanges } = PLAIN_HANDLERS

test('exchanges stand live and replayed, the largest difference first, of arms that have live loads', async () => {
  await using bench = await handlerBench()
  const id = await writeReplayRun(bench.writer)
  const { rows } = await bench.answer('replayExchanges', replayExchanges, { id: String(id) })
  assert.deepEqual([...new Set(rows.map(({ arm }) => arm))].sort(), ['h1', 'recorded'])
  const [first] = rows
  assert.deepEqual(first, {
    ...{ cell: 0, page: 'recording:example', arm: first?.arm, exchange: 1 },
    ...{ url: 'https://www.example.com/late.js', n: REPLAY_EXCHANGE_LIMITS.loads },
    ...{ liveWaitedMs: 120, waitedMs: 190, liveReceivedMs: 12, receivedMs: 10, differenceMs: 70 },
  })
  assert.deepEqual(
    rows.filter(({ arm }) => arm === 'recorded').map((row) => [row.exchange, row.differenceMs]),
    [
      [1, 70],
      [2, -30],
      [0, 0],
    ],
  )
})

test('a run that replays no recording has none', async () => {
  await using bench = await handlerBench()
  const answer = await bench.answer('replayExchanges', replayExchanges, {
    id: String(bench.fixture.labRunId),
  })
  assert.deepEqual(answer.rows, [])
})

test('times are medians over loads; what has no recorded time, and misses, are left out', () => {
  const loads = [150, 190, 500].map((waitedMs) => exchangeTimes(replayedHar(waitedMs)))
  const found = mediansByExchange(loads)
  assert.deepEqual(
    found.map(({ exchange, n, replayed }) => [exchange, n, replayed.waitedMs]),
    [
      [0, 3, 100],
      [1, 3, 190],
      [2, 3, 50],
    ],
  )
})

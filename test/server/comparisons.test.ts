import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { appendToSeries } from '../../db/append-to-series.ts'
import { comparisonsOf, staleComparisons } from '../../db/comparisons.ts'
import { comparedSeries } from '../../server/compared-series.ts'
import { comparisonSentence } from '../../server/comparison-sentence.ts'
import { ComparisonThread } from '../../server/comparison-thread.ts'
import { refreshComparisons } from '../../server/refresh-comparisons.ts'
import { rng } from '../../stats/rng.ts'
import { type Served, served } from './served.ts'

const log = pino({ level: 'silent' })
const now = (): string => '2026-11-21T03:00:00.000Z'

async function until(is: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await is()); tries += 1) {
    assert.ok(tries < 1_200, 'it did not come to that within two minutes')
    await sleep(100)
  }
}

test('what is stale is compared in the background and stored, and is answered as it was on demand', async () => {
  await using server = await served()
  await using thread = new ComparisonThread()
  const { campaignId } = server.fixture
  const path = `/campaigns/${campaignId}/sites/0/comparisons?metric=lcp_ms`
  const onDemand = await server.answer('comparisons', path)
  const stop = new AbortController()
  const { comparisons: source, writer } = server
  const running = refreshComparisons({ source, thread, db: writer, writer, log, now, signal: stop.signal })
  await until(async () => (await staleComparisons(writer, ['plt_ms', 'lcp_ms'], 1)).length === 0)
  stop.abort()
  await running
  const stored = await comparisonsOf(writer, { campaignId, site: 0, metric: 'lcp_ms' })
  assert.deepEqual(
    stored.map(({ arm, isCurrent, computedAt }) => [arm, isCurrent, computedAt]),
    [
      ['h2', true, now()],
      ['h3', true, now()],
    ],
  )
  assert.deepEqual(await server.answer('comparisons', path), onDemand)
})

test('a comparison of many rounds is answered 202 without a tag until it is made', async () => {
  await using server = await served()
  await using thread = new ComparisonThread()
  await addRounds(server, 6_000)
  const { campaignId } = server.fixture
  const path = `/campaigns/${campaignId}/sites/2/comparisons?metric=ttfb_ms`
  const first = await server.get(path)
  assert.equal(first.status, 202)
  assert.equal(first.headers.get('etag'), null)
  assert.equal(first.headers.get('cache-control'), 'no-store')
  const body = (await first.json()) as {
    pending: boolean
    comparisons: { sentence: string; verdict: unknown }[]
  }
  assert.equal(body.pending, true)
  assert.match(body.comparisons[0]?.sentence ?? '', /is being compared/)
  const stop = new AbortController()
  const { comparisons: source, writer } = server
  const running = refreshComparisons({
    source,
    thread,
    db: writer,
    writer: null,
    log,
    now,
    signal: stop.signal,
  })
  await until(async () => (await server.get(path)).status === 200)
  stop.abort()
  await running
  const done = await server.answer('comparisons', path)
  assert.equal(done.comparisons[0]?.n, 6_010)
  assert.deepEqual(await comparisonsOf(writer, { campaignId, site: 2 }), [], 'what may not be written is not')
})

test('a job that ends the thread takes no later one with it', async () => {
  await using thread = new ComparisonThread()
  const [slow, fast] = [series([0, 1], [20, 20]), series([0, 1], [10, 10])]
  await assert.rejects(thread.compare(null as never, fast, 1), TypeError)
  assert.equal((await thread.compare(slow, fast, 1)).comparison?.gain, 2)
})

/** More rounds of one metric of the last site, under h1 and h2. */
async function addRounds({ writer, fixture }: Served, rounds: number): Promise<void> {
  const random = rng(1)
  const samples = Array.from({ length: rounds }, (_, index) => 100 + index).flatMap((round) =>
    (['h1', 'h2'] as const).map((arm) => ({
      ...{ site: 2, arm, round },
      metrics: [{ name: 'ttfb_ms', value: 50 + 10 * random(), note: null }],
    })),
  )
  await writer.write((query) => appendToSeries(query, writer.dialect, fixture.campaignId, samples))
}

const series = (rounds: number[], values: number[]) => ({
  rounds: Uint32Array.from(rounds),
  values: Float64Array.from(values),
})

test('rounds are paired by number, and those of the arm alone are counted', () => {
  const compared = comparedSeries(
    series([0, 2, 3, 9], [10, 20, 30, 90]),
    series([1, 2, 3, 4], [1, 10, 15, 1]),
    1,
  )
  assert.equal(compared.n, 2)
  assert.equal(compared.unpaired, 2)
  assert.equal(compared.comparison?.gain, 2)
  assert.equal(comparedSeries(series([], []), series([1], [1]), 1).comparison?.n, 0)
  assert.equal(comparedSeries(series([1], [0]), series([1], [1]), 1).comparison, null)
})

test('a verdict is one sentence with its figures', () => {
  const many = Array.from({ length: 20 }, (_, round) => round)
  const slow = series(
    many,
    many.map((round) => 200 + round),
  )
  const fast = series(
    many,
    many.map((round) => 100 + round / 2),
  )
  assert.match(
    comparisonSentence('h1', 'h3', comparedSeries(slow, fast, 1)),
    /^HTTP\/3 is faster than HTTP\/1\.1: gain 2\.00 \(95 % interval 2\.00–2\.00\), 20 rounds\.$/,
  )
  assert.match(
    comparisonSentence('h1', 'h2', comparedSeries(slow, slow, 1)),
    /^No difference shown between HTTP\/2 and HTTP\/1\.1: gain 1\.00 .*, 20 rounds; a difference of 0\.0 % could have been shown\.$/,
  )
  const few = comparedSeries(series([0], [2]), series([0], [1]), 1)
  assert.equal(
    comparisonSentence('h1', 'h2', few),
    '1 round of HTTP/2 and HTTP/1.1: too few to tell a difference from chance (6 are needed).',
  )
})

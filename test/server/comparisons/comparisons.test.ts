import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { appendToSeries } from '../../../db/campaign/append-to-series.ts'
import { readComparisons, staleComparisons } from '../../../db/campaign/comparisons.ts'
import { compareSeries } from '../../../server/comparisons/compared-series.ts'
import { comparisonSentence } from '../../../server/comparisons/comparison-sentence.ts'
import { ComparisonSource } from '../../../server/comparisons/comparison-source.ts'
import { ComparisonThread } from '../../../server/comparisons/comparison-thread.ts'
import { refreshComparisons } from '../../../server/comparisons/refresh-comparisons.ts'
import { rng } from '../../../stats/rng.ts'
import { roundedCell } from '../app/expected.ts'
import { type Served, served } from '../served.ts'

const log = pino({ level: 'silent' })
const RULE = { seed: 1, sequentialRounds: null }
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
  const stored = await readComparisons(writer, { campaignId, site: 0, metric: 'lcp_ms' })
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
    rows: { sentence: string; verdict: unknown }[]
  }
  assert.equal(body.pending, true)
  assert.match(body.rows[0]?.sentence ?? '', /is being compared/)
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
  assert.equal(done.rows[0]?.n, 6_010)
  assert.deepEqual(
    await readComparisons(writer, { campaignId, site: 2 }),
    [],
    'what may not be written is not',
  )
})

test('a job that ends the thread takes no later one with it', async () => {
  await using thread = new ComparisonThread()
  const [slow, fast] = [series([0, 1], [20, 20]), series([0, 1], [10, 10])]
  await assert.rejects(thread.compare(null as never, fast, RULE), TypeError)
  assert.equal((await thread.compare(slow, fast, RULE)).comparison?.gain, 2)
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
  const compared = compareSeries(
    series([0, 2, 3, 9], [10, 20, 30, 90]),
    series([1, 2, 3, 4], [1, 10, 15, 1]),
    RULE,
  )
  assert.equal(compared.n, 2)
  assert.equal(compared.unpaired, 2)
  assert.equal(compared.comparison?.gain, 2)
  assert.equal(compareSeries(series([], []), series([1], [1]), RULE).comparison?.n, 0)
  assert.equal(compareSeries(series([1], [0]), series([1], [1]), RULE).comparison, null)
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
    comparisonSentence('h1', 'h3', compareSeries(slow, fast, RULE)),
    /^HTTP\/3 is faster than HTTP\/1\.1: gain 2\.00 \(95 % interval 2\.00–2\.00\), 20 rounds\.$/,
  )
  assert.match(
    comparisonSentence('h1', 'h2', compareSeries(slow, slow, RULE)),
    /^No difference shown between HTTP\/2 and HTTP\/1\.1: gain 1\.00 .*, 20 rounds; smallest detectable difference 0\.0 %\.$/,
  )
  const slower = series(
    many,
    many.map((round) => 1.004 * (200 + round)),
  )
  assert.match(
    comparisonSentence('h1', 'h2', compareSeries(slow, slower, RULE)),
    /^HTTP\/2 is slower than HTTP\/1\.1: gain 0\.996 \(95 % interval 0\.996–0\.996\), 20 rounds\.$/,
    'a third decimal where two would say that there is no difference',
  )
  const few = compareSeries(series([0], [2]), series([0], [1]), RULE)
  assert.equal(
    comparisonSentence('h1', 'h2', few),
    'Too few rounds: 1 round of HTTP/2 and HTTP/1.1 cannot show a difference (6 are needed).',
  )
  const looked = { ...RULE, sequentialRounds: 40 }
  assert.match(
    comparisonSentence('h1', 'h2', compareSeries(slow, slow, looked)),
    /^No difference shown .* \(95 % sequential interval 1\.00–1\.00\), 20 rounds/,
  )
  assert.match(
    comparisonSentence('h1', 'h2', compareSeries(series([0], [2]), series([0], [1]), looked)),
    /^Too few rounds: .* \(10 are needed\)\.$/,
  )
})

test('a campaign that was run with --until-ci has sequential intervals', async () => {
  await using server = await served()
  await using thread = new ComparisonThread()
  const { campaignId } = server.fixture
  await addRounds(server, 40)
  const compare = async () => {
    // A source of its own each time, for one holds what it knows of a campaign, which never changes in use.
    const source = new ComparisonSource(server.writer, thread)
    const places = [{ campaignId, site: 2 }]
    const found = await source.compare({ metric: 'ttfb_ms', baseline: 'h1', arm: 'h2', pages: places })
    const compared = found.get(`${campaignId} 2`)?.get('h2')
    assert.ok(compared !== undefined && compared !== 'pending' && compared.comparison !== null)
    return compared.comparison
  }
  const fixed = await compare()
  const options = JSON.stringify({ untilCi: 0.03 })
  await server.writer.query('UPDATE campaigns SET options = ?, rounds = 200 WHERE id = ?', [
    options,
    campaignId,
  ])
  const sequential = await compare()
  assert.deepEqual([fixed.intervalRule, sequential.intervalRule], ['fixed', 'sequential'])
  assert.equal(sequential.gain, fixed.gain)
  assert.ok(fixed.gainInterval && sequential.gainInterval)
  assert.ok(sequential.gainInterval[0] < fixed.gainInterval[0])
  assert.ok(sequential.gainInterval[1] > fixed.gainInterval[1])
})

test('a comparison carries the autocorrelation of its rounds and how many count, in JSON and CSV', async () => {
  await using server = await served()
  await addRounds(server, 40)
  const path = `/campaigns/${server.fixture.campaignId}/sites/2/comparisons?metric=ttfb_ms`
  const { rows } = await server.answer('comparisons', path)
  const h2 = rows.find(({ arm }) => arm === 'h2')
  assert.ok(h2?.autocorrelation && h2.effectiveRounds)
  const { value, low, high } = h2.autocorrelation
  assert.ok(low !== null && high !== null && low < value && value < high && low >= -1 && high <= 1)
  const rho = Math.max(0, value + 0.5 / Math.sqrt(h2.n))
  assert.ok(Math.abs(h2.effectiveRounds - (h2.n * (1 - rho)) / (1 + rho)) < 1e-9)
  const csv = await (await server.get(`${path}&format=csv`)).text()
  const [heading, ...lines] = csv.split('\r\n').map((line) => line.split(','))
  const place = (name: string): number => heading?.indexOf(`"${name}"`) ?? -1
  const line = lines.find((cells) => cells[place('arm')] === '"h2"')
  roundedCell(line?.[place('autocorrelation')], value, 'autocorrelation')
  assert.equal(line?.[place('interval_rule')], '"fixed"')
  roundedCell(line?.[place('effective_rounds')], h2.effectiveRounds, 'effective_rounds')
})

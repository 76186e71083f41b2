import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementVerdict } from '../../model/statement-verdict.ts'
import { CABLELABS_MEDIANS } from '../../papers/cablelabs-medians.ts'
import { decide, measuredPlan } from '../../papers/decide/decide.ts'
import { isRule } from '../../papers/paper.ts'
import { entryReference, PAPERS } from '../../papers/papers.ts'
import { type Factors, gains, type Plant, plantedCells, saves } from './planted.ts'

/** Samples with which a statement holds, and samples that say the opposite, with what they make of it. */
type Planted = readonly [holds: Plant, contradicts: Plant, as?: StatementVerdict]

const number = (level: Factors[string] | undefined): number => Number(level)
const onPage =
  (byPage: Readonly<Record<string, number>>) =>
  ({ page }: Factors): number =>
    byPage[String(page).replace(/^graph:/, '')] ?? 0

/** CableLabs' gains of a condition as printed, to the power of −1 where ours are the other way round. */
const asPrinted =
  (power: 1 | -1): Plant =>
  (factors, arm) => {
    const { page, shards, downMbps, rttMs, lossFraction, initcwnd } = factors
    const row = CABLELABS_MEDIANS.find(
      ([letter, servers, mbps, rtt, loss]) =>
        page === `cablelabs-${letter.toLowerCase()}` &&
        servers === shards &&
        mbps === downMbps &&
        rtt === rttMs &&
        loss === 100 * number(lossFraction),
    )
    const [https3 = 1, spdy3 = 1, https10 = 1, spdy10 = 1] = (row?.slice(5) ?? []) as number[]
    if (arm === 'h1') return initcwnd === 3 ? 1_000 : (1_000 * https10) / https3
    return 1_000 * ((initcwnd === 3 ? spdy3 : spdy10) / https3) ** power
  }

/** A larger window makes HTTP/1.1 so many times as fast, and HTTP/2 as its gains say. */
const windowed =
  (ofH1: (factors: Factors) => number, ofSpdy: (factors: Factors) => number): Plant =>
  (factors, arm) =>
    1_000 / (arm === 'h1' ? (factors.initcwnd === 10 ? ofH1(factors) : 1) : ofSpdy(factors))

const always = (value: number) => () => value
const byLoss =
  (without: number, most: number) =>
  ({ lossFraction }: Factors) =>
    lossFraction === 0 ? without : most
const byStreams =
  (factor: number) =>
  ({ page, streams }: Factors) =>
    number(streams) >=
    factor * onPage({ twitter: 7, youtube: 50, imgur: 133, nytimes: 148 })({ page: page ?? null })
      ? 1.2
      : 0.8
const isFlat = ({ page }: Factors): boolean => String(page).includes('flat-')

const PLANTED: Readonly<Record<string, Planted>> = {
  'elkhatib:figure-2': [
    saves(({ rttMs }) => number(rttMs) / 25),
    saves(({ rttMs }) => 20 - number(rttMs) / 25),
    'turned round',
  ],
  'elkhatib:section-v-a-order': [
    saves(onPage({ youtube: 14, twitter: 7, imgur: 1 })),
    saves(onPage({ youtube: 1, twitter: 7, imgur: 14 })),
  ],
  'elkhatib:section-v-a-tls': [saves(always(80)), saves(always(-10))],
  'elkhatib:figure-3': [phases(80, -300), phases(-20, 80)],
  'elkhatib:figure-5': [phases(80, -300), phases(-20, 80)],
  'elkhatib:section-v-a-alike': [saves(always(15)), saves(always(30)), 'not found'],
  'elkhatib:section-v-b-queue': [saves(always(60)), saves(always(-20))],
  'elkhatib:figure-4': [
    saves(({ downMbps }) => (number(downMbps) < 1 ? 6 : -22)),
    saves(({ downMbps }) => (number(downMbps) < 1 ? -6 : 22)),
  ],
  'elkhatib:section-v-b-queue-lengths': [
    ({ queuePackets }) => number(queuePackets),
    ({ queuePackets }) => 600 - number(queuePackets),
  ],
  'elkhatib:section-v-b-window': [
    retransmitting(saves(({ initcwnd }) => number(initcwnd))),
    retransmitting(saves(({ initcwnd }) => 20 - number(initcwnd))),
  ],
  'elkhatib:figure-6': [
    saves(({ lossFraction, page }) => (lossFraction === 0 ? 5 : page === 'imgur' ? -50 : -30)),
    saves(byLoss(-30, 5)),
  ],
  'elkhatib:section-v-c-half-percent': [saves(byLoss(5, -5)), saves(always(5))],
  'elkhatib:section-v-c-packets': [saves(always(40)), saves(always(-10))],
  'elkhatib:figure-8': [
    saves(({ page, shards }) => (page === 'twitter' ? 5 : 16 - 2 * number(shards))),
    saves(({ page, shards }) => (page === 'twitter' ? 5 : 2 * number(shards))),
  ],
  'elkhatib:figure-9': [
    saves(({ page, streams }) => (page === 'twitter' ? 5 : number(streams) < 10 ? -10 : 12)),
    saves(({ page, streams }) => (page === 'twitter' ? 5 : number(streams) < 10 ? 12 : -10)),
  ],
  'elkhatib:section-vi-b-few-streams': [saves(always(-20)), saves(always(20))],
  'elkhatib:section-vi-b-model': [gains(byStreams(0.2)), gains(byStreams(0.01)), 'not found'],

  'cablelabs:executive-summary': [
    gains(({ page }) => (page === 'cablelabs-a' ? 3.5 : page === 'cablelabs-b' ? 1.2 : 0.4)),
    gains(({ page }) => (page === 'cablelabs-a' ? 0.9 : 0.4)),
  ],
  'cablelabs:figure-1': [byRate(1.3), byRate(2.5)],
  'cablelabs:figure-3': [
    fileTimes({ 'single-11000': 500, 'single-1000': 1_000, 'single-2500': 1_000 }),
    fileTimes({ 'single-11000': 950, 'single-1000': 700, 'single-2500': 700 }),
  ],
  'cablelabs:table-5': [asPrinted(1), asPrinted(-1)],
  'cablelabs:section-5-4-1-page-c': [gains(always(0.4)), gains(always(2))],
  'cablelabs:table-6': [asPrinted(1), asPrinted(-1)],
  'cablelabs:section-5-4-1-loss': [gains(byLoss(1.5, 0.9)), gains(byLoss(0.9, 1.5))],
  'cablelabs:section-5-4-1-round-trip': [
    gains(({ rttMs }) => (rttMs === 100 ? 1.6 : 1.3)),
    gains(({ rttMs }) => (rttMs === 100 ? 1.3 : 1.6)),
  ],
  'cablelabs:section-5-4-1-rate': [
    gains(({ downMbps }) => (downMbps === 10 ? 1.3 : 1.1)),
    gains(({ downMbps }) => (downMbps === 10 ? 1.1 : 1.3)),
  ],
  'cablelabs:table-7': [
    windowed(({ page }) => (page === 'cablelabs-c' ? 1.2 : 1), always(1)),
    windowed(({ page }) => (page === 'cablelabs-c' ? 1 : 1.2), always(1)),
  ],
  'cablelabs:table-8': [windowed(always(1.05), always(1)), windowed(byLoss(1, 1.4), always(1)), 'not found'],
  'cablelabs:table-9': [asPrinted(1), asPrinted(-1)],
  'cablelabs:section-5-4-3-together': [
    windowed(always(1.05), ({ initcwnd }) => (initcwnd === 10 ? 1.5 : 1.2)),
    windowed(always(1.3), always(1.2)),
  ],
  'cablelabs:table-10': [asPrinted(1), asPrinted(-1)],
  'cablelabs:table-11': [
    windowed(always(1.1), ({ initcwnd }) => (initcwnd === 10 ? 1.4 : 1.2)),
    windowed(always(1.1), always(0.8)),
    'not found',
  ],
  'cablelabs:section-2-1-headers': [saves(always(80)), saves(always(-10))],
  'cablelabs:section-6-scale': [saves(always(60)), saves(always(-10))],
  'cablelabs:section-6-window': [windowed(always(1.1), always(1)), windowed(always(0.8), always(1))],
  'cablelabs:appendix-a': [asPrinted(1), asPrinted(-1)],

  'google:results-mean': [saves(always(23)), saves(always(-10))],
  'google:figure-2': [saves(always(23)), saves(always(-10))],
  'google:results-worst': [saves(always(5)), saves(({ page }) => (page === 'google-mobile-1-1' ? -40 : 20))],
  'google:figure-3': [saves(always(23)), saves(always(-10))],

  'wang:abstract': [gains(({ lossFraction }) => (lossFraction === 0.02 ? 0.9 : 1.5)), gains(always(0.8))],
  'wang:factors': [gains(bySizeAndNumber(1)), gains(bySizeAndNumber(-1))],
  'wang:objects-size-loss': [gains(bySizeAndNumber(1)), gains(bySizeAndNumber(-1))],
  'wang:dependencies': [
    gains((factors) => (isFlat(factors) ? 2 : 1.2)),
    gains((factors) => (isFlat(factors) ? 1.2 : 2)),
  ],
  'cs244:object-number': [gains(bySizeAndNumber(1)), gains(bySizeAndNumber(-1))],
  'cs244:object-size': [gains(always(1.2)), gains(always(0.9))],
  'cs244:loss': [gains(byLoss(1.1, 1.5)), gains(byLoss(1.5, 1.1))],
  'cs244:figure-7': [saves(always(90)), saves(always(-50))],
  'cs244:dependencies': [
    gains((factors) => (isFlat(factors) ? 4 : 1)),
    gains((factors) => (isFlat(factors) ? 1 : 2)),
  ],
}

/** HTTP/2 takes so many percent less for connections than HTTP/1.1, and for waiting. */
function phases(connect: number, wait: number): Plant {
  return (factors, arm, metric) =>
    saves(always(metric === 'phase_ms.wait' ? wait : connect))(factors, arm, metric)
}

/** Of HTTP/1.1 the more packets are sent again, the larger the window. */
function retransmitting(plant: Plant): Plant {
  return (factors, arm, metric) =>
    metric === 'retransmissions' ? number(factors.initcwnd) : plant(factors, arm, metric)
}

/** Pages load so many times as fast at twice the rate. */
function byRate(gain: number): Plant {
  return ({ downMbps }) => (downMbps === 20 ? 1_000 / gain : 1_000)
}

/** Of HTTP/1.1 with a window of 10; with one of 3 each file takes 1,000. */
function fileTimes(ms: Readonly<Record<string, number>>): Plant {
  return ({ page, initcwnd }) => (initcwnd === 3 ? 1_000 : (ms[String(page).replace(/^graph:/, '')] ?? 800))
}

/** Gains that grow with the number of objects and shrink with their size and loss, or the other way round. */
function bySizeAndNumber(power: 1 | -1) {
  return ({ objects, objectBytes, lossFraction }: Factors): number =>
    (number(objects) ** 0.1 * number(objectBytes) ** -0.1 * (lossFraction === 0 ? 1.5 : 1)) ** power
}

/** Of `epload` a part: all of it takes a minute. */
const ENOUGH: Readonly<Record<string, Factors>> = { epload: { initcwnd: 10, rttMs: 100 } }

const rules = PAPERS.flatMap((paper) =>
  paper.entries.flatMap((entry) =>
    isRule(entry.decision) ? [{ reference: entryReference(paper, entry), rule: entry.decision }] : [],
  ),
)

test('there are planted samples for every rule', () => {
  assert.deepEqual(Object.keys(PLANTED).toSorted(), rules.map(({ reference }) => reference).toSorted())
})

for (const { reference, rule } of rules)
  test(`${reference} is found again in samples that say so, and not in samples that say the opposite`, async () => {
    const [holds, contradicts, as = 'turned round'] = PLANTED[reference] as Planted
    const of = async (plant: Plant) =>
      decide(rule, measuredPlan(await plantedCells(rule.plan, plant, ENOUGH[rule.plan]), 1), 'h2')
    const found = await of(holds)
    const told = ({ clauses }: typeof found): string =>
      JSON.stringify(clauses.map(({ estimate, verdict, level }) => ({ estimate, verdict, level })))
    assert.equal(found.verdict, 'found again', told(found))
    const turned = await of(contradicts)
    assert.equal(turned.verdict, as, told(turned))
  })

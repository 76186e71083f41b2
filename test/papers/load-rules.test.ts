import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementVerdict } from '../../model/statement-verdict.ts'
import { decideLoads, type MeasuredLoad } from '../../papers/decide/decide-loads.ts'
import { loadResultText } from '../../papers/decide/rule-text.ts'
import type { LoadRule } from '../../papers/load-rule.ts'
import { isRule } from '../../papers/paper.ts'
import { entryReference, PAPERS } from '../../papers/papers.ts'
import { loadFigures } from '../../stats/load/load-figures.ts'
import { loadIntervals } from '../../stats/load/load-intervals.ts'
import { pages, seconds } from '../stats/load/seconds.ts'

/** What a server does under a protocol, of which 25 users more are there each second, up to 1,000. */
interface Planted {
  /** With more users its rate grows no further, and pages take `slowMs`. */
  readonly users: number
  readonly slowMs: number
  readonly errorUsers: number
  readonly busyWorkerUsers: number
  readonly serverBusy: number
  readonly kBPerUser: number
}

const WORKERS = 600
const OPTIONS = { intervalMs: 1_000, limitMs: 3_000, isPinned: true }

/** As Neotys printed it of HTTP, and of SPDY. */
const OLD: Planted = {
  ...{
    users: 100,
    slowMs: 70_000,
    errorUsers: 225,
    busyWorkerUsers: 100,
    serverBusy: 0.08,
    kBPerUser: 1_200,
  },
}
const NEW: Planted = {
  ...{ users: 600, slowMs: 3_500, errorUsers: 875, busyWorkerUsers: 600, serverBusy: 0.09, kBPerUser: 500 },
}

type Arm = 'http' | 'h1' | 'h2'
type Arms = Readonly<Record<Arm, Planted>>
const HOLDS: Arms = { http: OLD, h1: OLD, h2: NEW }
const OPPOSITE: Arms = { http: NEW, h1: NEW, h2: OLD }

function load(arm: Arm, repetition: number, planted: Planted): MeasuredLoad {
  const noise = 1 + 0.01 * repetition
  const all = seconds(40, (second) => {
    const users = 25 * (second + 1)
    const isSlow = users > planted.users
    return {
      load: {
        ...{ users, errors: users >= planted.errorUsers ? { tls_timeout: 1 } : {} },
        ...pages(Math.min(users, planted.users) / 5, noise * (isSlow ? planted.slowMs : 500)),
      },
      server: {
        pssBytes: 20e6 + noise * 1_000 * planted.kBPerUser * users,
        busyWorkers: Math.min(WORKERS, Math.round((WORKERS * users) / planted.busyWorkerUsers)),
      },
    }
  }).map((each) => ({ ...each, busy: { client: 0.2, server: noise * planted.serverBusy } }))
  return {
    row: { server: 'apache', arm, repetition },
    figures: loadFigures(all, OPTIONS),
    intervals: loadIntervals(all, OPTIONS),
  }
}

const loadsOf = ({ http, h1, h2 }: Arms, repetitions = 3): MeasuredLoad[] =>
  Array.from({ length: repetitions }, (_, repetition) => [
    load('http', repetition, http),
    load('h1', repetition, h1),
    load('h2', repetition, h2),
  ]).flat()

/** Loads that say the opposite of each statement, with what they make of it. */
const CONTRADICTING: Readonly<Record<string, readonly [Arms, as?: StatementVerdict]>> = {
  'neotys:plot-http': [{ ...HOLDS, http: { ...OLD, errorUsers: 75 } }],
  'neotys:table-rate': [OPPOSITE],
  'neotys:table-response': [OPPOSITE],
  'neotys:table-error': [OPPOSITE],
  'neotys:table-sla': [OPPOSITE],
  'neotys:plot-workers-http': [{ ...HOLDS, http: { ...OLD, busyWorkerUsers: 400 } }, 'not found'],
  'neotys:plot-workers-spdy': [OPPOSITE],
  'neotys:table-cpu': [{ ...HOLDS, h2: { ...NEW, serverBusy: 0.2 } }, 'not found'],
  'neotys:table-memory': [OPPOSITE],
}

const rules = PAPERS.flatMap((paper) =>
  paper.entries.flatMap(({ decision, ...entry }) =>
    decision.plan === null || isRule(decision)
      ? []
      : [{ reference: entryReference(paper, { ...entry, decision }), rule: decision }],
  ),
)

const ruleOf = (reference: string): LoadRule =>
  rules.find((one) => one.reference === reference)?.rule ?? assert.fail(reference)
const decided = (reference: string, loads: readonly MeasuredLoad[]) =>
  decideLoads(ruleOf(reference), loads, { workers: WORKERS, limitMs: OPTIONS.limitMs })

test('there are contradicting loads for every rule of loads', () => {
  assert.deepEqual(
    Object.keys(CONTRADICTING),
    rules.map(({ reference }) => reference),
  )
})

for (const [reference, [contradicting, as = 'turned round']] of Object.entries(CONTRADICTING))
  test(`${reference} is found again in loads that say so, and not in loads that say the opposite`, () => {
    const found = decided(reference, loadsOf(HOLDS))
    assert.equal(found?.verdict, 'found again', JSON.stringify(found))
    const turned = decided(reference, loadsOf(contradicting))
    assert.equal(turned?.verdict, as, JSON.stringify(turned))
  })

test('two repetitions are too few, and a repetition of one protocol alone does not count', () => {
  const two = decided('neotys:table-rate', loadsOf(HOLDS, 2)) ?? assert.fail()
  assert.deepEqual([two.verdict, two.n], ['not decided', 2])
  assert.equal(loadResultText(two, 'ratio'), '6×, too few')
  const alone = loadsOf(HOLDS).filter(({ row }) => row.arm === 'h1' || row.repetition > 0)
  assert.equal(decided('neotys:table-rate', alone)?.n, 2)
})

test('a lower bound, pages that never came and a load that had fewer users decide nothing, and say why', () => {
  const said = (reference: string, arms: Arms) => {
    const result = decided(reference, loadsOf(arms)) ?? assert.fail()
    return [result.verdict, loadResultText(result, 'ratio')]
  }
  const endless = { ...HOLDS, h2: { ...NEW, errorUsers: 2_000 } }
  assert.deepEqual(said('neotys:table-error', endless), ['not decided', 'unknown (lower bound: ramp ended)'])
  assert.equal(decided('neotys:table-response', without('h1', 0))?.why, 'most pages failed')
  const short = loadsOf(HOLDS).map((one) => ({ ...one, intervals: one.intervals.slice(0, 10) }))
  assert.deepEqual(decided('neotys:table-response', short)?.why, 'some load lacks it')
})

/** Loads that hold, but under this protocol no page has a median time, and so many are overdue. */
function without(arm: 'h1' | 'h2', pagesOverdue: number): MeasuredLoad[] {
  return loadsOf(HOLDS).map((one) => {
    const intervals = one.intervals.map((each) => ({ ...each, p50Ms: null, pagesOverdue }))
    return one.row.arm === arm ? { ...one, intervals } : one
  })
}

test('pages of HTTP/1.1 that are overdue took the limit or longer, which bounds the ratio; of HTTP/2 it bounds nothing', () => {
  const { estimate, verdict } = decided('neotys:table-response', without('h1', 500)) ?? assert.fail()
  // 3.5 s over 3 s, or less.
  assert.equal(verdict, 'not decided')
  assert.ok(
    estimate?.low === 0 && (estimate.high ?? 0) > 1.1 && estimate.value < 1.2,
    JSON.stringify(estimate),
  )
  const quick = { ...NEW, slowMs: 500 }
  const overdue = without('h1', 500).map((one) =>
    one.row.arm === 'h2' ? load('h2', one.row.repetition, quick) : one,
  )
  assert.equal(decided('neotys:table-response', overdue)?.verdict, 'found again')
  assert.equal(decided('neotys:table-response', without('h2', 500))?.why, 'most pages overdue')
})

test('loads of another server, and none, measure nothing', () => {
  const other = loadsOf(HOLDS).map((one) => ({ ...one, row: { ...one.row, server: 'caddy' } }))
  assert.equal(decided('neotys:table-rate', other), null)
  assert.equal(decided('neotys:table-rate', []), null)
})

import type { ImportedSample } from '../../db/campaign/import-samples.ts'
import type { Arm } from '../../model/arm.ts'
import type { Verdict } from '../../model/sample.ts'
import { mix32, rng } from '../../stats/rng.ts'

export const SYNTHETIC_ARMS = ['h1', 'h2', 'h3'] as const satisfies readonly Arm[]

/** Each metric's share of the page's time and how much it varies by itself, as a standard deviation of logarithms. */
const METRICS = [
  { name: 'plt_ms', share: 1, ownSpread: 0.03 },
  { name: 'tow_setup_ms', share: 0.93, ownSpread: 0.04 },
  { name: 'ttfb_ms', share: 0.16, ownSpread: 0.12 },
  { name: 'fcp_ms', share: 0.52, ownSpread: 0.08 },
  { name: 'lcp_ms', share: 0.78, ownSpread: 0.08 },
] as const

/** Metrics of a sample. */
export const SYNTHETIC_METRICS = METRICS.length

/** Page times of sites, and of the rounds of one: log-normal, as measured ones nearly are. */
const SITES = { medianMs: 1_400, spread: 0.6 }
const ROUND_SPREAD = 0.12

/** What an arm changes at a site: the logarithm's mean over sites, and its spread. */
const ARM_EFFECTS = {
  h1: { mean: 0, spread: 0 },
  h2: { mean: -0.06, spread: 0.1 },
  h3: { mean: -0.1, spread: 0.15 },
} as const

const LEFT_OUT_SHARE = 0.02

const LEFT_OUT: readonly Verdict[] = [
  { state: 'invalid', reason: 'machine_busy', detail: null },
  { state: 'invalid', reason: 'wrong_document_protocol', detail: null },
  { state: 'failed', failure: 'tcp_timeout', detail: 'no answer' },
  { state: 'failed', failure: 'page_timeout', detail: 'the load event did not come' },
]

const START_MS = Date.UTC(2026, 0, 1)
const PAUSE_MS = 2_000

/**
 * The samples of a site, round by round, all from the seed: at every site the arms differ by effects of its own, the
 * arms of a round share its luck, and some samples are left out.
 *
 * @param firstPlace of the site's samples in the campaign
 */
export function* syntheticSite(options: {
  readonly site: number
  readonly rounds: number
  readonly firstPlace: number
  readonly seed: number
}): Generator<ImportedSample> {
  const { site, rounds, firstPlace, seed } = options
  const random = rng(mix32(seed, site))
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const siteMs = SITES.medianMs * Math.exp(SITES.spread * normal())
  const armMs = SYNTHETIC_ARMS.map(
    (arm) => siteMs * Math.exp(ARM_EFFECTS[arm].mean + ARM_EFFECTS[arm].spread * normal()),
  )
  let place = firstPlace
  for (let round = 0; round < rounds; round += 1) {
    const luck = 0.5 * normal()
    for (const [position, arm] of SYNTHETIC_ARMS.entries()) {
      const pageMs = (armMs[position] as number) * Math.exp(ROUND_SPREAD * (luck + 0.87 * normal()))
      const verdict: Verdict =
        random() < LEFT_OUT_SHARE
          ? (LEFT_OUT[Math.floor(random() * LEFT_OUT.length)] as Verdict)
          : { state: 'valid' }
      const metrics = METRICS.map(({ name, share, ownSpread }) => ({
        name,
        value:
          verdict.state === 'failed' ? null : microseconds(pageMs * share * Math.exp(ownSpread * normal())),
        note: null,
      }))
      yield {
        site,
        arm,
        round,
        position,
        place,
        metrics,
        result: {
          verdict,
          startedAt: new Date(START_MS + place * PAUSE_MS).toISOString(),
          wallMs: microseconds(pageMs * 1.2),
          cpuBusyFraction: 0.25,
          cpuOtherFraction: 0.01,
          browserNo: 1,
          loadNo: place,
          status: verdict.state === 'failed' ? null : 200,
          protocol: verdict.state === 'failed' ? null : PROTOCOLS[arm],
          finalUrl: null,
          remoteAddress: null,
          server: null,
          pcapFile: null,
        },
      }
      place += 1
    }
  }
}

const PROTOCOLS = { h1: 'http/1.1', h2: 'h2', h3: 'h3' } as const

/** Clocks of browsers tell no more. */
function microseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}

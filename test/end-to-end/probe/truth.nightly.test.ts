import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { harEntries } from '../../../crawler/metrics/har-entries.ts'
import { decodeArtifacts } from '../../../crawler/probe/load/artifact-codec.ts'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import type { Arm } from '../../../model/arm.ts'
import { median } from '../../../stats/median.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../../lab/link/why-no-link.ts'
import { differencesFrom, truthOf } from './page-truth.ts'
import { type ProbeFolder, type ProbeRun, probeFolder } from './probe-folder.ts'
import { endsWell, type Recorded, type RecordedSample, readCampaign } from './recorded.ts'

/** The one with a delayed answer must be among them. */
const PAGES = ['page-12', 'page-60-4', 'page-delay', 'page-mixed', 'page-103', 'page-1mb'].map(
  (name) => `${name}.test`,
)
const ARMS: readonly Arm[] = ['http', 'h1', 'h2', 'h3', 'h3-altsvc']
const ROUNDS = 2
const RTT_MS = 100
const LINK_MBPS = 10

/** Round trips until the request can be sent (RFC 9293; RFC 8446; RFC 9000), no session being resumed. */
const SETUP_ROUND_TRIPS: Readonly<Partial<Record<Arm, number>>> = {
  http: 1,
  h1: 2,
  h2: 2,
  h3: 1,
}
/** The document and its parts: the parts are asked for when the document is there. */
const LEVELS = 2

/**
 * Tolerances. What the link does is exact to some 1 % on its own, and no packet comes early; what is above it is time
 * that programs take, on a machine that may be doing other work as well: single samples are given more of it than medians.
 */
const TOLERANCE = {
  /** Median over an arm, SYN to SYN/ACK or Initial to its answer. */
  rttMs: 10,
  /** Median over an arm: each round trip of a set-up has a step of TLS in it, with a signature to make or check. */
  setupPerRoundTripMs: 40,
  /** One sample, above these. */
  singleMs: 400,
  /** The browser's clock and the link's disagree by so much, rounding included. */
  earlyMs: 5,
  /** A load under no link takes 0.1 to 0.4 s on this page; a page of a hundred parts, three times that. */
  browserMs: 2_500,
} as const

describe('a campaign behind a link of 100 ms', { skip: noBrowser || whyNoLink() }, () => {
  let folder: ProbeFolder
  let run: ProbeRun
  let found: Recorded
  before(async () => {
    folder = await probeFolder()
    const link = `rtt=${RTT_MS}ms,down=${LINK_MBPS},up=${LINK_MBPS}`
    const sites = ['--sites', PAGES.join(','), '--arms', ARMS.join(','), '--rounds', String(ROUNDS)]
    run = folder.probe([...sites, '--link', link, '--seed', '5'])
    await endsWell(run)
    found = await readCampaign(folder.database)
  })
  after(() => folder?.[Symbol.asyncDispose]())

  /**
   * Asserts that no sample is below its least, and that at most one in ten is above its most: what comes early is wrong,
   * what comes late may have waited for the processor.
   */
  const assertWithin = (
    name: string,
    samples: readonly RecordedSample[],
    range: (sample: RecordedSample) => readonly [least: number, most: number],
  ): void => {
    const early: string[] = []
    const late: string[] = []
    for (const sample of samples) {
      const [least, most] = range(sample)
      const value = sample.metrics.get(name) ?? Number.NaN
      const what = `${sample.domain} ${sample.arm} ${sample.round}: ${name} is ${least} to ${most}, found ${value}`
      if (!(value >= least)) early.push(what)
      else if (value > most) late.push(what)
    }
    assert.deepEqual(early, [])
    assert.ok(late.length <= Math.ceil(samples.length / 10), `late in ${samples.length}:\n${late.join('\n')}`)
  }
  const setOf = (...arms: readonly Arm[]) => found.samples.filter(({ arm }) => arms.includes(arm))

  test('finds in every sample what the page is made of', () => {
    assert.ok(found.samples.length >= PAGES.length * 4 * ROUNDS)
    assert.deepEqual(
      found.samples.flatMap((sample) => differencesFrom(truthOf(sample.domain), sample)),
      [],
    )
  })

  test('stores the link as it was asked for and as it was measured', () => {
    const link = found.campaign.link as {
      readonly condition: { readonly rttMs: number; readonly downMbps: number }
      readonly measured: object
    } | null
    assert.deepEqual([link?.condition.rttMs, link?.condition.downMbps], [RTT_MS, LINK_MBPS])
    assert.ok(link?.measured)
  })

  /** The samples within the wide range, and the median of each arm within the narrow one. */
  const assertTimes = (
    name: string,
    arms: readonly Arm[],
    rangeOf: (arm: Arm) => readonly [number, number],
  ) => {
    for (const arm of arms) {
      const [least, most] = rangeOf(arm)
      const samples = setOf(arm)
      assertWithin(name, samples, () => [least, most + TOLERANCE.singleMs])
      const middle = median(samples.map(({ metrics }) => metrics.get(name) ?? Number.NaN)) ?? Number.NaN
      assert.ok(middle <= most, `${arm}: the median of ${name} is ${least} to ${most}, found ${middle}`)
    }
  }

  test('finds the round-trip time of the link', () => {
    assertTimes('rtt_min_ms', ARMS, () => [RTT_MS, RTT_MS + TOLERANCE.rttMs])
  })

  test('finds the round trips of each set-up: one for TCP, two with TLS 1.3, one for QUIC', () => {
    assertTimes('setup_ms', ['http', 'h1', 'h2', 'h3'], (arm) => {
      const trips = SETUP_ROUND_TRIPS[arm] ?? Number.NaN
      return [trips * RTT_MS, trips * (RTT_MS + TOLERANCE.setupPerRoundTripMs)]
    })
  })

  test('finds no page faster than its round trips and its bytes allow, nor slower than the browser explains', () => {
    const samples = setOf('http', 'h1', 'h2', 'h3')
    const limitMs = ({ arm, domain }: RecordedSample): number => {
      const { bodyBytes = 0, delayMs = 0 } = truthOf(domain)
      const trips = (SETUP_ROUND_TRIPS[arm] ?? 1) + LEVELS
      return trips * RTT_MS + delayMs + (8 * bodyBytes) / (LINK_MBPS * 1_000)
    }
    const range = (sample: RecordedSample) => {
      const { requests = 0 } = truthOf(sample.domain)
      // Six connections a host take their requests one after the other.
      const turns = ['http', 'h1'].includes(sample.arm) ? Math.ceil(requests / 6) : 0
      const least = limitMs(sample) - TOLERANCE.earlyMs
      // Slow start from a window of ten takes round trips that bytes alone do not.
      return [least, least + (turns + 6) * RTT_MS + TOLERANCE.browserMs] as const
    }
    assertWithin('plt_ms', samples, range)
    // Time on Wire has no set-up in it: from the first request on.
    assertWithin('tow_ms', samples, (sample) => [LEVELS * RTT_MS - TOLERANCE.earlyMs, range(sample)[1]])
  })

  test('finds the delay of the one answer that has one in its wait, and in no other', async () => {
    await using db = await openDatabase({ url: folder.database, readOnly: true })
    const { delayMs = Number.NaN } = truthOf('page-delay.test')
    const delayedMs = RTT_MS + delayMs
    // The least of an arm's samples, by URL: what waits longer in one of them waited for the processor.
    const leastWaitMs = new Map<string, number>()
    for (const { id, arm, domain } of found.samples) {
      if (domain !== 'page-delay.test' || arm === 'h3-altsvc') continue
      for (const { request, timings } of harEntries(await decodeArtifacts(await readArtifacts(db, id))) ??
        []) {
        const key = `${arm} ${new URL(request.url).pathname}`
        leastWaitMs.set(key, Math.min(timings.wait, leastWaitMs.get(key) ?? Infinity))
      }
    }
    // The site sends cleartext on to HTTPS, so that it has no arm `http`.
    for (const arm of ['h1', 'h2', 'h3']) {
      const waits = [...leastWaitMs].filter(([key]) => key.startsWith(`${arm} `))
      const delayed = waits.filter(([, waitMs]) => waitMs >= delayedMs - TOLERANCE.earlyMs)
      assert.equal(delayed.length, 1, `${arm}: ${JSON.stringify(waits)}`)
      assert.ok((delayed[0]?.[1] ?? 0) < delayedMs + 100, `${arm}: ${JSON.stringify(waits)}`)
    }
  })

  test('leaves nothing behind', async () => {
    assert.deepEqual(await folder.leftovers(), [])
  })
})

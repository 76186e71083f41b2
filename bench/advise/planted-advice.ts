import { join } from 'node:path'
import { shownGains } from '../../advise/shown-gains.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { parseLink } from '../../lab/link/condition/parse.ts'
import { PROFILES } from '../../lab/link/condition/profiles.ts'
import { availableCongestionControls } from '../../lab/process/congestion-controls.ts'
import { ORDINARY_VARIANTS } from '../../lab/sandbox/hard/pages/planted.ts'
import { readRecording } from '../../record/folder/read-recording.ts'
import { recordPlanted } from './record-planted.ts'
import { type TriedChange, tryChanges } from './try-changes.ts'

const NETWORK = { '4g': PROFILES['webpagetest-4g'].condition }
const LOSSY = { lossy: parseLink('rtt=60ms,down=8,up=3,loss=0.02') }

/** A page with what its owner is to be told: any of these changes; none: nothing at all. */
interface Planted {
  readonly url: string
  readonly wanted: readonly string[]
  readonly links: Readonly<Record<string, LinkCondition>>
  /** What the survey would have found. */
  readonly hasHttpsRecord: boolean
}

const page = (name: string, wanted: readonly string[], more: Partial<Planted> = {}): Planted => ({
  url: `https://planted-${name}.test/`,
  wanted,
  links: NETWORK,
  hasHttpsRecord: true,
  ...more,
})

/** By the name of their recordings. */
export const PLANTED: Readonly<Record<string, Planted>> = {
  http2: page('http2', ['all-hosts-http3']),
  loss: page('loss', ['congestion-control'], { links: LOSSY }),
  shards: page('shards', ['merge-shards']),
  bytes: page('bytes', ['compress-text']),
  slow: page('slow', ['answer-faster']),
  'no-record': page('no-record', ['https-record'], { hasHttpsRecord: false }),
  certificate: page('certificate', ['shorter-chain']),
  priorities: page('priorities', ['priorities']),
  nothing: page('nothing', []),
  broken: page('broken', []),
}

export const ORDINARY: Readonly<Record<string, Planted>> = Object.fromEntries(
  Array.from({ length: ORDINARY_VARIANTS }, (_, index) => {
    const n = index + 1
    return [`ordinary-${n}`, page('nothing', [], { url: `https://planted-nothing.test/${n}/` })]
  }),
)

export interface PlantedAdvice {
  readonly name: string
  readonly wanted: readonly string[]
  /** Changes that were shown to gain over any link, the largest gain first. */
  readonly advised: readonly string[]
  readonly isRight: boolean
  /** Exit code of `towline record`. */
  readonly recordCode: number
  readonly results: readonly TriedChange[]
}

export interface PlantedOptions {
  readonly folder: string
  readonly cacheDir: string
  readonly rounds: number
  /** Of each recording. */
  readonly loads: number
  readonly signal: AbortSignal
}

/** Records planted pages, tries all changes on each, and judges what their owners would be told. */
export async function plantedAdvice(
  planted: Readonly<Record<string, Planted>>,
  { folder, cacheDir, rounds, loads, signal }: PlantedOptions,
): Promise<PlantedAdvice[]> {
  const urls = Object.fromEntries(Object.entries(planted).map(([name, { url }]) => [name, url]))
  const recordings = join(folder, 'recordings')
  const codes = await recordPlanted(urls, { folder: recordings, cacheDir, loads, signal })
  const congestionControls = await availableCongestionControls()
  const pages = []
  for (const [name, { links, hasHttpsRecord }] of Object.entries(planted)) {
    if (codes.get(name) !== 0) continue
    const recording = await readRecording(join(recordings, name))
    const survey = { h3ClaimedDns: hasHttpsRecord } as never
    const site = { recording, survey, spoken: [], hostsUnderHttp3: null, congestionControls }
    pages.push({ name, folder: join(recordings, name), site, links })
  }
  const blocks = Math.max(1, Math.floor(rounds / 4))
  const tried = await tryChanges(pages, { folder, cacheDir, rounds, blocks, signal })
  return Object.entries(planted).map(([name, { wanted }]) => {
    const results = tried.filter((result) => result.page === name)
    // One advice is of one page: its own results are one family.
    const shown = shownGains(results).toSorted((a, b) => (b.gain ?? 0) - (a.gain ?? 0))
    const advised = [...new Set(shown.map(({ whatIf }) => whatIf))]
    const isRight = wanted.length === 0 ? advised.length === 0 : wanted.includes(advised[0] ?? '')
    return { name, wanted, advised, isRight, recordCode: codes.get(name) ?? 1, results }
  })
}

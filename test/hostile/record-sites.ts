import { createInterface } from 'node:readline'
import { openLivePages } from '../../cli/record/live-pages.ts'
import { recordPage } from '../../record/live/record-page.ts'
import { RecordingError } from '../../record/recording-error.ts'

/** What the process is told: once, and then a site a line. */
export interface RecordSitesOrder {
  readonly resolver: string
  readonly caFile: string
  readonly allowCidrs: readonly string[]
  readonly cache: string
}

export interface RecordSite {
  readonly domain: string
  readonly target: string
  /** Of its headers, and of a load. */
  readonly limitMs: number
}

/** What it says of each, on a line. */
export interface RecordedSite {
  readonly domain: string
  readonly exchanges: number | null
  /** Why there is no recording. */
  readonly refusal: string | null
  /** Of this program: what must not be. */
  readonly fault: string | null
  readonly tookMs: number
}

// Records pages inside the sandbox, as `towline record` does, but within limits that hundreds of sites can be waited for.
const { resolver, caFile, allowCidrs, cache }: RecordSitesOrder = JSON.parse(process.argv[2] ?? '')
const { signal } = new AbortController()
const live = {
  ...{ resolver: [resolver], ca: caFile, allowAddress: [...allowCidrs], cache },
  ...{ robots: true, loads: 1, pause: 0, unconfined: true },
}
await using pages = await openLivePages(live, signal)
for await (const line of createInterface({ input: process.stdin })) {
  const { domain, target, limitMs }: RecordSite = JSON.parse(line)
  const startMs = performance.now()
  let [exchanges, refusal, fault]: [number | null, string | null, string | null] = [null, null, null]
  try {
    const recording = await recordPage(`https://${domain}/`, target, {
      ...pages.options,
      ...{ say: () => {}, pause: async () => {}, signal },
      limits: { headersLimitMs: limitMs, loadLimitMs: limitMs },
    })
    exchanges = recording.exchanges.length
  } catch (error) {
    if (error instanceof RecordingError) refusal = error.message
    else fault = String(error)
  }
  const said: RecordedSite = { domain, exchanges, refusal, fault, tookMs: performance.now() - startMs }
  process.stdout.write(`${JSON.stringify(said)}\n`)
}

import type { Entry, Har } from 'har-format'
import { encodeArtifacts } from '../../../crawler/probe/load/artifact-codec.ts'
import { harEntry, NOTHING } from '../../crawler/metrics/observed.ts'
import type { Served } from '../../server/served.ts'

/** Requests of each load. */
export const LARGE = 1_000

const STARTED_MS = Date.parse('2026-11-21T01:00:00.010Z')

const TYPES = [
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['png', 'image/png'],
] as const

/** Every 40th address is of this load alone, every 90th request fails, and the first ten block rendering. */
function largeHar(arm: string): Har {
  const entries = Array.from({ length: LARGE }, (_, i): Entry => {
    const [ending, mimeType] = TYPES[i % TYPES.length] ?? TYPES[0]
    const alone = i % 40 === 20 ? `?${arm}` : ''
    const url = i === 0 ? 'https://site1.test/' : `https://cdn${i % 4}.site1.test/${i}.${ending}${alone}`
    const failed = i % 90 === 45
    const made = harEntry({
      ...{
        url,
        httpVersion: arm === 'h1' ? 'http/1.1' : 'h2',
        transferBytes: 1_500,
        status: failed ? 0 : 200,
      },
      timings: failed ? { blocked: 30, send: 0, wait: 0, receive: 0 } : i < 8 ? { connect: 40, ssl: 20 } : {},
    })
    return {
      ...made,
      startedDateTime: new Date(STARTED_MS + 4 * i).toISOString(),
      time: failed ? 30 : 13.5 + (i < 8 ? 40 : 0),
      response: { ...made.response, content: { size: 1_500, mimeType: i === 0 ? 'text/html' : mimeType } },
      ...(failed
        ? { _error: 'net::ERR_CONNECTION_RESET' }
        : { connection: String(1 + (i % (arm === 'h1' ? 24 : 4))) }),
      ...{ _initialPriority: 'Medium', _priority: i % 2 === 0 ? 'High' : 'Medium' },
      ...(i > 0 && i <= 10 ? { _renderBlocking: 'blocking' } : {}),
    }
  })
  return { log: { version: '1.2', creator: { name: 'test', version: '1' }, pages: [], entries } }
}

/** Puts large HARs in the place of those of site 1. */
export async function storeLargeHars({ writer, fixture }: Served): Promise<void> {
  for (const { id, site, arm } of fixture.samples) {
    if (site !== 0) continue
    const [artifact] = await encodeArtifacts({ ...NOTHING, har: largeHar(arm) })
    if (artifact === undefined) throw new Error('a HAR was given')
    await writer.write((query) =>
      query(`UPDATE artifacts SET bytes = ?, size_bytes = ? WHERE sample_id = ? AND kind = 'har'`, [
        artifact.bytes,
        artifact.sizeBytes,
        id,
      ]),
    )
  }
}

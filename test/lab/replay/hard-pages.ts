import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { recordHardPages, recordingOf, replayInto } from '../../../bench/replay/accuracy-steps.ts'
import { type MeasuredLoad, pageOfCell, replayedLoads } from '../../../bench/replay/measured-loads.ts'
import { type BodyLab, openBodyLab } from '../../../bench/replay/same-bodies.ts'
import { artifactText } from '../../../db/campaign/artifact-text.ts'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { protocolOf } from '../../../har/entry-protocol.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { originOf } from '../../../lab/replay/replayed-origin.ts'
import { readBrowserSites } from '../../../lab/sandbox/site/sites.ts'
import type { PacketTrace } from '../../../model/packet-trace.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { cannotCapture } from '../../crawler/probe/packets/captured-page.ts'
import { findCaddy } from '../../servers/caddy.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'

const skip =
  noBrowser ||
  (findCaddy() === null ? 'there is no caddy: run scripts/setup.sh sandbox' : false) ||
  whyNoLink() ||
  (await whyNoServer('towline'))

const ROUND_TRIP_MS = 20
const LINK = `rtt=${ROUND_TRIP_MS}ms,down=50,up=20`
/** The page whose hosts have ports of their own, or are addresses. */
export const PORTS_PAGE = 'hard-ports.test'
const PLACES = [
  'https://hard-ports.test:8443',
  'https://api.hard-ports.test:8443',
  'https://media.hard-ports.test:9443',
  'http://old.hard-ports.test:8080',
  'https://198.19.3.1',
  'https://198.19.3.2:8443',
  'https://[2001:2:0:3::1]',
]
const LEAST_HITS = 0.97
/** A body of its own for each answer but what redirects, 204, 304 and HEAD have none of. */
const LEAST_COMPARED = 25

/** What is stored of one load. */
interface ReplayedSample {
  readonly page: string
  readonly arm: string
  readonly har: Har
  /** Null where nothing is captured. */
  readonly trace: PacketTrace | null
}

async function replayedSamples(database: string): Promise<ReplayedSample[]> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const rows = await db.query(
    `SELECT s.id, s.arm, c.factors FROM samples s
     JOIN lab_cells c ON c.campaign_id = s.campaign_id AND c.site = s.site WHERE s.role = 'sample'`,
  )
  const samples: ReplayedSample[] = []
  for (const { id, arm, factors } of rows) {
    const stored = async <T>(kind: 'har' | 'packets'): Promise<T | null> => {
      const [artifact] = await readArtifacts(db, Number(id), [kind])
      return artifact === undefined ? null : JSON.parse((await artifactText(artifact)).toString())
    }
    const har = (await stored<Har>('har')) ?? assert.fail(`sample ${id} has no HAR`)
    const trace = await stored<PacketTrace>('packets')
    samples.push({ page: pageOfCell(String(factors)), arm: String(arm), har, trace })
  }
  return samples
}

/** Records these pages of the sandbox behind a link, replays them under every arm, and holds both against what is known. */
export function testHardPages(pages: readonly string[]): void {
  describe(`hard pages of the sandbox, recorded and replayed: ${pages.join(', ')}`, { skip }, () => {
    const { signal } = new AbortController()
    let folder: RunFolder
    let loads: readonly MeasuredLoad[]
    let samples: readonly ReplayedSample[]
    let place: { readonly path: string; readonly cacheDir: string }
    before(async () => {
      folder = await runFolder()
      place = { path: folder.path, cacheDir: folder.cache }
      await recordHardPages(place, pages, { link: LINK, loads: 2 }, signal)
      const options = { arms: 'h1,h2,h3,recorded', rounds: 1, seed: 1, capture: true }
      await replayInto(place, 'replay.sqlite', pages, options, signal)
      loads = await replayedLoads(folder.path, 'replay.sqlite')
      samples = await replayedSamples(join(folder.path, 'replay.sqlite'))
    })
    after(() => folder?.[Symbol.asyncDispose]())

    test('a recording has all that the page is known to ask for', async () => {
      for (const page of pages) {
        const { exchanges } = await verifyRecording(recordingOf(place, page))
        const asked = exchanges.map(({ method, url }) => `${method} ${withoutChance(url)}`)
        const truth = readBrowserSites().find(({ domain }) => domain === page)?.page?.asks ?? []
        assert.ok(truth.length > 0)
        for (const ask of truth) {
          const place = asked.indexOf(ask)
          assert.ok(place >= 0, `${page}: ${ask}`)
          asked.splice(place, 1)
        }
      }
    })

    test('behind a link of known rate, a server took no longer than the whole wait, and mostly less', async () => {
      for (const page of pages) {
        const { exchanges } = await verifyRecording(recordingOf(place, page))
        const waits = exchanges.flatMap(({ timings }) => timings.filter(({ thinkMs }) => thinkMs !== null))
        assert.ok(waits.length > 0, page)
        for (const { thinkMs, serverMs } of waits) assert.ok((serverMs ?? Number.NaN) <= (thinkMs ?? 0))
        const shorter = waits.filter(({ thinkMs, serverMs }) => (serverMs ?? 0) < (thinkMs ?? 0))
        assert.ok(shorter.length > 0, page)
      }
    })

    test('all loads are there, and nearly all requests find their answers', () => {
      assert.equal(loads.length, pages.length * 4)
      for (const { page, arm, metrics } of loads) {
        const [hits, misses] = [metrics.replay_hits ?? 0, metrics.replay_misses ?? 0]
        assert.ok(hits > 0, `${page} ${arm}`)
        assert.ok(hits / (hits + misses) >= LEAST_HITS, `${page} ${arm}: ${hits} hits, ${misses} misses`)
      }
    })

    test('ports of their own and hosts that are addresses came by the protocol of the arm, each answer', async () => {
      const { hosts } = await verifyRecording(recordingOf(place, PORTS_PAGE))
      const recorded = new Map(hosts.map((host) => [originOf(host).origin, host.protocol]))
      for (const { page, arm, har } of samples) {
        if (page !== PORTS_PAGE) continue
        const asked = new Set<string>()
        for (const entry of har.log.entries) {
          const { origin, protocol } = new URL(entry.request.url)
          asked.add(origin)
          if (protocol === 'http:' || entry.response.status === 0) continue
          const expected = arm === 'recorded' ? recorded.get(origin)?.replace('http/1.1', 'h1') : arm
          assert.equal(protocolOf(entry), expected, `${arm} ${entry.request.url}`)
        }
        for (const origin of PLACES) assert.ok(asked.has(origin), `${arm} ${origin}`)
      }
    })

    test('names are looked up over the link, under every arm', () => {
      assert.equal(samples.length, pages.length * 4)
      for (const { arm, har } of samples) {
        // What a page's own navigation timing hides where it was redirected by another host.
        const [first] = har.log.entries
        assert.ok((first?.timings.dns ?? 0) >= ROUND_TRIP_MS - 1, `${arm} ${first?.request.url}`)
      }
    })

    test('packets of ports of their own are captured and understood', { skip: cannotCapture }, () => {
      const onPorts = samples.filter(({ page }) => page === PORTS_PAGE)
      assert.equal(onPorts.length, 4)
      for (const { arm, trace } of onPorts) {
        assert.ok(trace, arm)
        const { connections, packets, decrypted } = trace
        assert.equal(decrypted, true, arm)
        const asking = new Set(packets.flatMap(({ request, connection }) => (request ? connection : [])))
        const ports = new Set([...asking].map((each) => connections[each]?.serverPort))
        assert.deepEqual([...ports].toSorted(), [443, 8080, 8443, 9443], arm)
      }
      for (const { page, arm, metrics } of loads)
        if (page === PORTS_PAGE) assert.ok(metrics.tow_ms != null, arm)
    })

    describe('replayed once more', () => {
      let lab: BodyLab
      before(async () => {
        const recordings = pages.map((page) => recordingOf(place, page))
        lab = await openBodyLab(recordings, { link: parseLink(LINK), cacheDir: place.cacheDir, signal })
      })
      after(() => lab?.[Symbol.asyncDispose]())

      for (const page of pages)
        test(`${page} gives the recorded bodies`, async () => {
          const { compared, different } = await lab.sameBodies(recordingOf(place, page))
          assert.deepEqual(different, [])
          assert.ok(compared >= LEAST_COMPARED, `${compared}`)
        })
    })
  })
}

/** As `asks` has URLs: without query, ids in place of random digits. */
function withoutChance(url: string): string {
  return url.replace(/\?.*$/s, '').replaceAll(/\/[0-9a-f]{16}(?=\/|$)/g, '/{id}')
}

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordHardPages, recordingOf, replayInto } from '../../../bench/replay/accuracy-steps.ts'
import { type MeasuredLoad, replayedLoads } from '../../../bench/replay/measured-loads.ts'
import { sameBodies } from '../../../bench/replay/same-bodies.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { readBrowserSites } from '../../../lab/sandbox/site/sites.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { findCaddy } from '../../servers/caddy.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'

const skip =
  noBrowser ||
  (findCaddy() === null ? 'there is no caddy: run scripts/setup.sh sandbox' : false) ||
  whyNoLink() ||
  (await whyNoServer('towline'))

const LINK = 'rtt=20ms,down=50,up=20'
const PAGES = ['hard-games.test', 'hard-news.test', 'hard-weather.test', 'hard-market.test']
const LEAST_HITS = 0.97
/** A body of its own for each answer but what redirects, 204, 304 and HEAD have none of. */
const LEAST_COMPARED = 25

describe('hard pages of the sandbox, recorded and replayed', { skip }, () => {
  const { signal } = new AbortController()
  let folder: RunFolder
  let loads: readonly MeasuredLoad[]
  let place: { readonly path: string; readonly cacheDir: string }
  before(async () => {
    folder = await runFolder()
    place = { path: folder.path, cacheDir: folder.cache }
    await recordHardPages(place, PAGES, { link: LINK, loads: 2 }, signal)
    await replayInto(place, 'replay.sqlite', PAGES, { arms: 'h1,h2,h3,recorded', rounds: 1, seed: 1 }, signal)
    loads = await replayedLoads(folder.path, 'replay.sqlite')
  })
  after(() => folder?.[Symbol.asyncDispose]())

  test('a recording has all that the page is known to ask for', async () => {
    for (const page of PAGES) {
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
    for (const page of PAGES) {
      const { exchanges } = await verifyRecording(recordingOf(place, page))
      const waits = exchanges.flatMap(({ timings }) => timings.filter(({ thinkMs }) => thinkMs !== null))
      assert.ok(waits.length > 0, page)
      for (const { thinkMs, serverMs } of waits) assert.ok((serverMs ?? Number.NaN) <= (thinkMs ?? 0))
      const shorter = waits.filter(({ thinkMs, serverMs }) => (serverMs ?? 0) < (thinkMs ?? 0))
      assert.ok(shorter.length > 0, page)
    }
  })

  test('all loads are there, and nearly all requests find their answers', () => {
    assert.equal(loads.length, PAGES.length * 4)
    for (const { page, arm, metrics } of loads) {
      const [hits, misses] = [metrics.replay_hits ?? 0, metrics.replay_misses ?? 0]
      assert.ok(hits > 0, `${page} ${arm}`)
      assert.ok(hits / (hits + misses) >= LEAST_HITS, `${page} ${arm}: ${hits} hits, ${misses} misses`)
    }
  })

  for (const page of PAGES)
    test(`${page} gives the recorded bodies`, async () => {
      const link = parseLink(LINK)
      const { compared, different } = await sameBodies(recordingOf(place, page), link, place.cacheDir, signal)
      assert.deepEqual(different, [])
      assert.ok(compared >= LEAST_COMPARED, `${compared}`)
    })
})

/** As `asks` has URLs: without query, ids in place of random digits. */
function withoutChance(url: string): string {
  return url.replace(/\?.*$/s, '').replaceAll(/\/[0-9a-f]{16}(?=\/|$)/g, '/{id}')
}

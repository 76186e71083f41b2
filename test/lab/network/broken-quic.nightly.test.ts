import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { tools } from '../../crawler/probe/packets/captured-page.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { openAnnouncedPage, type SeenLoad } from './announced-page.ts'

const skip =
  noBrowser ||
  (tools.nft ? false : 'no nft: run scripts/setup-packets.sh') ||
  whyNoLink() ||
  (await whyNoServer('towline'))

/** An attempt repeats its first packets for so long, at ever larger distances. */
const ATTEMPT_MS = 10_000
const MOST_LOADS = 500

for (const udp of ['dropped', 'rejected'] as const)
  test(`a browser that HTTP/3 failed where UDP is ${udp} does not try again, until it is started anew`, {
    skip,
  }, async () => {
    await using page = await openAnnouncedPage(udp)
    const first = await page.load()
    assert.ok(first.stopped > 0 && first.h3 === 0, JSON.stringify(first))
    const loads: SeenLoad[] = []
    for (let lastMs = performance.now(); performance.now() - lastMs < ATTEMPT_MS; ) {
      const load = await page.load()
      if (load.stopped > 0) lastMs = performance.now()
      assert.ok(loads.push(load) < MOST_LOADS)
    }
    for (let n = 0; n < 3; n += 1) {
      const again = await page.load()
      assert.deepEqual([again.stopped, again.h3], [0, 0], JSON.stringify(loads))
    }
    await page.restart()
    assert.ok((await page.load()).stopped > 0)
  })

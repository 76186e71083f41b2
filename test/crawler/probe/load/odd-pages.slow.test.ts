import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { computeAll } from '../../../../crawler/metrics/compute.ts'
import { harOf } from '../../../../crawler/probe/load/har.ts'
import { judge } from '../../../../crawler/probe/load/judge.ts'
import type { Load, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import { isFromNetwork } from '../../../../har/entry.ts'
import type { Arm } from '../../../../model/arm.ts'
import { LoadTimes } from '../../../../record/live/load-times.ts'
import { pageRequests } from '../../../../record/live/page-request.ts'
import { FILE_BYTES, HINTED_WAIT_MS, startOddPages } from '../../../servers/odd-pages.ts'
import { makeTrustFolder, type TrustFolder } from '../../../servers/trust-folder.ts'
import type { Web } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'
import { assertHar } from './assert-har.ts'

describe('pages of odd transport, held against the log of their server', { skip: noBrowser }, () => {
  let trust: TrustFolder
  let web: Web
  const browsers = new Map<Arm, ProbeBrowser>()
  before(async () => {
    trust = await makeTrustFolder('DNS:odd.test,DNS:odd.dev')
    web = await startOddPages(trust.pair)
    const switches = [`--host-resolver-rules=MAP * 127.0.0.1:${web.port}`]
    for (const arm of ['h1', 'h2'] as const)
      browsers.set(arm, await openTestBrowser({ arm, caFile: trust.caFile, switches }))
  })
  after(async () => {
    for (const browser of browsers.values()) await browser[Symbol.asyncDispose]()
    await web[Symbol.asyncDispose]()
    await trust[Symbol.asyncDispose]()
  })

  async function visit(arm: Arm, url: string, settleMs = 100) {
    web.requests.length = 0
    const loaded: Load = await load(browsers.get(arm) as ProbeBrowser, url, { settleMs })
    assert.equal(loaded.failure, null)
    const har = harOf(loaded)
    assertHar(JSON.parse(JSON.stringify(har)))
    const artifacts = { har, packets: null, timings: loaded.timings, connections: loaded.connections }
    const metrics = new Map(computeAll(artifacts).map((metric) => [metric.name, metric]))
    const asked = har.log.entries.filter(isFromNetwork).map(({ request }) => new URL(request.url).pathname)
    const served = web.requests.map(({ url: target }) => new URL(target, 'https://odd.test').pathname)
    assert.deepEqual(asked.toSorted(), served.toSorted())
    assert.equal(metrics.get('requests')?.value, served.length)
    const verdict = judge(loaded, { arm, url, forced: [], cpuOtherFraction: null, busyLimit: 1 })
    return { loaded, metrics, verdict }
  }

  for (const [arm, cache] of [
    ['h1', 'max-age=600'],
    ['h2', 'max-age=600'],
    ['h1', 'no-store'],
    ['h2', 'no-store'],
  ] as const)
    test(`what a 103 announced (${cache}) counts under ${arm}, and the page took what the server takes`, async () => {
      const { loaded, metrics } = await visit(arm, `https://odd.test/hints?cache=${cache}`)
      const requests = metrics.get('requests')?.value ?? 0
      // What may not be stored is asked for again where the four preloads have ended before the document asks, and Chromium
      // tells nothing of them: only that there were some, by the 103.
      const isAskedTwice = cache === 'no-store' && arm === 'h2' && requests === 9
      assert.ok(requests === 5 || isAskedTwice, `${requests} requests`)
      const { value = null, note = null } = metrics.get('har_bytes') ?? {}
      assert.ok(value !== null && Math.abs(value / (4 * FILE_BYTES) - 1) < 0.03, `${value} bytes`)
      assert.equal(note, isAskedTwice ? 'without 4 of unknown size' : null)
      assert.equal(metrics.get('failed_requests')?.value, 0)
      const [document] = pageRequests(loaded.events)
      assert.ok(document)
      const times = new LoadTimes([document])
      const { thinkMs } = times.timesOf(document, new Map([['127.0.0.1', 1]]), null)
      assert.ok(thinkMs !== null && thinkMs >= HINTED_WAIT_MS - 5, `${thinkMs} ms`)
    })

  test('a service worker’s own requests count, and what it answers itself is not judged', async () => {
    const { metrics, verdict, loaded } = await visit('h2', 'https://odd.test/worker')
    assert.deepEqual(verdict, { state: 'valid' })
    assert.equal(metrics.get('share_h2')?.value, 1)
    assert.equal(metrics.get('share_h1')?.value, 0)
    assert.equal(metrics.get('failed_requests')?.value, 1, 'the picture that the page gave up')
    const own = loaded.requests.filter(({ url }) => url.includes('/own/'))
    assert.deepEqual(
      own.map(({ protocol }) => protocol),
      [null, null],
    )
  })

  test('a request under way at the end of the load has not failed', async () => {
    const { metrics } = await visit('h2', 'https://odd.test/waiting')
    assert.deepEqual(metrics.get('failed_requests'), {
      name: 'failed_requests',
      value: 0,
      note: 'without 1 under way at the end of the load',
    })
  })

  test('a redirect that the browser makes itself is no request', async () => {
    // All hosts below dev have HSTS by the browser's own list.
    const { loaded } = await visit('h2', 'http://odd.dev/waiting')
    assert.equal(loaded.finalUrl, 'https://odd.dev/waiting')
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Protocol } from 'puppeteer'
import type { Load } from '../../../crawler/probe/load/load.ts'
import { picture } from '../../../lab/files/picture.ts'
import { load, noBrowser, openTestBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { opened } from '../../opened.ts'
import { ADDRESSES, makeOriginFiles, PORTS, startServer, whyNoServer } from './running-server.ts'

const PICTURES = 40
const PICTURE_BYTES = 400
/** So long that all requests which may be open are sent within, by a busy machine too. */
const THINK_MS = 1_500
const STREAMS = 10
/** Timers count in whole milliseconds. */
const TIMER_MS = 2

const skip = noBrowser || (await whyNoServer('towline'))
const pictures = Array.from({ length: PICTURES }, (_, number) => `/${number}.png`)
const icon = '<!doctype html><link rel="icon" href="data:,">'

/** Six files that the parser waits for, and two pictures that it has seen behind them. */
const blockers = ['/s.css', ...Array.from({ length: 5 }, (_, number) => `/${number}.js`)]
const BLOCKED = `<link rel="stylesheet" href="/s.css">${blockers
  .slice(1)
  .map((path) => `<script src="${path}"></script>`)
  .join('')}<img src="/0.png"><img src="/1.png">`

const files = opened(() =>
  makeOriginFiles({
    'a.test/many/': icon + pictures.map((path) => `<img src="${path}">`).join(''),
    'a.test/blocked/': icon + BLOCKED,
    ...Object.fromEntries(blockers.map((path) => [`a.test${path}`, ''])),
    ...Object.fromEntries(pictures.map((path) => [`a.test${path}`, picture(PICTURE_BYTES)])),
  }),
)

for (const arm of ['h1', 'h2', 'h3'] as const)
  describe(`Chromium by ${arm}`, { skip }, () => {
    const browser = opened(() =>
      openTestBrowser({
        arm,
        origins: { forced: ['a.test'], privateRoot: [] },
        caFile: files.caFile,
        switches: [`--host-resolver-rules=MAP a.test ${ADDRESSES.a}:${PORTS.https}`],
      }),
    )
    const loaded = async (page: 'many' | 'blocked'): Promise<Load> => {
      const it = await load(browser, `https://a.test/${page}/`)
      assert.equal(it.failure, null, JSON.stringify(it.failure))
      return it
    }

    if (arm !== 'h1')
      test(`has never more than ${STREAMS} requests of ${PICTURES} open where that is the limit, and all where there is none`, async () => {
        const think = Object.fromEntries(pictures.map((path) => [`a.test${path}`, THINK_MS]))
        const mostOpen = async (maxConcurrentStreams: number | null): Promise<number> => {
          await using _ = await startServer(files, files.order('towline', { think, maxConcurrentStreams }))
          const it = await loaded('many')
          assert.deepEqual([it.requests.length, it.protocol], [PICTURES + 1, arm])
          return mostAtATime(it)
        }
        assert.equal(await mostOpen(STREAMS), STREAMS)
        assert.equal(await mostOpen(null), PICTURES)
      })

    const waits = arm === 'h1'
    test(`asks for pictures ${waits ? 'when one of six files before them has come' : 'beside six files, as many as they are'}`, async () => {
      const think = Object.fromEntries(blockers.map((path) => [`a.test${path}`, THINK_MS]))
      await using _ = await startServer(files, files.order('towline', { think }))
      const sent = sentMs(await loaded('blocked'))
      const [first, picture] = [sent.get('/s.css'), sent.get('/0.png')]
      assert.ok(first !== undefined && picture !== undefined)
      assert.equal(picture >= first + THINK_MS - TIMER_MS, waits, `${picture - first} ms after them`)
    })
  })

/** When each file was asked for, by its path; milliseconds. */
function sentMs({ events }: Load): Map<string, number> {
  return new Map(
    events
      .filter(({ method }) => method === 'Network.responseReceived')
      .flatMap(({ params }) => {
        const { url, timing } = (params as unknown as Protocol.Network.ResponseReceivedEvent).response
        return timing ? [[new URL(url).pathname, timing.requestTime * 1000 + timing.sendStart] as const] : []
      }),
  )
}

/**
 * Most requests that were open at one moment: each is from when it was sent for as long as the server thinks at least.
 * When the browser takes notice of an answer says less, as the next request may leave before that.
 */
function mostAtATime(load: Load): number {
  const sent = [...sentMs(load)].flatMap(([path, ms]) => (path.endsWith('.png') ? [ms] : []))
  const openRequestsAt = (ms: number) =>
    sent.filter((each) => each <= ms && ms < each + THINK_MS - TIMER_MS).length
  return Math.max(...sent.map(openRequestsAt))
}

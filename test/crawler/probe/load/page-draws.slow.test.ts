import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LoadRequest, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import { html, startWeb, type Web } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

const START = Date.parse('2020-02-03T04:05:06.000Z')
const DRAWS = { seed: 7, clockStartMs: START }

/** What a frame or worker draws, as a query: two of each, and the time of three clocks. */
const DRAW = `const drawn = () => new URLSearchParams([
  ['random', [Math.random(), Math.random()]],
  ['values', crypto.getRandomValues(new Uint16Array(3))],
  ['uuid', crypto.randomUUID()],
  ['year', [new Date().getFullYear(), new Date(Date.now()).getFullYear(), Date().split(' ')[3]]],
  ['temporal', globalThis.Temporal ? Temporal.Now.plainDateISO('UTC') : '2020-02-03'],
]).toString()`

const PAGE = `<!doctype html><script src="/draw.js"></script>
<img src="/gate"><iframe srcdoc="<script src=/draw.js></script><script>fetch('/drew/srcdoc?' + drawn())</script>"></iframe>
<script>
const report = (name, query) => fetch('/drew/' + name + '?' + query)
report('page', drawn())
const blank = document.documentElement.appendChild(document.createElement('iframe'))
report('blank', new URLSearchParams({ random: blank.contentWindow.Math.random() }))
document.documentElement.appendChild(document.createElement('iframe')).src = location.href.replace('127.0.0.1', 'localhost') + 'frame'
new Worker('/worker.js')
new Worker(URL.createObjectURL(new Blob([\`importScripts('\${location.origin}/draw.js')
fetch('\${location.origin}/drew/blob?' + drawn())\`])))
navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready)
  .then(() => fetch('/drew/through?by=network'))
document.cookie = 'lasting=1; expires=' + new Date(Date.now() + 60_000).toUTCString()
document.cookie = 'gone=1; expires=' + new Date(Date.now() - 60_000).toUTCString()
report('clock', new URLSearchParams({ cookie: document.cookie, at: Date.now(), since: performance.now() }))
const looks = [Date, Date.now, Math.random, crypto.getRandomValues].every((each) => /native code/.test(each))
report('looks', new URLSearchParams({ looks, made: new Date(5) - 0, is: new Date() instanceof Date && Date.prototype.constructor === Date }))
</script>`

const FILES: Readonly<Record<string, string>> = {
  '/frame': `<script src="/draw.js"></script><script>fetch('/drew/frame?' + drawn())</script>`,
  '/draw.js': DRAW,
  '/worker.js': `importScripts('/draw.js'); fetch('/drew/worker?' + drawn())`,
  '/service.js': `importScripts('/draw.js'); oninstall = (event) => {
  skipWaiting()
  event.waitUntil(fetch('/drew/service?' + drawn()))
}
onactivate = (event) => event.waitUntil(clients.claim())
onfetch = (event) => { if (event.request.url.includes('through')) event.respondWith(new Response('by the worker')) }`,
}

const REPORTS = [
  ...['page', 'blank', 'srcdoc', 'frame', 'worker', 'blob', 'service', 'through', 'clock', 'looks'],
].sort()

describe('draws of a page', { skip: noBrowser }, () => {
  let web: Web
  let browser: ProbeBrowser
  let reports = new Map<string, string>()
  let openGate = (): void => {}
  before(async () => {
    web = await startWeb((request, response) => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://a.test')
      response.setHeader('access-control-allow-origin', '*')
      if (pathname === '/') return html(response, PAGE)
      if (pathname === '/gate') {
        openGate = () => response.end()
      } else if (pathname.startsWith('/drew/')) {
        reports.set(pathname.slice('/drew/'.length), search)
        response.end()
      } else {
        response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html')
        response.end(FILES[pathname] ?? '')
      }
      // The load event waits for all that draws.
      if (reports.size === REPORTS.length) openGate()
    })
    browser = await openTestBrowser({ arm: 'http', switches: ['--site-per-process'] })
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await web?.[Symbol.asyncDispose]()
  })

  /** Queries by what drew them, of one load. */
  async function drawn(request: Partial<LoadRequest>): Promise<Record<string, string>> {
    reports = new Map()
    const { failure } = await load(browser, `${web.origin}/`, { bypassServiceWorkers: true, ...request })
    assert.equal(failure, null)
    const found = Object.fromEntries([...reports].sort())
    assert.deepEqual(Object.keys(found), REPORTS)
    return found
  }

  let first: Promise<Record<string, string>> | null = null
  /** The first load with the seed: several tests look at what it drew. */
  const drawnOnce = (): Promise<Record<string, string>> => {
    first ??= drawn({ draws: DRAWS })
    return first
  }

  test('two loads draw the same numbers and read the same day in frames and workers', async () => {
    // A service worker may run before it can be told what to draw, and the clock goes on.
    const drawing = ['page', 'srcdoc', 'frame', 'worker', 'blob']
    const drawnBy = (found: Record<string, string>): unknown => drawing.map((name) => found[name])
    const first = await drawnOnce()
    assert.deepEqual(drawnBy(await drawn({ draws: DRAWS })), drawnBy(first))
    for (const name of drawing) {
      const query = new URLSearchParams(first[name])
      assert.equal(query.get('year'), '2020,2020,2020', name)
      assert.equal(query.get('temporal'), '2020-02-03', name)
      assert.match(
        query.get('uuid') ?? '',
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      )
    }
    const numbers = drawing.map((name) => new URLSearchParams(first[name]).get('random'))
    assert.equal(new Set(numbers).size, drawing.length, 'each draws numbers of its own')
  })

  test('the clock starts at the time given and goes on with performance.now()', async () => {
    const query = new URLSearchParams((await drawnOnce()).clock)
    const [at, since] = [Number(query.get('at')), Number(query.get('since'))]
    // The page is prepared before it is navigated, and the clock with it.
    assert.ok(at >= START + Math.floor(since) - 1 && at < START + since + 60_000, `${at - START} ms`)
  })

  test('a cookie that a script sets lasts as long as the page’s clock says', async () => {
    const query = new URLSearchParams((await drawnOnce()).clock)
    assert.equal(query.get('cookie'), 'lasting=1')
  })

  test('what is replaced looks and works as it did', async () => {
    const query = new URLSearchParams((await drawnOnce()).looks)
    assert.deepEqual(Object.fromEntries(query), { looks: 'true', made: '5', is: 'true' })
  })

  test('another seed draws other numbers; without one every load does, and the clock is the present', async () => {
    const one = await drawn({ draws: { ...DRAWS, seed: 8 } })
    const random = ({ page }: Record<string, string>): string | null =>
      new URLSearchParams(page).get('random')
    assert.notEqual(random(one), random(await drawnOnce()))
    const free = await drawn({})
    assert.notEqual(random(free), random(await drawn({})))
    assert.doesNotMatch(free.page ?? '', /2020%2C2020/)
  })

  test('a seed alone leaves the clock as it is', async () => {
    const { page } = await drawn({ draws: { seed: 7, clockStartMs: null } })
    assert.doesNotMatch(page ?? '', /2020%2C2020/)
    const other = await drawnOnce()
    assert.equal(new URLSearchParams(page).get('random'), new URLSearchParams(other.page).get('random'))
  })
})

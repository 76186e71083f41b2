import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { launchRunning } from '../../../crawler/probe/browser/running-browser.ts'
import type { Load, ProbeBrowser } from '../../../crawler/probe/load/load.ts'
import { labPage } from '../../../lab/pages/page.ts'
import { pageFiles } from '../../../lab/pages/page-files.ts'
import type { LabPage } from '../../../lab/pages/shape/lab-page.ts'
import {
  atPort,
  load,
  NO_ORIGINS,
  noBrowser,
  openTestBrowser,
} from '../../crawler/probe/browser/probe-browser.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { HOSTS, serveFiles } from './served-page.ts'

/** Long enough that a resource which the load event does not wait for comes after it. */
const ANSWER_MS = 40

const opened = new AsyncDisposableStack()
let caFile: string
/** All pages on one server in turn, each loaded cold in one browser. */
let web: Awaited<ReturnType<typeof serveFiles>>
let browser: ProbeBrowser

before(async () => {
  const authority = makeAuthority()
  const pair = authority.leaf({ altNames: HOSTS.map((host) => `DNS:${host}`).join(',') })
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'towline-lab-pages-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  if (noBrowser) return
  web = opened.use(await serveFiles([], pair, ANSWER_MS))
  browser = opened.use(await openTestBrowser({ caFile, switches: atPort(web.port) }))
})
after(async () => await opened.disposeAsync())

const PAGES = [
  labPage('empty', { seed: 1 }),
  labPage('single-100000', { seed: 1 }),
  labPage('chain-css-font', { seed: 1 }),
  labPage('chain-fetch', { seed: 1, shards: 2 }),
  labPage('blocking', { seed: 1 }),
  labPage('depth-5', { seed: 1 }),
  labPage('modern', { seed: 1 }),
  labPage('twitter', { seed: 1, shards: 7 }),
  labPage('cablelabs-b', { seed: 1, shards: 4 }),
  labPage('objects-3x100', { seed: 1 }),
  labPage('google-mobile-14-2', { seed: 1 }),
  labPage('google-mobile-1-1', { seed: 1 }),
]

for (const page of PAGES) {
  test(`${page.name}, on ${page.shards} hosts: a browser asks for each resource once, after its parent, before the load event`, {
    skip: noBrowser,
  }, async () => {
    web.serve(pageFiles(page, HOSTS))
    const it = await load(browser, `https://${HOSTS[0]}/`)
    assert.deepEqual([it.failure, it.status], [null, 200])
    const asked = it.requests.map(({ url, status, error }) => `${status} ${error ?? ''} ${url}`)
    assert.deepEqual(
      asked.toSorted(),
      urls(page)
        .map((url) => `200  ${url}`)
        .toSorted(),
    )
    assert.equal(web.requests.length, page.resources.length)
    assertOrder(page, it)
    assertBeforeLoadEvent(page, it)
  })
}

test('a browser shows the pictures and uses the fonts, whatever their sizes', {
  skip: noBrowser,
}, async () => {
  const page: LabPage = { ...labPage('modern', { seed: 3 }), name: 'odd' }
  const odd = {
    ...page,
    resources: page.resources.map((each, index) => ({ ...each, sizeBytes: each.sizeBytes + index })),
  }
  web.serve(pageFiles(odd, HOSTS))
  const running = await launchRunning({
    arm: 'h2',
    origins: NO_ORIGINS,
    keyLog: false,
    caFile,
    switches: atPort(web.port),
    signal: AbortSignal.timeout(30_000),
  })
  try {
    const tab = await running.browser.newPage()
    const messages: string[] = []
    tab.on('console', (message) => messages.push(message.text()))
    await tab.goto(`https://${HOSTS[0]}/`, { waitUntil: 'load' })
    const [fonts, images, busyMs] = (await tab.evaluate(`[
      [...document.fonts].map(({ status }) => status),
      [...document.images].map(({ complete, naturalWidth }) => complete && naturalWidth),
      performance.now()]`)) as [string[], number[], number]
    assert.deepEqual(fonts, ['loaded', 'loaded', 'loaded', 'loaded'])
    assert.deepEqual(new Set(images), new Set([1]))
    assert.equal(images.length, 16)
    assert.deepEqual(messages, [])
    assert.ok(busyMs >= 60, 'six scripts of 10 ms')
  } finally {
    await running.kill()
    await running.release()
  }
})

function urls(page: LabPage): string[] {
  return page.resources.map(({ shard, path }) => `https://${HOSTS[shard]}${path}`)
}

/**
 * By the browser's own clock, all resources are whole before the load event begins. Resource Timing alone would not show
 * it: it leaves out what a style sheet of another host asks for.
 */
function assertBeforeLoadEvent(page: LabPage, { events, timings }: Load): void {
  const finishedS = events.flatMap(({ method, params }) =>
    method === 'Network.loadingFinished' ? params.timestamp : [],
  )
  const [loadS = Number.NaN] = events.flatMap(({ method, params }) =>
    method === 'Page.loadEventFired' ? params.timestamp : [],
  )
  assert.equal(finishedS.length, page.resources.length)
  for (const timestampS of finishedS) assert.ok(timestampS <= loadS)
  const loadEventMs = Number(timings?.navigation?.loadEventStart)
  for (const { name, responseEnd } of timings?.resources ?? [])
    assert.ok(
      Number(responseEnd) <= loadEventMs,
      `${name} came ${responseEnd}, the load event ${loadEventMs}`,
    )
}

/** Moments of the browser's own clock: no resource is asked for before its parent has begun to come. */
function assertOrder(page: LabPage, { events }: Load): void {
  const askedAt = new Map<string, number>()
  const answeredAt = new Map<string, number>()
  for (const { method, params } of events) {
    const { request, response, timestamp } = params as {
      request?: { url: string }
      response?: { url: string }
      timestamp: number
    }
    if (method === 'Network.requestWillBeSent') askedAt.set(request?.url ?? '', timestamp)
    if (method === 'Network.responseReceived') answeredAt.set(response?.url ?? '', timestamp)
  }
  const names = urls(page)
  for (const [index, { parent }] of page.resources.entries()) {
    if (parent === null) continue
    const [child, before] = [askedAt.get(names[index] ?? ''), answeredAt.get(names[parent] ?? '')]
    assert.ok(child !== undefined && before !== undefined)
    assert.ok(
      child >= before,
      `${names[index]} was asked for ${before - child} s before ${names[parent]} came`,
    )
  }
}

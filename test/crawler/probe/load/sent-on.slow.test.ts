import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { computeAll } from '../../../../crawler/metrics/compute.ts'
import { harOf } from '../../../../crawler/probe/load/har.ts'
import { judge } from '../../../../crawler/probe/load/judge.ts'
import type { Load, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import type { Arm } from '../../../../model/arm.ts'
import type { Verdict } from '../../../../model/sample.ts'
import { type Authority, makeAuthority } from '../../../servers/certificates.ts'
import { type Answer, html, startWeb, type Web } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

/** Each document's, before its answer. */
const DELAY_MS = 120

/** Ways by which a page sends the visitor on to a URL. */
const WAYS: Readonly<Record<string, (to: string) => string>> = {
  refresh: (to) => `<meta http-equiv="refresh" content="0; url=${to}">`,
  replace: (to) => `<script>location.replace(${JSON.stringify(to)})</script>`,
  form: (to) => `<form action="${to}" method="post"></form><script>document.forms[0].submit()</script>`,
  later: (to) => `<script>onload = () => setTimeout(() => { location = ${JSON.stringify(to)} }, 20)</script>`,
}

/** Goes forward, and on when it is shown again. */
const BACK = `<script>addEventListener('pageshow', () => setTimeout(() => {
  if (!sessionStorage.seen) location = '/forward'
  else if (location.search) location = location.search.slice(1)
  sessionStorage.seen = 1
}))</script>`

const answer: Answer = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const to = searchParams.get('to') ?? ''
  const way = WAYS[pathname.slice(1)]
  setTimeout(() => {
    if (pathname === '/redirect') {
      response.statusCode = 302
      response.setHeader('location', to)
      response.end()
    } else if (pathname === '/header') {
      response.setHeader('refresh', `0; url=${to}`)
      html(response, '<p>refresh')
    } else if (pathname === '/history')
      html(
        response,
        '<script>history.pushState(null, "", "/elsewhere"); history.replaceState(1, "")</script>',
      )
    else if (pathname === '/back') html(response, BACK)
    else if (pathname === '/forward')
      html(response, '<script>onload = () => setTimeout(() => history.back())</script>')
    else html(response, way?.(to) ?? '<p>the end')
  }, DELAY_MS)
}

let authority: Authority
let folder: string
let secure: Web
let clear: Web
const browsers = new Map<Arm, ProbeBrowser>()
before(async () => {
  if (noBrowser) return
  authority = makeAuthority()
  folder = await mkdtemp(join(tmpdir(), 'towline-sent-on-'))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  const pair = authority.leaf({ altNames: 'DNS:a.test,DNS:www.a.test,DNS:b.test' })
  secure = await startWeb(answer, pair)
  clear = await startWeb(answer)
  const rules = `MAP *:443 127.0.0.1:${secure.port},MAP *:80 127.0.0.1:${clear.port}`
  for (const arm of ['http', 'h1', 'h2'] as const)
    browsers.set(arm, await openTestBrowser({ arm, caFile, switches: [`--host-resolver-rules=${rules}`] }))
})
after(async () => {
  for (const browser of browsers.values()) await browser[Symbol.asyncDispose]()
  await secure?.[Symbol.asyncDispose]()
  await clear?.[Symbol.asyncDispose]()
  if (folder) await rm(folder, { recursive: true, force: true })
})

interface Judged {
  readonly loaded: Load
  readonly reason: string
  readonly plt: { readonly value: number | null; readonly note: string | null }
}

async function loadAndJudge(arm: Arm, url: string): Promise<Judged> {
  const loaded = await load(browsers.get(arm) ?? assert.fail(), url)
  assert.equal(loaded.failure, null)
  const verdict: Verdict = judge(loaded, { arm, url, forced: [], cpuOtherFraction: null, busyLimit: 1 })
  const artifacts = { timings: loaded.timings, har: harOf(loaded), connections: null, packets: null }
  const plt = computeAll(artifacts).find(({ name }) => name === 'plt_ms') ?? assert.fail()
  return { loaded, reason: verdict.state === 'invalid' ? verdict.reason : verdict.state, plt }
}

const EVERY_WAY = ['redirect', 'header', ...Object.keys(WAYS)]
const CASES: readonly (readonly [arm: Arm, to: string, reason: string, ways: readonly string[]])[] = [
  ['h2', 'http://a.test/end', 'left_https', EVERY_WAY.filter((way) => way !== 'form')],
  // Of a form that would be sent in clear text the browser warns, and the visitor must decide.
  ['h2', 'https://b.test/end', 'left_site', ['form']],
  ['h1', 'http://a.test/end', 'left_https', ['redirect', 'replace']],
  ['h2', 'https://b.test/end', 'left_site', ['redirect', 'replace']],
  ['h2', 'https://www.a.test/end', 'valid', ['redirect', 'replace']],
  ['http', 'https://a.test/end', 'left_cleartext', ['redirect', 'replace']],
  ['http', 'http://b.test/end', 'left_site', ['refresh']],
]

for (const [arm, to, reason, ways] of CASES)
  for (const way of ways)
    test(`under ${arm}, a page that sends the visitor on to ${to} by ${way} is ${reason}`, {
      skip: noBrowser,
    }, async () => {
      const from = `${arm === 'http' ? 'http' : 'https'}://a.test/${way}?to=${encodeURIComponent(to)}`
      const { loaded, reason: found, plt } = await loadAndJudge(arm, from)
      assert.deepEqual([loaded.finalUrl, found], [to, reason])
      // Both documents were waited for; only the last one's own clock would say one.
      assert.ok((plt.value ?? 0) >= 2 * DELAY_MS, `plt_ms is ${plt.value}`)
      assert.ok((plt.value ?? 0) <= loaded.wallMs, `${plt.value} of ${loaded.wallMs} ms`)
      assert.equal(plt.note, way === 'redirect' ? null : 'over 2 documents')
    })

test('a page that rewrites its own history stays where it is', { skip: noBrowser }, async () => {
  const { loaded, reason, plt } = await loadAndJudge('h2', 'https://a.test/history')
  assert.deepEqual([loaded.finalUrl, reason, plt.note], ['https://a.test/history', 'valid', null])
})

test('a page that goes forward, back and on has one page load time over all of it', {
  skip: noBrowser,
}, async () => {
  const { loaded, reason, plt } = await loadAndJudge('h2', 'https://a.test/back?/end')
  assert.deepEqual([loaded.finalUrl, reason], ['https://a.test/end', 'valid'])
  // The browser kept the one that was gone back to: it was neither asked for nor loaded again.
  assert.equal(plt.note, 'over 3 documents')
  assert.ok((plt.value ?? 0) >= 3 * DELAY_MS, `${plt.value}`)
})

test('a page that goes forward and back has loaded when it is shown again, and keeps its load time', {
  skip: noBrowser,
}, async () => {
  const { loaded, reason, plt } = await loadAndJudge('h2', 'https://a.test/back')
  assert.deepEqual([loaded.finalUrl, loaded.status, reason], ['https://a.test/back', 200, 'valid'])
  const { loadEventStart } = loaded.timings?.navigation ?? assert.fail()
  assert.deepEqual([plt.value, plt.note], [loadEventStart, 'over 3 documents'])
})

test('a page that empties itself is no sample of its site', { skip: noBrowser }, async () => {
  const from = `https://a.test/replace?to=${encodeURIComponent('about:blank')}`
  const { loaded, reason } = await loadAndJudge('h2', from)
  assert.deepEqual([loaded.finalUrl, reason], ['about:blank', 'left_site'])
})

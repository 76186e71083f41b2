import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { BrowserNotStarted } from '../../../../crawler/probe/browser/browser-not-started.ts'
import { findBrowser } from '../../../../crawler/probe/browser/find-browser.ts'
import { rememberNames } from '../../../../crawler/probe/browser/known-user-agents.ts'
import type { ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import { openBrowserHome } from '../../../../crawler/process/browser-home.ts'
import { sendSignal } from '../../../../crawler/process/send-signal.ts'
import { until } from '../../../servers/until.ts'
import { html, startWeb, type Web } from '../../../servers/web.ts'
import {
  atPort,
  browserFolders,
  folderOf,
  leftOf,
  load,
  noBrowser,
  openTestBrowser,
  processesWith,
} from './probe-browser.ts'
import { SharedBrowsers } from './shared-browsers.ts'

let web: Web
let folder: string
/** Whoever finds it dead has another one. */
const shared = new SharedBrowsers((arm) => openTestBrowser({ arm }))
before(async () => {
  // A folder of our own for temporary files: what other tests leave in theirs is no matter here.
  folder = await mkdtemp(join(tmpdir(), 'tl-'))
  // Root's browsers run as another user.
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  web = await startWeb((request, response) => {
    if (request.url === '/good') html(response, '<p>good')
    else if (request.url === '/') html(response, PARTS)
    else if (request.url === '/running') response.end()
    else if (request.url === '/runs') html(response, "<script>fetch('/running')</script>")
    else if (request.url === '/image' && request.headers.host === 'site.test') {
      // The page is loaded when all else has been asked for.
      const asked = () =>
        ['/from-frame', '/from-worker'].every((path) => web.requests.some(({ url }) => url === path))
      const wait = setInterval(() => {
        if (!asked() && !response.destroyed) return
        clearInterval(wait)
        response.end()
      }, 10)
    } else if (request.url === '/frame') html(response, '<img src="/from-frame">')
    else if (request.url === '/worker.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end("fetch('/from-worker').then(() => postMessage('done'))")
    } else if (request.url !== '/silent') response.end()
  })
})
after(async () => {
  await shared[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** A page, a frame of another site, and a worker that fetches. */
const PARTS = `<img src="/image"><iframe src="http://other.test/frame"></iframe>
<script>new Worker('/worker.js')</script>`

/** Those of the browser's processes that have the switch, as `--type=renderer`. */
async function kill(browser: ProbeBrowser, type: string | null, signal: NodeJS.Signals): Promise<void> {
  for (const id of await processesWith(`--user-data-dir=${folderOf(browser)}`)) {
    // Some of its processes are short-lived.
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => null)
    if (line === null) continue
    if (type === null ? !line.includes('--type=') : line.includes(`--type=${type}`)) sendSignal(id, signal)
  }
}

/** Waits until the server has been asked for a path, and so the page is under way. */
const askedFor = (path: string): Promise<void> =>
  until(`a request for ${path}`, () => web.requests.some(({ url }) => url === path))

test('it says what it is, and loads one page at a time', { skip: noBrowser }, async () => {
  await using browser = await openTestBrowser({ arm: 'http', keyLog: true })
  assert.match(browser.version, /^\w+ \d+\.\d+\.\d+\.\d+$/)
  assert.ok(browser.switches.includes('--disable-http2'))
  assert.ok(!browser.switches.some((each) => each.startsWith('--ignore-certificate-errors')))
  assert.ok(existsSync(browser.keyLogFile ?? ''))
  const first = load(browser, `${web.origin}/good`)
  await assert.rejects(load(browser, `${web.origin}/good`), /one page at a time/)
  assert.equal((await first).failure, null)
  assert.equal(browser.loads, 1)
  const folder = folderOf(browser)
  await browser[Symbol.asyncDispose]()
  assert.deepEqual(await leftOf(folder), [])
})

test('the page of the next load stands ready, one and no more, and asks for nothing before', {
  skip: noBrowser,
}, async () => {
  const browser = await shared.take('http')
  const renderers = async (): Promise<readonly number[]> => {
    const ids = await processesWith(`--user-data-dir=${folderOf(browser)}`)
    const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
    return ids.filter((_, index) => lines[index]?.includes('--type=renderer'))
  }
  const before = browser.loads
  assert.equal((await load(browser, `${web.origin}/good`)).failure, null)
  await browser.prepare()
  const ready = await renderers()
  web.requests.length = 0
  await Promise.all([browser.prepare(), browser.prepare()])
  // That of the last page may take its time to end.
  assert.deepEqual(
    (await renderers()).filter((id) => !ready.includes(id)),
    [],
  )
  assert.deepEqual(web.requests, [])
  assert.equal((await load(browser, `${web.origin}/good`)).failure, null)
  assert.equal(browser.loads, before + 2)
})

test('a browser that dies while a page stands ready ends the next load as browser_died', {
  skip: noBrowser,
}, async () => {
  const browser = await shared.take('http')
  await browser.prepare()
  await kill(browser, null, 'SIGKILL')
  await browser.prepare()
  assert.equal((await load(browser, `${web.origin}/good`)).failure?.code, 'browser_died')
})

test('every request names us after the browser’s own User-Agent, frames and workers included', {
  skip: noBrowser,
}, async () => {
  const userAgentSuffix = ' towline/0.1.0 (+https://contact.test/)'
  const switches = atPort(web.port)
  const plain = await shared.take('http')
  // Names that are kept of an older version do not count.
  await rememberNames(findBrowser() ?? '', { userAgent: 'Mozilla/5.0 (old)', product: 'Chrome/1.0.0.0' })
  await using browser = await openTestBrowser({ arm: 'http', switches, userAgentSuffix })
  assert.equal(browser.userAgent, `${plain.userAgent}${userAgentSuffix}`)
  web.requests.length = 0
  const it = await load(browser, 'http://site.test/', { settleMs: 300 })
  assert.equal(it.failure, null)
  const paths = ['/', '/frame', '/from-frame', '/from-worker', '/image', '/worker.js']
  assert.deepEqual(web.requests.map(({ url }) => url).sort(), paths)
  assert.deepEqual(
    [...new Set(web.requests.map(({ headers }) => headers['user-agent']))],
    [browser.userAgent],
  )
  const reported = it.requests.map(({ url }) => new URL(url).pathname).sort()
  assert.deepEqual(reported, paths, 'each is reported once, wherever in the page it was made')
})

test('a known device is emulated', { skip: noBrowser }, async () => {
  await using browser = await openTestBrowser({
    arm: 'http',
    device: 'Pixel 5',
    userAgentSuffix: ' towline/1',
  })
  assert.match(browser.userAgent, /Pixel 5.* towline\/1$/)
  web.requests.length = 0
  const it = await load(browser, `${web.origin}/good`)
  assert.equal(it.failure, null)
  assert.equal(web.requests[0]?.headers['user-agent'], browser.userAgent)
  await assert.rejects(openTestBrowser({ device: 'Abacus' }), /no device 'Abacus'/)
})

test('a renderer that crashes is renderer_crashed, and the browser stays alive', {
  skip: noBrowser,
}, async () => {
  const browser = await shared.take('http')
  web.requests.length = 0
  const loading = load(browser, `${web.origin}/runs`, { settleMs: 60_000 })
  await askedFor('/running')
  await kill(browser, 'renderer', 'SIGKILL')
  assert.equal((await loading).failure?.code, 'renderer_crashed')
  assert.ok(browser.isAlive)
  assert.equal((await load(browser, `${web.origin}/good`)).failure, null)
})

test('a browser that is killed ends its load as browser_died', { skip: noBrowser }, async () => {
  const browser = await shared.take('http')
  const folder = folderOf(browser)
  web.requests.length = 0
  const loading = load(browser, `${web.origin}/silent`)
  await askedFor('/silent')
  await kill(browser, null, 'SIGKILL')
  const startedMs = performance.now()
  assert.equal((await loading).failure?.code, 'browser_died')
  // The limits of the load are 30 s and 60 s.
  assert.ok(performance.now() - startedMs < 25_000)
  assert.equal(browser.isAlive, false)
  assert.deepEqual(await processesWith(`--user-data-dir=${folder}`), [])
  assert.equal((await load(browser, `${web.origin}/good`)).failure?.code, 'browser_died')
  await browser[Symbol.asyncDispose]()
  assert.deepEqual(await leftOf(folder), [])
})

test('a browser that is stopped ends its load as browser_hung, at its limit', {
  skip: noBrowser,
}, async () => {
  const browser = await shared.take('http')
  const folder = folderOf(browser)
  web.requests.length = 0
  const loading = load(browser, `${web.origin}/silent`, { loadLimitMs: 6_000 })
  await askedFor('/silent')
  const startedMs = performance.now()
  await kill(browser, null, 'SIGSTOP')
  assert.equal((await loading).failure?.code, 'browser_hung')
  assert.ok(performance.now() - startedMs < 25_000)
  assert.equal(browser.isAlive, false)
  await browser[Symbol.asyncDispose]()
  assert.deepEqual(await leftOf(folder), [])
})

test('a browser that is stopped between loads is closed all the same', { skip: noBrowser }, async () => {
  const browser = await openTestBrowser({ arm: 'http' })
  const folder = folderOf(browser)
  await kill(browser, null, 'SIGSTOP')
  await browser[Symbol.asyncDispose]()
  assert.deepEqual(await leftOf(folder), [])
})

for (const stopped of [false, true])
  test(`kill -9 of the whole program leaves no ${stopped ? 'stopped ' : ''}browser behind`, {
    skip: noBrowser,
  }, async () => {
    const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-browser.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface({ input: holder.stdout }), 'line')
    const { folder, processes } = JSON.parse(String(line)) as { folder: string; processes: number[] }
    assert.ok((await leftOf(folder)).length > 1)
    if (stopped) for (const id of processes) sendSignal(id, 'SIGSTOP')
    holder.kill('SIGKILL')
    await until('nothing is left', async () => (await leftOf(folder)).length === 0)
  })

test('a program that is no browser is an error with what it said, and leaves nothing', {
  skip: noBrowser,
}, async () => {
  for (const [executablePath, message, recorded] of [
    ['/bin/false', /^\/bin\/false did not start: it ended \(1\)/, 'the browser did not start: it ended (1)'],
    ['/nowhere', /^\/nowhere did not start: ENOENT$/, 'the browser did not start: ENOENT'],
  ] as const)
    await assert.rejects(openTestBrowser({ executablePath }), (error) => {
      assert.ok(error instanceof BrowserNotStarted)
      assert.match(error.message, message)
      assert.equal(error.recorded, recorded)
      return true
    })
  assert.deepEqual(await browserFolders(), [])
})

test('a folder for temporary files whose path is too long for a socket keeps no browser from starting', {
  skip: noBrowser,
}, async () => {
  const long = join(folder, 'long'.repeat(20))
  await mkdir(long)
  process.env.TMPDIR = long
  try {
    await using browser = await openTestBrowser({ arm: 'http' })
    assert.equal((await load(browser, `${web.origin}/good`)).failure, null)
    assert.deepEqual(await readdir(long), [])
  } finally {
    process.env.TMPDIR = folder
  }
})

test('a browser that was running already is used, and never closed', { skip: noBrowser }, async () => {
  await using home = await openBrowserHome()
  const root = process.geteuid?.() === 0 ? ['--no-sandbox'] : []
  const argv = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${home.profile}`, ...root]
  const child = spawn(findBrowser() ?? '', argv, { detached: true, stdio: 'ignore' })
  home.adoptGroup(child.pid ?? assert.fail())
  const portFile = join(home.profile, 'DevToolsActivePort')
  const portOf = async (): Promise<string> => (existsSync(portFile) ? await readFile(portFile, 'utf8') : '')
  while (!(await portOf()).includes('\n')) await delay(50)
  const port = (await portOf()).split('\n')[0]
  web.requests.length = 0
  const connect = `http://127.0.0.1:${port}`
  const browser = await openTestBrowser({ arm: 'http', connect, userAgentSuffix: ' towline/1' })
  assert.deepEqual([browser.switches, browser.keyLogFile], [[], null])
  const it = await load(browser, `${web.origin}/`, { settleMs: 300, loadLimitMs: 20_000 })
  assert.equal(it.status, 200)
  assert.match(String(web.requests[0]?.headers['user-agent']), /Chrome.* towline\/1$/)
  await browser[Symbol.asyncDispose]()
  assert.equal(browser.isAlive, false)
  await until('its page is closed', async () => {
    const targets = (await (await fetch(`${connect}/json/list`)).json()) as { url: string }[]
    return !targets.some(({ url }) => url.startsWith(web.origin))
  })
  assert.equal(child.exitCode, null)
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { HARD_PAGES } from '../../lab/sandbox/hard/hard-pages.ts'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { noBrowser, ownProcessesWith } from '../crawler/probe/browser/probe-browser.ts'
import { CACHE } from '../lab/origin/running-server.ts'
import { findCaddy } from '../servers/caddy.ts'
import { descendantsOf } from '../servers/descendants.ts'
import type { RecordedSite, RecordSite, RecordSitesOrder } from './record-sites.ts'

const skip = noBrowser || (findCaddy() === null ? 'there is no caddy: run scripts/setup.sh sandbox' : false)
const SCRIPT = join(import.meta.dirname, 'record-sites.ts')
/** Of a load: hostile servers use it up, hard pages need some of it. */
const [ZOO_LIMIT_MS, HARD_LIMIT_MS] = [4_000, 20_000]
/** Of a site with robots.txt, its load and the browser's start and end, on a machine that is busy. */
const SPARE_MS = 40_000
const AT_ONCE = 4
/** Of the recorder, and of each browser beside what a load may take: nobody is near what ends a load. */
const MOST_BYTES = 1_500_000_000
const LOOK_EVERY_MS = 250

/** Resident memory of processes; what they share counts for each. */
function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + 4096 * Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    } catch {
      // It has ended.
      return sum
    }
  }, 0)
}

test('zoo and hard pages are recorded, or refused in one line, in bounded time and memory, in their folders', {
  skip,
}, async (t) => {
  await using folder = await temporaryFolder()
  const temporary = join(folder.path, 'tmp')
  await mkdir(temporary)
  // Browsers run as another user.
  for (const path of [folder.path, temporary]) await chmod(path, 0o1777)
  await using sandbox = await openSandbox({ cacheDir: CACHE })
  const zoo = sandbox.sites
    .filter(({ server }) => server === 'zoo' || server === 'none')
    .map(({ domain }) => domain)
  const hard = new Set(HARD_PAGES.map(({ domain }) => domain))
  const sites: RecordSite[] = [...hard, ...zoo].map((domain) => ({
    ...{ domain, target: join(folder.path, domain) },
    limitMs: hard.has(domain) ? HARD_LIMIT_MS : ZOO_LIMIT_MS,
  }))
  const { resolver, caFile, allowCidrs } = sandbox
  const order: RecordSitesOrder = { resolver, caFile, allowCidrs, cache: CACHE }
  const waiting = sites.values()
  const said: RecordedSite[] = []
  let mostBytes = 0
  const recorders: (number | undefined)[] = []
  const looks = setInterval(() => {
    const pids = recorders.flatMap((pid) => (pid === undefined ? [] : descendantsOf(pid)))
    mostBytes = Math.max(mostBytes, residentBytes(pids))
  }, LOOK_EVERY_MS)
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const [program = '', ...argv] = sandbox.command([process.execPath, SCRIPT, JSON.stringify(order)])
      const child = spawn(program, argv, {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, TMPDIR: temporary },
      })
      const ended = once(child, 'exit')
      recorders.push(child.pid)
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      for (const site of waiting) {
        child.stdin.write(`${JSON.stringify(site)}\n`)
        const { value, done } = await lines.next()
        assert.ok(done !== true, `${site.domain}: the recorder ended`)
        said.push(JSON.parse(value))
      }
      child.stdin.end()
      assert.deepEqual(await ended, [0, null])
    }),
  )
  clearInterval(looks)
  for (const { domain, exchanges, refusal, fault, tookMs } of said) {
    assert.equal(fault, null, domain)
    assert.equal(existsSync(join(folder.path, domain, 'recording.json')), exchanges !== null, domain)
    if (refusal !== null) assert.doesNotMatch(refusal, /\n|\p{Cc}/u, domain)
    assert.ok(
      tookMs < (hard.has(domain) ? HARD_LIMIT_MS : ZOO_LIMIT_MS) + SPARE_MS,
      `${domain}: ${tookMs} ms`,
    )
    if (hard.has(domain)) assert.ok((exchanges ?? 0) >= 30, `${domain}: ${refusal}`)
  }
  const recorded = said.filter(({ exchanges }) => exchanges !== null).map(({ domain }) => domain)
  const slowest = said.toSorted((a, b) => b.tookMs - a.tookMs)[0]
  t.diagnostic(
    `${recorded.length} of ${said.length} recorded; ${mostBytes} bytes; ${slowest?.domain} ${slowest?.tookMs} ms`,
  )
  assert.ok(said.length >= 120, `${said.length} sites`)
  // Odd, and yet a page.
  for (const domain of ['h2-only.test', 'http-1.0.test', 'interim.test'])
    assert.ok(recorded.includes(domain), domain)
  assert.ok(mostBytes > 0 && mostBytes < AT_ONCE * MOST_BYTES, `${mostBytes} bytes`)
  assert.deepEqual(await readdir(temporary), [])
  assert.deepEqual((await readdir(folder.path)).toSorted(), [...recorded, 'tmp'].toSorted())
  assert.deepEqual(await ownProcessesWith(temporary), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrowserPool } from '../../../../crawler/probe/browser/browser-pool.ts'
import type { ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import type { Arm } from '../../../../model/arm.ts'
import { load } from '../load/load-sample.ts'

/** Counts only: what a real browser does is tested with real ones. */
class CountingBrowser implements ProbeBrowser {
  readonly version = 'none'
  readonly userAgent = 'none'
  readonly switches = []
  readonly keyLogFile = null
  readonly processGroup = null
  readonly sandbox = null
  readonly arm: Arm
  loads = 0
  prepared = 0
  isAlive = true
  constructor(arm: Arm) {
    this.arm = arm
  }
  async load() {
    this.loads += 1
    return load()
  }
  async prepare() {
    this.prepared += 1
  }
  async [Symbol.asyncDispose]() {
    this.isAlive = false
  }
}

function poolOf(options: { cold?: boolean; recycleAfter?: number } = {}) {
  const opened: CountingBrowser[] = []
  const pool = new BrowserPool({
    cold: false,
    ...options,
    async open(arm) {
      const browser = new CountingBrowser(arm)
      opened.push(browser)
      return browser
    },
  })
  const loadOnce = async (arm: Arm) => {
    const taken = await pool.take(arm)
    await taken.browser.load({ url: '', signal: AbortSignal.timeout(1_000) })
    return [taken.number, taken.isNew] as const
  }
  return { pool, opened, loadOnce }
}

test('an arm keeps its browser, and only its first load is that of a new one', async () => {
  const { pool, loadOnce } = poolOf()
  assert.deepEqual(await loadOnce('h1'), [1, true])
  assert.deepEqual(await loadOnce('h2'), [2, true])
  assert.deepEqual(await loadOnce('h1'), [1, false])
  await pool[Symbol.asyncDispose]()
})

test('a browser is replaced after its number of loads, when it is dead, and when it is discarded', async () => {
  const { pool, opened, loadOnce } = poolOf({ recycleAfter: 2 })
  await loadOnce('h1')
  await loadOnce('h1')
  assert.deepEqual(await loadOnce('h1'), [2, true])
  assert.equal(opened[0]?.isAlive, false)
  const second = opened[1]
  if (second !== undefined) second.isAlive = false
  assert.deepEqual(await loadOnce('h1'), [3, true])
  await pool.discard('h1')
  assert.deepEqual(await loadOnce('h1'), [4, true])
  await pool[Symbol.asyncDispose]()
  assert.ok(opened.every(({ isAlive }) => !isAlive))
})

test('a cold pool opens a browser for every load', async () => {
  const { pool, loadOnce } = poolOf({ cold: true })
  assert.deepEqual(
    [await loadOnce('h3'), await loadOnce('h3')],
    [
      [1, true],
      [2, true],
    ],
  )
  await pool[Symbol.asyncDispose]()
})

test('a browser is made ready for a load to come, and not where that would be another browser’s', async () => {
  const { pool, opened, loadOnce } = poolOf({ recycleAfter: 2 })
  await pool.prepare('h1')
  await loadOnce('h1')
  await pool.prepare('h1')
  await loadOnce('h1')
  await pool.prepare('h1')
  assert.deepEqual(
    opened.map(({ prepared }) => prepared),
    [1],
  )
  await pool[Symbol.asyncDispose]()
})

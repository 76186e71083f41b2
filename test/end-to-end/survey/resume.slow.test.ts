import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rng } from '../../../stats/rng.ts'
import { crawlFolder } from '../../cli/prepare/sandbox-crawl.ts'
import { assertWhole, killSome } from './killed-crawl.ts'

const SITES = 300
const KILLS = 5

for (const [victim, seed] of [
  ['parent', 11],
  ['child', 12],
] as const) {
  test(`a crawl of ${SITES} sites whose ${victim} is killed ${KILLS} times ends like an undisturbed one`, async (t) => {
    await using folder = await crawlFolder()
    const flags = ['--sandbox-sites', String(SITES), '--resume']
    const random = rng(seed)
    const done: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      done.push(await killSome(folder, [...flags, '--concurrency', '8'], victim, Math.floor(40 * random())))
      assert.deepEqual(await folder.leftovers(), [])
    }
    t.diagnostic(`sites done at each kill: ${done.join(', ')} of ${SITES}`)
    const last = folder.crawl(flags)
    assert.deepEqual(await last.ended, { code: 0, signal: null }, last.stderr())
    await assertWhole(folder.database, SITES)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../../crawler/probe/browser.ts'
import { atMostBytesOf, exactBytesOf } from '../../../crawler/probe/group-memory.ts'
import { LOAD_LIMITS } from '../../../crawler/probe/load-limits.ts'
import { runCampaign } from '../../../crawler/probe/run-campaign.ts'
import { samplesOf } from '../../../db/samples.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { newSite } from '../../db/probing.ts'
import { descendantsOf } from '../../servers/descendants.ts'
import { html, startWeb } from '../../servers/web.ts'
import { scriptedCampaign, scriptedRun } from './campaign-context.ts'
import { HOSTILE } from './hostile-pages.ts'
import { atPort, folderOf, leftOf, noBrowser } from './probe-browser.ts'

const GOOD = ['good-a', 'good-b', 'good-c', 'good-d', 'good-e']
const MOST_BYTES = 2_000_000_000

test('a campaign over hostile pages takes every sample of the good ones, within 2 GB, and leaves nothing', {
  skip: noBrowser,
}, async (t) => {
  await using web = await startWeb((request, response) => {
    const name = (request.headers.host ?? '').split('.')[0] ?? ''
    const hostile = HOSTILE[name]
    if (hostile !== undefined) hostile(request, response)
    else if (request.url === '/') html(response, '<p>good<img src="/image">')
    else response.end()
  })
  await using file = await temporarySqlite()
  await using db = await file.open()
  const sites = [...Object.keys(HOSTILE), ...GOOD].map((name) =>
    newSite(`${name}.test`, { url: `http://${name}.test/`, arms: { applied: ['http'], leftOut: {} } }),
  )
  const id = await scriptedCampaign(db, { sites, arms: ['http'], rounds: 1 })
  const folders: string[] = []
  let peakBytes = 0
  const looking = setInterval(() => {
    const pids = descendantsOf(process.pid).map(String)
    if (atMostBytesOf(pids) > peakBytes) peakBytes = Math.max(peakBytes, exactBytesOf(pids) ?? 0)
  }, 200)
  try {
    const run = scriptedRun(db, id, () => ({}), {
      openBrowser: async (arm, origins) => {
        const browser = await openBrowser({
          ...{ arm, origins, keyLog: false, sandbox: 'preferred', switches: atPort(web.port) },
          signal: AbortSignal.timeout(600_000),
        })
        folders.push(folderOf(browser))
        return browser
      },
      // Ten times and more what a good page takes.
      loadLimitMs: 10_000,
      memoryLimitBytes: LOAD_LIMITS.memoryBytes,
    })
    assert.equal(await runCampaign(run.context), 'finished')
  } finally {
    clearInterval(looking)
  }
  const samples = (await Array.fromAsync(samplesOf(db, id))).filter(({ role }) => role === 'sample')
  const bySite = new Map(samples.map((sample) => [sites[sample.site]?.domain.split('.')[0] ?? '', sample]))
  for (const name of GOOD) {
    const sample = bySite.get(name)
    assert.deepEqual([name, sample?.state, sample?.reason], [name, 'valid', null], sample?.detail ?? '')
  }
  const codes = Object.keys(HOSTILE).map((name) => [
    name,
    bySite.get(name)?.reason ?? bySite.get(name)?.state,
  ])
  const outcomes = Object.fromEntries(codes)
  // How far those get that fill memory by computing is a matter of the machine's speed; none is a sample that counts.
  for (const name of ['bomb', 'code', 'arrays', 'heap', 'canvas', 'spin', 'redirects', 'silent'])
    assert.notEqual(outcomes[name], 'valid', JSON.stringify(codes))
  t.diagnostic(`at most ${peakBytes} bytes in ${folders.length} browsers: ${JSON.stringify(codes)}`)
  assert.ok(peakBytes > 0 && peakBytes < MOST_BYTES, `${peakBytes} bytes`)
  for (const folder of folders) assert.deepEqual(await leftOf(folder), [])
})

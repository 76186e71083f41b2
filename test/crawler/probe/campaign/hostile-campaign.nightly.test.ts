import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openBrowser } from '../../../../crawler/probe/browser/browser.ts'
import { runCampaign } from '../../../../crawler/probe/campaign/run-campaign.ts'
import { LOAD_LIMITS } from '../../../../crawler/probe/load/load-limits.ts'
import { atMostBytesOf, exactBytesOf } from '../../../../crawler/process/group-memory.ts'
import { readSamples } from '../../../../db/campaign/samples.ts'
import { newSite } from '../../../db/campaign/probing.ts'
import { temporarySqlite } from '../../../db/databases.ts'
import { makeAuthority } from '../../../servers/certificates.ts'
import { descendantsOf } from '../../../servers/descendants.ts'
import { type Answer, html, startWeb, type Web } from '../../../servers/web.ts'
import { testFolder } from '../../../test-folder.ts'
import { atPort, folderOf, leftOf, noBrowser } from '../browser/probe-browser.ts'
import { scriptedCampaign, scriptedRun } from './campaign-context.ts'
import { BOMB_PAGES, HOSTILE, SERVICE_WORKERS } from './hostile-pages.ts'
import { machineState } from './machine-state.ts'

/** Of this process and its browsers. */
const MOST_BYTES = 2_000_000_000

interface Campaign {
  readonly arm: 'http' | 'h1'
  readonly hostile: Readonly<Record<string, Answer>>
  readonly good: readonly string[]
  readonly web: Web
  readonly caFile?: string
}

/** Answers by the first label of the host's name. */
const answerOf =
  (hostile: Readonly<Record<string, Answer>>): Answer =>
  (request, response) => {
    const name = (request.headers.host ?? '').split('.')[0] ?? ''
    const answer = hostile[name]
    if (answer !== undefined) answer(request, response)
    else if (request.url === '/') html(response, '<p>good<img src="/image">')
    else response.end()
  }

/** One round over all pages. Resolves to what became of the hostile ones: a failure's code, or the sample's state. */
async function runOver(t: TestContext, campaign: Campaign): Promise<Record<string, string | undefined>> {
  const { arm, hostile, good, web, caFile } = campaign
  const scheme = arm === 'http' ? 'http' : 'https'
  await using file = await temporarySqlite()
  await using db = await file.open()
  const sites = [...Object.keys(hostile), ...good].map((name) =>
    newSite(`${name}.test`, { url: `${scheme}://${name}.test/`, arms: { applied: [arm], leftOut: {} } }),
  )
  const id = await scriptedCampaign(db, { sites, arms: [arm], rounds: 1 })
  const before = machineState()
  const folders: string[] = []
  let peakBytes = 0
  const looking = setInterval(() => {
    const pids = [process.pid, ...descendantsOf(process.pid)].map(String)
    if (atMostBytesOf(pids) > peakBytes) peakBytes = Math.max(peakBytes, exactBytesOf(pids) ?? 0)
  }, 500)
  try {
    const run = scriptedRun(db, id, () => ({}), {
      openBrowser: async (_arm, origins) => {
        const browser = await openBrowser({
          ...{ arm, origins, keyLog: false, sandbox: 'preferred', switches: atPort(web.port) },
          ...(caFile === undefined ? {} : { caFile }),
          signal: AbortSignal.timeout(600_000),
        })
        folders.push(folderOf(browser))
        return browser
      },
      // Good pages take less than 1 s, on a busy machine too; many hostile ones take all of it.
      loadLimitMs: 5_000,
      memoryLimitBytes: LOAD_LIMITS.memoryBytes,
    })
    assert.equal(await runCampaign(run.context), 'finished')
  } finally {
    clearInterval(looking)
  }
  const samples = (await Array.fromAsync(readSamples(db, id))).filter(({ role }) => role === 'sample')
  const bySite = new Map(samples.map((sample) => [sites[sample.site]?.domain.split('.')[0] ?? '', sample]))
  for (const name of good) {
    const sample = bySite.get(name)
    assert.deepEqual([name, sample?.state, sample?.reason], [name, 'valid', null], sample?.detail ?? '')
  }
  const outcomes = Object.fromEntries(
    Object.keys(hostile).map((name) => [name, bySite.get(name)?.reason ?? bySite.get(name)?.state]),
  )
  t.diagnostic(`at most ${peakBytes} bytes in ${folders.length} browsers: ${JSON.stringify(outcomes)}`)
  assert.ok(peakBytes > 0 && peakBytes < MOST_BYTES, `${peakBytes} bytes`)
  for (const folder of folders) assert.deepEqual(await leftOf(folder), [])
  assert.deepEqual(machineState(), before)
  return outcomes
}

test('a campaign over hostile pages takes every sample of the good ones, within 2 GB, and leaves nothing', {
  skip: noBrowser,
}, async (t) => {
  await using web = await startWeb(answerOf(HOSTILE))
  const good = ['good-a', 'good-b', 'good-c', 'good-d', 'good-e']
  const outcomes = await runOver(t, { arm: 'http', hostile: HOSTILE, good, web })
  // How far those get that fill memory by computing is a matter of the machine's speed; none is a sample that counts.
  for (const name of ['bomb', 'code', 'arrays', 'heap', 'canvas', 'spin', 'redirects', 'silent'])
    assert.notEqual(outcomes[name], 'valid', JSON.stringify(outcomes))
})

test('so does one over TLS, with bombs of gzip and brotli, and service workers that hold what they can', {
  skip: noBrowser || (process.platform === 'linux' ? false : 'a private root can be trusted on Linux only'),
}, async (t) => {
  const hostile = { ...BOMB_PAGES, ...SERVICE_WORKERS }
  const good = ['good-f', 'good-g']
  const authority = makeAuthority()
  const folder = testFolder()
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  const altNames = [...Object.keys(hostile), ...good].map((name) => `DNS:${name}.test`).join(', ')
  await using web = await startWeb(answerOf(hostile), authority.leaf({ altNames }))
  const outcomes = await runOver(t, { arm: 'h1', hostile, good, web, caFile })
  for (const name of Object.keys(BOMB_PAGES))
    assert.equal(outcomes[name], 'page_too_big', JSON.stringify(outcomes))
  for (const name of Object.keys(SERVICE_WORKERS)) {
    const ran = ({ url, headers }: Web['requests'][number]): boolean =>
      url === '/ran' && headers.host === `${name}.test`
    assert.ok(web.requests.some(ran), `the service worker of ${name} did nothing`)
    assert.notEqual(outcomes[name], 'valid', JSON.stringify(outcomes))
  }
})

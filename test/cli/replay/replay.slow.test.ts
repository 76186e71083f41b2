import assert from 'node:assert/strict'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { artifactText } from '../../../db/campaign/artifact-text.ts'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { labRunById, listLabRuns } from '../../../db/lab/lab-runs.ts'
import { RECORDING_FACTS } from '../../../model/recording/facts.ts'
import { hashFile } from '../../../record/folder/checksums.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../../lab/link/why-no-link.ts'
import { whyNoServer } from '../../lab/origin/running-server.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../run-folder.ts'
import { type HarHost, harRecording } from './har-recording.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))
const ROUNDS = 1
const ARMS = ['h2', 'recorded']

/** One host of both is at another address, and of another protocol, in each. */
const PAGES: Readonly<Record<string, readonly HarHost[]>> = {
  shop: [
    { name: 'shop.test', protocol: 'h2', address: '192.0.2.1' },
    { name: 'cdn.test', protocol: 'http/1.1', address: '192.0.2.1' },
    { name: 'api.test', protocol: 'h3', address: '192.0.2.2' },
  ],
  news: [
    { name: 'cdn.test', protocol: 'h3', address: '192.0.2.7' },
    { name: 'api.test', protocol: 'h2', address: '192.0.2.8' },
  ],
}
const SAMPLES = ROUNDS * ARMS.length * Object.keys(PAGES).length

describe('a replay that was killed', { skip }, () => {
  let folder: RunFolder
  before(async () => {
    folder = await runFolder()
    for (const [name, hosts] of Object.entries(PAGES))
      await harRecording(join(folder.path, name), hosts, name)
    const killed = replay(folder)
    assert.ok(await killed.until(async () => (await taken(folder)) >= 2), killed.stderr())
    process.kill(killed.pid, 'SIGKILL')
    await killed.ended
  })
  after(() => folder?.[Symbol.asyncDispose]())

  test('is not resumed where a recording has changed since', async () => {
    const news = join(folder.path, 'news')
    const restore = await changeRecording(news)
    const before = await taken(folder)
    const refused = replay(folder, '--resume')
    assert.equal((await refused.ended).code, 65, refused.stderr())
    assert.match(
      refused.stderr(),
      /^towline: recording:news has changed since lab run 1 was started: without --resume .*\n$/,
    )
    assert.equal(await taken(folder), before)
    await restore()
  })

  test('is resumed; every host is asked where its recording has it, by its protocol', async () => {
    const resumed = replay(folder, '--resume')
    assert.equal((await resumed.ended).code, 0, resumed.stderr())
    assert.match(resumed.stderr(), /lab run 1 resumed: 2 cells\n/)

    await using db = await openDatabase({ url: folder.database, readOnly: true })
    assert.equal((await listLabRuns(db)).length, 1)
    const { plan } = (await labRunById(db, 1)) as { plan: { recordings: Record<string, unknown> } }
    for (const name of Object.keys(PAGES)) {
      const facts = RECORDING_FACTS.parse(plan.recordings[`recording:${name}`])
      assert.equal(facts.sha256, await hashFile(join(folder.path, name, 'recording.json'), { maxBytes: 1e9 }))
      assert.deepEqual(
        facts.hosts.map(({ name: host, protocol, address }) => ({ name: host, protocol, address })),
        PAGES[name],
      )
    }
    const pages = new Map(
      (await labCells(db, 1)).map(({ campaignId, factors }) => [campaignId, factors.page]),
    )
    const rows = await db.query("SELECT id, campaign_id, arm, state FROM samples WHERE role = 'sample'")
    assert.equal(rows.length, SAMPLES)
    for (const { id, campaign_id: campaign, arm, state } of rows) {
      assert.equal(state, 'valid', `${id} ${arm}`)
      const page = String(pages.get(Number(campaign))).replace('recording:', '')
      const hosts = PAGES[page] ?? []
      const expected = new Map(hosts.map(({ name, protocol }) => [name, arm === 'recorded' ? protocol : arm]))
      const found = (await harOf(folder, Number(id))).log.entries.map(
        ({ request, response }) => [new URL(request.url).hostname, response.httpVersion] as const,
      )
      assert.deepEqual(new Map(found), expected, `${page} ${arm}`)
      assert.equal(found.length, hosts.length + 1, 'the page and a script of each host')
    }
    assert.deepEqual(await folder.leftovers(), [])
  })
})

function replay(folder: RunFolder, ...more: readonly string[]): TowlineRun {
  return folder.start([
    ...['replay', ...Object.keys(PAGES).map((name) => join(folder.path, name))],
    ...['--arms', ARMS.join(','), '--link', 'rtt=10ms', '--rounds', String(ROUNDS)],
    ...['--pause', '1ms', '--no-capture', '--busy-limit', '1'],
    ...['--database', folder.database, '--cache', folder.cache, ...more],
  ])
}

async function taken({ database }: RunFolder): Promise<number> {
  try {
    await using db = await openDatabase({ url: database, readOnly: true })
    const [row] = await db.query(
      "SELECT count(*) AS n FROM samples WHERE role = 'sample' AND state <> 'pending'",
    )
    return Number(row?.n)
  } catch {
    // It is being made.
    return 0
  }
}

async function harOf({ database }: RunFolder, sample: number): Promise<Har> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const [artifact] = await readArtifacts(db, sample, ['har'])
  assert.ok(artifact)
  return JSON.parse((await artifactText(artifact)).toString()) as Har
}

/** As one that was recorded anew: its files and checksums agree. Resolves to what makes it the old one again. */
async function changeRecording(path: string): Promise<() => Promise<void>> {
  const json = join(path, 'recording.json')
  const list = join(path, 'checksums.sha256')
  const [oldJson, oldList] = [await readFile(json, 'utf8'), await readFile(list, 'utf8')]
  const before = await hashFile(json, { maxBytes: 1e9 })
  await appendFile(json, '\n')
  await writeFile(list, oldList.replace(before, await hashFile(json, { maxBytes: 1e9 })))
  return async () => {
    await writeFile(json, oldJson)
    await writeFile(list, oldList)
  }
}

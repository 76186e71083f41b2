import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { type Fidelity, replayFidelity } from '../../../crawler/metrics/replay-fidelity.ts'
import { recompute } from '../../../crawler/probe/campaign/stored-samples.ts'
import { artifactText } from '../../../db/campaign/artifact-text.ts'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { protocolOf } from '../../../har/entry-protocol.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { startHardSite } from '../../record/live/hard-site.ts'
import { recordOptions, trusting } from '../../record/live/record-options.ts'
import { findCaddy } from '../../servers/caddy.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from '../run/run-plan.ts'

const caddy = findCaddy()
const skip =
  noBrowser ||
  (caddy === null ? 'there is no caddy: run scripts/setup.sh sandbox' : false) ||
  whyNoLink() ||
  (await whyNoServer('towline'))
const ROUNDS = 1

describe('a page that was recorded live, replayed', { skip }, () => {
  let folder: RunFolder
  before(async () => {
    folder = await runFolder()
    await record(folder)
    const plan = `
title: The hard page
arms: [h1, h2, h3, recorded]
rounds: ${ROUNDS}
pauseMs: 1
held: { page: 'recording:recorded', rttMs: 20 }
`
    const run = await runPlan(folder, plan, ['--no-capture'])
    assert.equal((await run.ended).code, 0, run.stderr())
  })
  after(() => folder?.[Symbol.asyncDispose]())

  test('is valid under each protocol, which all of its answers came by', async () => {
    const loads = await replayed(folder)
    assert.deepEqual(
      loads.map(({ arm, state }) => `${arm} ${state}`).sort(),
      ['h1', 'h2', 'h3', 'recorded'].flatMap((arm) => Array.from({ length: ROUNDS }, () => `${arm} valid`)),
    )
    for (const { arm, har } of loads) {
      if (arm === 'recorded') continue
      const versions = har.log.entries.flatMap(({ response }) =>
        response.status === 0 ? [] : response.httpVersion.toLowerCase(),
      )
      const expected = { h1: /^http\/1\.1$/, h2: /^h(ttp\/)?2/, h3: /^h(ttp\/)?3/ }[arm as 'h1']
      for (const version of versions) assert.match(version, expected)
    }
  })

  test('comes from each host by the protocol that it had, under the arm recorded', async () => {
    const versions: Readonly<Record<string, string>> = { 'http/1.1': 'h1', h2: 'h2', h3: 'h3' }
    const recording = await verifyRecording(join(folder.path, 'recorded'))
    const recorded = new Map(recording.hosts.map(({ host, protocol }) => [host, versions[protocol ?? '']]))
    for (const name of ['h1', 'h2', 'h3']) assert.equal(recorded.get(`${name}.pages.test`), name)
    for (const { arm, har } of await replayed(folder)) {
      if (arm !== 'recorded') continue
      const answered = har.log.entries.filter(({ response }) => response.status !== 0)
      for (const entry of answered)
        assert.equal(protocolOf(entry), recorded.get(new URL(entry.request.url).hostname), entry.request.url)
      assert.equal(new Set(answered.map(protocolOf)).size, 3)
    }
  })

  test('misses nothing; what failed when it was recorded fails again', async () => {
    for (const { arm, fidelity } of await replayed(folder)) {
      assert.deepEqual(fidelity.misses, [], arm)
      assert.ok(
        fidelity.uncounted.some(
          ({ url, why }) => url === 'https://nowhere.pages.test/x.png' && why === 'failed as recorded',
        ),
        arm,
      )
      // One has the moment in its query; the random number beside it is drawn by the same seed.
      const { url, ...others } = fidelity.hits
      assert.ok(url >= 20, arm)
      assert.deepEqual(others, { query: 1, path: 0, body: 0, preflight: 0 }, arm)
    }
  })

  test('its samples have the metrics of a replay, and keep them when they are computed anew', async () => {
    await using db = await openDatabase({ url: folder.database })
    const read = async (): Promise<unknown> =>
      await db.query(
        `SELECT sample_id, metric, value FROM sample_metrics WHERE metric LIKE 'replay_%' ORDER BY sample_id, metric`,
      )
    const before = (await read()) as { readonly metric: string; readonly value: number | null }[]
    assert.equal(before.filter(({ value }) => value === null).length, 0)
    const valuesOf = (name: string): number[] =>
      before.flatMap(({ metric, value }) => (metric === name ? Number(value) : []))
    assert.deepEqual(new Set(valuesOf('replay_misses')), new Set([0]))
    for (const hits of valuesOf('replay_hits')) assert.ok(hits > 15, `${hits} hits`)
    for (const share of valuesOf('replay_byte_share'))
      assert.ok(share > 0.5 && share <= 1, `${share} of the bytes`)
    const [campaign] = await db.query('SELECT id FROM campaigns')
    await recompute(db, Number(campaign?.id))
    assert.deepEqual(await read(), before)
  })
})

interface ReplayedLoad {
  readonly arm: string
  readonly state: string
  readonly har: Har
  readonly fidelity: Fidelity
}

async function replayed(folder: RunFolder): Promise<ReplayedLoad[]> {
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const rows = await db.query("SELECT id, arm, state, reason, detail FROM samples WHERE role = 'sample'")
  const loads: ReplayedLoad[] = []
  for (const { id, arm, state, reason, detail } of rows) {
    const [artifact] = await readArtifacts(db, Number(id), ['har'])
    assert.ok(artifact, `${arm} ${state} ${reason} ${detail}`)
    const har = JSON.parse((await artifactText(artifact)).toString()) as Har
    const fidelity = replayFidelity(har)
    assert.ok(fidelity)
    loads.push({ arm: String(arm), state: String(state), har, fidelity })
  }
  return loads
}

async function record({ path }: RunFolder): Promise<void> {
  const authority = makeAuthority()
  const names = ['h1', 'h2', 'h3'].map((name) => `DNS:${name}.pages.test`)
  const pair = authority.leaf({ altNames: names.join(',') })
  await writeFile(join(path, 'ca.pem'), authority.ca)
  await using site = await startHardSite(caddy ?? '', path, pair)
  const options = recordOptions({ loads: 3, drawSeed: () => 7, browser: trusting(path, site.switches) })
  await recordPage('https://h2.pages.test/', join(path, 'recorded'), options)
}

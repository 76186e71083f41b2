import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Har } from 'har-format'
import { artifactText } from '../../../db/campaign/artifact-text.ts'
import { readArtifacts } from '../../../db/campaign/artifacts.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { type Fidelity, fidelityOf } from '../../../lab/replay/fidelity.ts'
import { replayAnswers } from '../../../lab/replay/replay-answers.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { verifyRecording } from '../../../record/folder/verify-recording.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { startHardSite } from '../../record/live/hard-site.ts'
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
const ROUNDS = 2

describe('a page that was recorded live, replayed', { skip }, () => {
  let folder: RunFolder
  let recording: Recording
  before(async () => {
    folder = await runFolder()
    recording = await record(folder)
    const plan = `
title: The hard page
arms: [h1, h2, h3]
rounds: ${ROUNDS}
pauseMs: 1
held: { page: 'recording:recorded', rttMs: 20, rateMbps: 20/10 }
`
    const run = await runPlan(folder, plan, ['--no-capture'])
    assert.equal((await run.ended).code, 0, run.stderr())
  })
  after(() => folder?.[Symbol.asyncDispose]())

  test('is valid under each protocol, which all of its answers came by', async () => {
    const loads = await replayed(folder, recording)
    assert.deepEqual(
      loads.map(({ arm, state }) => `${arm} ${state}`).sort(),
      ['h1', 'h2', 'h3'].flatMap((arm) => Array.from({ length: ROUNDS }, () => `${arm} valid`)),
    )
    for (const { arm, har } of loads) {
      const versions = har.log.entries.flatMap(({ response }) =>
        response.status === 0 ? [] : response.httpVersion.toLowerCase(),
      )
      const expected = { h1: /^http\/1\.1$/, h2: /^h(ttp\/)?2/, h3: /^h(ttp\/)?3/ }[arm as 'h1']
      for (const version of versions) assert.match(version, expected)
    }
  })

  test('misses nothing but what came not at all, or not whole, when it was recorded', async () => {
    const broken = new Set(recording.exchanges.flatMap(({ url, failure }) => (failure === null ? [] : url)))
    for (const { arm, fidelity } of await replayed(folder, recording)) {
      const missed = fidelity.misses.map(({ url }) => url)
      // A host that has no name, which was asked for when it was recorded as well.
      assert.ok(missed.includes('https://nowhere.pages.test/x.png'), arm)
      assert.deepEqual(
        missed.filter((url) => !broken.has(url)),
        [],
        arm,
      )
      assert.equal(fidelity.hits.query, 1, `${arm}: the random number in a query`)
    }
  })
})

interface ReplayedLoad {
  readonly arm: string
  readonly state: string
  readonly har: Har
  readonly fidelity: Fidelity
}

async function replayed(folder: RunFolder, recording: Recording): Promise<ReplayedLoad[]> {
  const { answers } = replayAnswers(recording)
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const rows = await db.query("SELECT id, arm, state, reason, detail FROM samples WHERE role = 'sample'")
  const loads: ReplayedLoad[] = []
  for (const { id, arm, state, reason, detail } of rows) {
    const [artifact] = await readArtifacts(db, Number(id), ['har'])
    assert.ok(artifact, `${arm} ${state} ${reason} ${detail}`)
    const har = JSON.parse((await artifactText(artifact)).toString()) as Har
    const fidelity = fidelityOf(har.log.entries, answers)
    loads.push({ arm: String(arm), state: String(state), har, fidelity })
  }
  return loads
}

async function record({ path }: RunFolder): Promise<Recording> {
  await using authority = await makeAuthority()
  const names = ['h1', 'h2', 'h3'].map((name) => `DNS:${name}.pages.test`)
  const pair = await authority.leaf({ altNames: names.join(',') })
  await writeFile(join(path, 'ca.pem'), authority.ca)
  await using site = await startHardSite(caddy ?? '', path, pair)
  await recordPage('https://h2.pages.test/', join(path, 'recorded'), {
    loads: 3,
    pause: async () => {},
    whyNot: async () => null,
    refused: () => false,
    robotsToken: null,
    browser: {
      caFile: join(path, 'ca.pem'),
      sandbox: 'preferred',
      userAgentSuffix: ' towline/test',
      switches: site.switches,
    },
    privateRoot: false,
    link: null,
    toolVersion: 'test',
    say: () => {},
    signal: AbortSignal.timeout(120_000),
  })
  return verifyRecording(join(path, 'recorded'))
}

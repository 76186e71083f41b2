import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type AccuracyFolder, replayInto } from '../../../bench/replay/accuracy-steps.ts'
import { readReport } from '../../../cli/replay/read-report.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listLabRuns } from '../../../db/lab/lab-runs.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { openLabNetwork } from '../../../lab/network/open.ts'
import type { LabReplay } from '../../../server/contract/contract.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { makeTrustFolder } from '../../servers/trust-folder.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { LINK_CONDITION } from './streamed-link.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))
const MOST_OFF = 0.1
/** The document and the lines, which are asked for with its first piece, take seven pauses each. */
const LEAST_MS = 7 * 150

describe('a page whose document and lines are streamed, over a link of 50 ms and 10 Mbit/s', { skip }, () => {
  const { signal } = new AbortController()
  let folder: RunFolder
  let report: LabReplay
  before(async () => {
    folder = await runFolder()
    const place: AccuracyFolder = { path: folder.path, cacheDir: folder.cache }
    await recordOverLink(place)
    await replayInto(place, 'replay.sqlite', ['stream'], { arms: 'h1,recorded', rounds: 3, seed: 1 }, signal)
    await using db = await openDatabase({ url: join(folder.path, 'replay.sqlite'), readOnly: true })
    const [run] = await listLabRuns(db)
    assert.ok(run)
    report = await readReport(db, run)
  })
  after(() => folder?.[Symbol.asyncDispose]())

  async function recordOverLink({ path, cacheDir }: AccuracyFolder): Promise<void> {
    const address = shardAddress(0)
    await using trust = await makeTrustFolder('DNS:stream.test')
    await copyFile(trust.caFile, join(path, 'ca.pem'))
    const hosts = [{ name: 'stream.test', address }]
    await using network = await openLabNetwork({ cacheDir, shards: 1, hosts, signal })
    await network.setLink(LINK_CONDITION, { initcwnd: 10, congestionControl: 'cubic' })
    const program = (name: string, at: string): [string, ...string[]] => [
      process.execPath,
      join(import.meta.dirname, name),
      at,
      address,
    ]
    await network.serve(
      [{ name: 'stream', argv: program('streamed-page-main.ts', trust.folder), env: {} }],
      [`tcp ${address} 443`],
    )
    const [file = '', ...argv] = network.command('client', program('record-streamed-main.ts', path))
    await promisify(execFile)(file, argv)
  }

  for (const arm of ['recorded', 'h1'] as const)
    test(`takes as long replayed as live, within 10 %, under the arm ${arm}`, () => {
      const live = report.rows.find((row) => row.arm === arm)?.live
      assert.ok(live, 'there is a live load')
      assert.equal(live.noRatio, null)
      assert.ok((live.medianMs ?? 0) >= LEAST_MS, `live ${live.medianMs} ms`)
      assert.ok(
        Math.abs((live.ratio ?? 0) - 1) <= MOST_OFF,
        `${live.replayMedianMs} ms, live ${live.medianMs} ms`,
      )
    })
})

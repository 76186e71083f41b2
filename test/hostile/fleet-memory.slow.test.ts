import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyProgress } from '../../db/survey/survey-sites.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { holdVisit } from '../end-to-end/fleet/held-visit.ts'

const GROWTH = import.meta.resolve('./planted-growth.ts')

onOwnPostgres(
  'a fleet’s worker that takes too much memory, as the system sees it, is replaced, and its survey ends whole',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    const sign = join(folder.path, 'grow')
    process.env.NODE_OPTIONS = `--import=${GROWTH}`
    process.env.PLANTED_GROWTH = sign
    await using db = await openDatabase({ url })
    // Below, the worker is in the middle of its first visit.
    await using visit = await holdVisit(url)
    await writeFile(sign, '')
    await visit.worker.says(/no visit begins until it is less \(said once\)/)
    await visit.worker.says(
      /towline: a worker takes \d+ MB of memory: another takes its place, nothing is lost/,
    )
    await visit.worker.says(/(here takes jobs.*){2}/s)
    visit.release()
    while ((await surveyProgress(db, 1)).done < 3) await sleep(500)
    assert.equal(visit.worker.child.exitCode, null)
    visit.worker.child.kill('SIGTERM')
    const { code, stderr } = await visit.worker.ended
    assert.equal(code, 0, stderr)
    const { failed } =
      (await db.query("SELECT count(*) AS failed FROM survey_sites WHERE state <> 'done'"))[0] ?? {}
    assert.equal(Number(failed), 0)
  },
)

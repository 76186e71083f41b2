import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../../../db/connection/open.ts'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { readSites } from '../../../lab/sandbox/site/sites.ts'
import { killWorkersAt } from './deadly-addresses.ts'
import { differences, readSurvey, surveyCommand } from './sandbox-survey.ts'

export const DEADLY = 'dropped.test'

/** Surveys healthy sites and one at which every worker that visits it is killed, and checks all that is recorded. */
export async function surveyWithDeadlySite(replicas: number, workers: number): Promise<void> {
  const zoo = readSites().length
  await using whole = await openSandbox({ sites: zoo + replicas })
  const folder = await mkdtemp(join(tmpdir(), 'towline-test-'))
  try {
    const sites = whole.sites.filter(({ domain }, index) => index >= zoo || domain === DEADLY)
    const listFile = join(folder, 'list.csv')
    await writeFile(listFile, sites.map(({ domain }) => `${domain}\n`).join(''))
    const sandbox: Sandbox = { ...whole, sites, listFile }
    const database = join(folder, 'survey.sqlite')
    const flags = ['--concurrency', '8', '--h3-canary', 'none', '--workers', String(workers)]
    const [program = '', ...argv] = surveyCommand(sandbox, database, flags)
    const supervisor = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
    const deaths = killWorkersAt(supervisor.pid ?? 0, [DEADLY])
    const [stderr, [code]] = await Promise.all([text(supervisor.stderr), once(supervisor, 'exit')])
    await deaths.stop()
    assert.equal(code, 0, stderr)
    assert.equal(deaths.pids.length, 2, stderr)
    const held = [...stderr.matchAll(/it held (\d+) sites?: each is visited alone/g)].map(([, n]) =>
      Number(n),
    )
    assert.equal(held.length, 2, stderr)
    // Of those that the first worker held beside it, none to several are done by the time that it is killed.
    assert.ok(held[0] !== undefined && held[0] >= 1 && held[1] === 1, stderr)

    const survey = await readSurvey(database)
    const poisoned = survey.sites.find(({ domain }) => domain === DEADLY)
    assert.deepEqual([poisoned?.reachable, poisoned?.failure], [false, 'poison'])
    const truth = { ...sandbox, sites: sites.filter(({ domain }) => domain !== DEADLY) }
    const others = { sites: survey.sites.filter(({ domain }) => domain !== DEADLY) }
    assert.deepEqual(differences(truth, others), [])
    await using db = await openDatabase({ url: database, readOnly: true })
    const [row] = await db.query(
      `SELECT state, duration_ms, worker_deaths FROM survey_sites WHERE domain = '${DEADLY}'`,
    )
    assert.deepEqual({ ...row }, { state: 'done', duration_ms: null, worker_deaths: 2 })
  } finally {
    await rm(folder, { recursive: true })
  }
}

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { readSites } from '../../../lab/sandbox/site/sites.ts'
import { differences, readSurvey, surveyCommand } from './sandbox-survey.ts'
import { untilDone } from './sites-done.ts'

const ZOO = readSites().length
/** Healthy ones, so that a survey of them takes seconds. */
const REPLICAS = 599
/** Is waited for five seconds, so that no machine has done a survey before its middle is seen. */
const SILENT = 'dns-silent.test'
const FLAGS = ['--workers', '2', '--concurrency', '16']

let sandbox: Sandbox
/** The same with a list of the replicas and the silent one, 600 in all. */
let healthy: Sandbox
let folder: string
let database: string
let tests = 0
before(async () => {
  sandbox = await openSandbox({ sites: ZOO + REPLICAS })
  folder = await mkdtemp(join(tmpdir(), 'towline-test-'))
  const sites = sandbox.sites.filter(({ domain }, index) => index >= ZOO || domain === SILENT)
  healthy = { ...sandbox, sites, listFile: join(folder, 'healthy.csv') }
  await writeFile(healthy.listFile, sites.map(({ domain }) => `${domain}\n`).join(''))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  await sandbox[Symbol.asyncDispose]()
})
beforeEach(() => {
  tests += 1
  database = join(folder, `${tests}.sqlite`)
})

interface Crawl {
  readonly child: ChildProcess
  /** Process ids of its workers, the first one first, as soon as both are there. */
  workers(): Promise<number[]>
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>
}

function crawl(flags: readonly string[] = [], of = healthy): Crawl {
  const [program = '', ...argv] = surveyCommand(of, database, [...FLAGS, ...flags])
  const child = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  const said = child.stderr === null ? Promise.resolve('') : text(child.stderr)
  const ended = Promise.all([said, once(child, 'exit')]).then(([stderr, [code]]) => ({ code, stderr }))
  return { child, ended, workers: () => workersOf(child.pid ?? 0) }
}

async function workersOf(pid: number): Promise<number[]> {
  for (;;) {
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
    const workers: number[] = []
    for (const child of children) {
      // Commands that enter the sandbox are children before; and one may have ended since.
      const command = child === '' ? '' : await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      if (command.startsWith(`${process.execPath}\0`) && command.includes('towline.ts\0crawl'))
        workers.push(Number(child))
    }
    if (workers.length === 2) return workers
    await sleep(10)
  }
}

async function rows(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  await using db = await openDatabase({ url: database, readOnly: true })
  return await db.query(sql)
}

/** Everything about every site as it truly is, and one visit each. */
async function assertWhole(of = healthy): Promise<void> {
  const survey = await readSurvey(database)
  assert.deepEqual(differences(of, survey), [])
  for (const [domain, recorded] of survey.rows) {
    const asked = recorded.filter(({ operation, host }) => operation === 'dns' && host === domain)
    assert.equal(asked.length, 1, `${domain} has the rows of ${asked.length} visits`)
  }
}

test('two workers share a survey: both visit, all is true, and one of them speaks for both', async () => {
  const { code, stderr } = await crawl(['--h3-canary', 'all-three.test', '--concurrency', '128'], sandbox)
    .ended
  assert.equal(code, 0, stderr)
  await assertWhole(sandbox)
  const owners = await rows('SELECT DISTINCT owner FROM canaries')
  // One that crashed in the zoo and was replaced makes a third.
  assert.ok(owners.length >= 2, `each worker has blocks of its own: ${owners.length}, ${stderr}`)
  const open = await rows(
    "SELECT block FROM survey_sites WHERE block NOT IN (SELECT block FROM canaries WHERE phase = 'after')",
  )
  assert.deepEqual(open, [], 'every block has an end')
  assert.match(stderr, new RegExp(`\\b${ZOO + REPLICAS}/${ZOO + REPLICAS} sites`))
  assert.equal(stderr.match(/survey 1/g)?.length, 1, stderr)
})

for (const index of [0, 1])
  test(`${index === 0 ? 'the first worker' : 'a further worker'} that aborts is replaced, and nothing is lost or doubled`, async () => {
    const run = crawl(['--h3-canary', 'none'])
    const worker = (await run.workers())[index] ?? 0
    await untilDone(database, 50, run.ended)
    process.kill(worker, 'SIGABRT')
    const { code, stderr } = await run.ended
    assert.equal(code, 0, stderr)
    assert.match(stderr, /the worker died of SIGABRT.*continuing/)
    assert.match(stderr, /\b600\/600 sites/)
    assert.equal((await rows('SELECT id FROM surveys')).length, 1)
    await assertWhole()
  })

test('Ctrl-C stops both workers; what is said to be done is done, and --resume does the rest', async () => {
  const run = crawl()
  await run.workers()
  await untilDone(database, 50, run.ended)
  run.child.kill('SIGINT')
  const { code, stderr } = await run.ended
  assert.equal(code, 130, stderr)
  const done = Number(/stopped: survey 1 has (\d+) of 600 sites/.exec(stderr)?.[1])
  const [state] = await rows(
    "SELECT count(*) AS n, (SELECT state FROM surveys) AS state FROM survey_sites WHERE state = 'done'",
  )
  assert.deepEqual({ ...state }, { n: done, state: 'stopped' })
  assert.ok(done > 0 && done < 600, stderr)
  assert.deepEqual(await rows('SELECT rank FROM survey_sites WHERE claimed_by IS NOT NULL'), [])
  const resumed = await crawl(['--resume']).ended
  assert.equal(resumed.code, 0, resumed.stderr)
  await assertWhole()
})

test('a further worker that is killed stops the run with its sites, and --resume finishes it', async () => {
  const run = crawl()
  const [, further = 0] = await run.workers()
  await untilDone(database, 50, run.ended)
  process.kill(further, 'SIGKILL')
  const { code, stderr } = await run.ended
  assert.equal(code, 70, stderr)
  assert.match(stderr, /a worker was ended by SIGKILL/)
  const resumed = await crawl(['--resume']).ended
  assert.equal(resumed.code, 0, resumed.stderr)
  assert.match(resumed.stderr, /resuming survey 1/)
  await assertWhole()
})

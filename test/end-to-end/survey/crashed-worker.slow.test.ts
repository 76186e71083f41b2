import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSandbox, type Sandbox } from '../../../lab/sandbox/open.ts'
import { differences, readSurvey, surveyCommand } from './sandbox-survey.ts'
import { untilDone } from './sites-done.ts'

/** Few at once, so that the survey is not done before its middle is seen. */
const AT_ONCE = ['--concurrency', '16']

let sandbox: Sandbox
before(async () => {
  sandbox = await openSandbox()
})
after(() => sandbox?.[Symbol.asyncDispose]())

/** The worker of a crawl that is just being started; commands that enter the sandbox are children before. */
async function workerOf(pid: number): Promise<number> {
  for (;;) {
    const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
    // It may have ended since.
    const command = child ? await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '') : ''
    if (command.startsWith(`${process.execPath}\0`) && command.includes('towline.ts\0crawl'))
      return Number(child)
    await sleep(10)
  }
}

test('a worker that aborts in the middle of a survey is replaced, and nothing is lost, doubled or wrong', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-test-'))
  try {
    const database = join(folder, 'survey.sqlite')
    const [program = '', ...argv] = surveyCommand(sandbox, database, ['--h3-canary', 'none', ...AT_ONCE])
    const supervisor = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = Promise.all([text(supervisor.stderr), once(supervisor, 'exit')])
    const worker = await workerOf(supervisor.pid ?? 0)
    await untilDone(database, 20, ended)
    process.kill(worker, 'SIGABRT')
    const [stderr, [code]] = await ended
    assert.equal(code, 0, stderr)
    assert.match(stderr, /the worker died of SIGABRT.*continuing/)
    assert.deepEqual(differences(sandbox, await readSurvey(database)), [])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a supervisor that is killed takes its worker with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-test-'))
  try {
    const database = join(folder, 'survey.sqlite')
    const [program = '', ...argv] = surveyCommand(sandbox, database, AT_ONCE)
    const supervisor = spawn(program, argv, { stdio: 'ignore' })
    const ended = once(supervisor, 'exit')
    const worker = await workerOf(supervisor.pid ?? 0)
    await untilDone(database, 20, ended)
    supervisor.kill('SIGKILL')
    assert.deepEqual(await ended, [null, 'SIGKILL'], 'killed before it was done')
    for (let tries = 0; ; tries++) {
      const state = await readFile(`/proc/${worker}/stat`, 'utf8').catch(() => null)
      if (state === null || / Z /.test(state)) break
      assert.ok(tries < 600, 'the worker lives on')
      await sleep(50)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

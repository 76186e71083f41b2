import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sendSignal } from '../../../crawler/process/send-signal.ts'
import { TIMEOUTS } from '../../../crawler/survey/operation/context.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { descendantsOf } from '../../servers/descendants.ts'
import { readSurvey, surveyCommand } from './sandbox-survey.ts'
import { untilDone } from './sites-done.ts'

const DONE_BEFORE = 10
/** All sites are visited at once: one site's limit, once more for those that wait for others at their address. */
const MOST_MS = 2 * TIMEOUTS.siteMs + 10_000

/** The sandbox's servers, and not what holds them. */
function serversOf(pid: number): number[] {
  return descendantsOf(pid).filter((id) => {
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
    return !/^unshare\0|supervisor\.ts\0/.test(command)
  })
}

test('servers that stop in the middle of a survey hold it up no longer than a site may take, and get names', async (t) => {
  await using sandbox = await openSandbox()
  const servers = serversOf(process.pid)
  assert.ok(servers.length >= 5, `${servers.length} processes`)
  const folder = await mkdtemp(join(tmpdir(), 'towline-test-'))
  try {
    const database = join(folder, 'survey.sqlite')
    const [program = '', ...argv] = surveyCommand(sandbox, database, ['--h3-canary', 'none'])
    const child = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] })
    const stderr = text(child.stderr)
    const ended = once(child, 'exit')
    await untilDone(database, DONE_BEFORE, ended)
    for (const id of servers) sendSignal(id, 'SIGSTOP')
    const stoppedMs = performance.now()
    const [code] = await ended
    const tookMs = performance.now() - stoppedMs
    assert.equal(code, 0, await stderr)
    assert.ok(tookMs < MOST_MS, `${tookMs} ms`)
    const { sites } = await readSurvey(database)
    assert.equal(sites.length, sandbox.sites.length)
    const failed = sites.filter(({ failure }) => failure !== null)
    t.diagnostic(`${failed.length} of ${sites.length} sites failed; over ${Math.round(tookMs)} ms later`)
    assert.deepEqual(
      failed.filter(({ failure }) => failure === 'unknown_failure' || failure === 'poison'),
      [],
    )
    assert.ok(sites.some(({ failure }) => /_timeout$/.test(failure ?? '')))
  } finally {
    for (const id of servers) sendSignal(id, 'SIGCONT')
    await rm(folder, { recursive: true })
  }
})

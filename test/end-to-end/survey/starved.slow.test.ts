import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { sendSignal } from '../../../crawler/process/send-signal.ts'
import { TIMEOUTS } from '../../../crawler/survey/operation/context.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { opened } from '../../opened.ts'
import { descendantsOf } from '../../servers/descendants.ts'
import { testFolder } from '../../test-folder.ts'
import { differences, readSurvey, surveyCommand } from './sandbox-survey.ts'
import { untilDone } from './sites-done.ts'

/** A worker has some 30 open before its first visit; 64 visits at once want several each. */
const DESCRIPTORS = 56
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

describe('a survey that is starved', () => {
  const sandbox = opened(openSandbox)

  test('without file descriptors left it says client_busy of a site, and nothing that is not true', async (t) => {
    const database = join(testFolder(), 'survey.sqlite')
    const command = surveyCommand(sandbox, database, ['--concurrency', '64', '--h3-canary', 'none'])
    const script = `ulimit -n ${DESCRIPTORS}; exec "$@"`
    const child = spawn('sh', ['-c', script, 'sh', ...command], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.equal(code, 0, stderr)
    const { sites } = await readSurvey(database)
    const busy = new Set(sites.flatMap(({ domain, failure }) => (failure === 'client_busy' ? [domain] : [])))
    t.diagnostic(`${busy.size} of ${sites.length} sites were client_busy`)
    assert.ok(busy.size > 0 && busy.size < sites.length, `${busy.size} of ${sites.length} sites`)
    const wrong = differences(sandbox, { sites }).filter((line) => !busy.has(line.split(':')[0] ?? ''))
    if (wrong.length > 0) {
      await using db = await openDatabase({ url: database, readOnly: true })
      const broken = 'SELECT domain, detail FROM survey_sites WHERE detail IS NOT NULL'
      t.diagnostic(JSON.stringify(await db.query(broken)))
    }
    assert.deepEqual(wrong, [])
  })

  test('by servers that stop in the middle of it is held up no longer than a site may take, and they get names', async (t) => {
    const servers = serversOf(process.pid)
    assert.ok(servers.length >= 5, `${servers.length} processes`)
    const database = join(testFolder(), 'survey.sqlite')
    try {
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
    }
  })
})

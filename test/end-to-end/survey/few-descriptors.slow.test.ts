import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { brokenVisits } from '../../../db/survey/survey-sites.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { testFolder } from '../../test-folder.ts'
import { differences, readSurvey, surveyCommand } from './sandbox-survey.ts'

/** A worker has some 30 open before its first visit; 64 visits at once want several each. */
const DESCRIPTORS = 56

test('a survey without file descriptors left says client_busy of a site, and nothing that is not true', async (t) => {
  await using sandbox = await openSandbox()
  const folder = testFolder()
  const database = join(folder, 'survey.sqlite')
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
    t.diagnostic(JSON.stringify(await brokenVisits(db, 1)))
  }
  assert.deepEqual(wrong, [])
})

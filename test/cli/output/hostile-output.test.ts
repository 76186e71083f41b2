import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { runSurvey } from '../../../crawler/survey/run/run.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { FULL_FACTS, operationRows, surveyOf } from '../../db/campaign/samples.ts'
import { testFolder } from '../../test-folder.ts'
import { towlineHere } from '../towline.ts'

/** Every character that may move a cursor, end a line or turn a text around. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\r\n\u007f\u009b31m\u202edesrever\u2028\u{e0001}end'
const RAW = /[^\P{C}\n]|[\u2028\u2029]/u

const folder = testFolder()
const database = join(folder, 'survey.sqlite')
before(async () => {
  await using db = await openDatabase({ url: database })
  await runSurvey({
    db,
    surveyId: await surveyOf(db, 1),
    signal: new AbortController().signal,
    clock: () => performance.now(),
    visit: async ({ domain }) => ({
      rows: operationRows(domain, 2).map((row) => ({
        ...row,
        detail: HOSTILE,
        result: { issuer: HOSTILE, organization: HOSTILE, headers: { server: HOSTILE } },
      })),
      facts: { ...FULL_FACTS, certOrganization: HOSTILE, server: HOSTILE, cdn: HOSTILE },
    }),
  })
})

const COMMANDS = [
  ['survey', 'list'],
  ['survey', 'show', '--limit', '0'],
  ['survey', 'site', 'site1.test'],
  ['survey', 'summary'],
]

// Without a process of its own no stream is guarded: the commands escape by themselves.
for (const command of COMMANDS) {
  for (const format of ['table', 'csv', 'json']) {
    test(`towline ${command.join(' ')} as ${format} prints nothing that others sent as it is`, async (t) => {
      const args = [...command, '--format', format, '--database', database]
      const { code, stdout, stderr } = await towlineHere(t, args)
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stdout + stderr, RAW)
      if (format !== 'json') return
      const shown = JSON.stringify(JSON.parse(stdout))
      if (command.includes('show') || command.includes('site'))
        assert.ok(shown.includes(JSON.stringify(HOSTILE)), 'JSON means the same')
    })
  }
}

test('errors name what was typed without its escapes', async (t) => {
  for (const args of [['survey', 'show', HOSTILE], [HOSTILE], ['crawl', `--${HOSTILE}`]]) {
    const { code, stdout, stderr } = await towlineHere(t, [...args, '--database', database])
    assert.notEqual(code, 0)
    assert.doesNotMatch(stdout + stderr, RAW)
  }
})

test('a stream that is guarded passes no escape on, whoever writes it, and a terminal display its own', async () => {
  const program = `
    import { guardOutput, terminalOf } from '${import.meta.resolve('../../../cli/output/guard-output.ts')}'
    guardOutput(process.stdout)
    guardOutput(process.stdout)
    console.log(JSON.parse(process.env.HOSTILE))
    terminalOf(process.stdout).write('\\r\\x1b[2Kdone\\n')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, HOSTILE: JSON.stringify(HOSTILE) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal(code, 0)
  const [first = '', ...rest] = printed.split('\r\u001b[2K')
  assert.doesNotMatch(first, RAW)
  assert.match(first, /^\\u\{1b\}\]0;owned/)
  assert.deepEqual(rest, ['done\n'])
})

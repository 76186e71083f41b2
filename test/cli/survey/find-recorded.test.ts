import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CliError, EXIT } from '../../../cli/exit/exit-codes.ts'
import { findLabRun } from '../../../cli/lab/find-lab-run.ts'
import { findCampaign } from '../../../cli/probe/find-campaign.ts'
import { findRecorded } from '../../../cli/survey/find-recorded.ts'
import { findSurvey } from '../../../cli/survey/find-survey.ts'
import type { Database } from '../../../db/connection/database.ts'
import { temporarySqlite } from '../../db/databases.ts'

const db = { name: 'a.db' } as Database
const finished = { id: 7, state: 'finished' }
const kind = {
  what: 'survey',
  latest: async () => finished,
  byId: async (_: Database, id: number) => (id === 7 ? finished : null),
  list: 'towline survey list',
  make: 'towline crawl',
  opening: async () => ({ id: 7, canAnswer: true }),
}

test('a number names one, latest the newest', async () => {
  assert.equal(await findRecorded(db, '7', kind), finished)
  assert.equal(await findRecorded(db, 'latest', kind), finished)
})

test('where the dashboard opens with another one than the newest, latest says so in a line', async (t) => {
  const said = t.mock.method(process.stderr, 'write', () => true)
  const opening = async () => ({ id: 3, canAnswer: true })
  for (const name of ['latest', '7']) await findRecorded(db, name, { ...kind, opening })
  assert.deepEqual(
    said.mock.calls.map((call) => call.arguments[0]),
    ['survey 7 is the newest; the dashboard opens with survey 3, the newest that can answer\n'],
  )
})

test('what is no number, is missing, or is not there yet, is reported in one line with what to do', async () => {
  const cases: [string, Partial<typeof kind>, number, RegExp][] = [
    [
      'seven',
      {},
      EXIT.usage,
      /^'seven' is no survey: give its number \(see `towline survey list`\) or 'latest'$/,
    ],
    ['8', {}, EXIT.noInput, /^a\.db holds no survey 8 \(see `towline survey list`\)$/],
    ['-1', {}, EXIT.usage, /'-1' is no survey/],
    [
      'latest',
      { latest: async () => null as never },
      EXIT.noInput,
      /holds no survey yet: make one with `towline crawl`$/,
    ],
  ]
  for (const [name, changes, exitCode, message] of cases)
    await assert.rejects(
      findRecorded(db, name, { ...kind, ...changes }),
      (error: unknown) =>
        error instanceof CliError && error.exitCode === exitCode && message.test(error.message),
      name,
    )
})

test('each kind of record of an empty database names the command that makes one', async () => {
  await using on = await temporarySqlite()
  await using empty = await on.open()
  await assert.rejects(findSurvey(empty, 'latest'), /make one with `\.\/towline crawl --sandbox`/)
  await assert.rejects(findCampaign(empty, 'latest'), /make one with `\.\/towline crawl --sandbox`/)
  await assert.rejects(findLabRun(empty, 'latest'), /make one with `\.\/towline lab run quick`/)
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { FAILURES } from '../../crawler/failures.ts'
import { openDatabase } from '../../db/open.ts'
import { writeFixture } from '../server/fixture.ts'
import { temporaryFolder, towlineHere } from './towline.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: string
before(async () => {
  folder = await temporaryFolder()
  database = join(folder.path, 'towline.sqlite')
  await using db = await openDatabase({ url: database })
  await writeFixture(db)
})
after(() => folder[Symbol.asyncDispose]())

test('what is left out of a campaign is said with its reasons, the commonest first', async (t) => {
  const { code, stdout } = await towlineHere(t, ['campaign', 'show', '1', '--database', database])
  assert.equal(code, 0)
  assert.deepEqual(stdout.match(/^left out: .*/gm), [
    'left out: 6 machine_busy: the machine was busy with other work while the page loaded',
    `left out: 3 page_timeout: ${FAILURES.page_timeout}`,
    `left out: 3 quic_failed: ${FAILURES.quic_failed}`,
  ])
})

test('each arm of a site has its own reasons in JSON; where all counts nothing is said', async (t) => {
  const { stdout } = await towlineHere(t, [
    'campaign',
    'show',
    '1',
    '--format',
    'json',
    '--database',
    database,
  ])
  const { results } = JSON.parse(stdout) as { results: { arm: string; leftOut: unknown }[] }
  assert.deepEqual(
    results.slice(0, 3).map(({ arm, leftOut }) => [arm, leftOut]),
    [
      ['h1', []],
      ['h2', [{ reason: 'machine_busy', samples: 2 }]],
      ['h3', ['page_timeout', 'quic_failed'].map((reason) => ({ reason, samples: 1 }))],
    ],
  )
  const whole = await towlineHere(t, ['campaign', 'show', '2', '--database', database])
  assert.doesNotMatch(whole.stdout, /^left out/m)
})

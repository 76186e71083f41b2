import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../../db/connection/open.ts'
import { recordVantage } from '../../db/fleet/vantages.ts'
import { latestSurvey } from '../../db/survey/surveys.ts'
import { temporaryFolder, towline, towlineHere } from '../cli/towline.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { UNMEASURED } from '../fleet/unmeasured.ts'
import { composeServices } from './compose-services.ts'
import { deployFile } from './deploy-files.ts'

const GIVEN = { SITE: 'towline.example', CONTACT: 'https://towline.example/crawl' }
const OPERATE = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')
const OURS = ['tables', 'server', 'worker']

test('what compose.yaml and the image run are commands of towline with options that it knows', async (t: TestContext) => {
  const services = composeServices(deployFile('compose.yaml'), GIVEN)
  const image = [...deployFile('Dockerfile').matchAll(/^CMD (.+)$/gm)].map(
    ([, words = '']) => JSON.parse(words) as string[],
  )
  const commands = [...OURS.map((name) => services[name]?.command ?? []), ...image]
  assert.equal(commands.length, 4)
  for (const command of commands) {
    const words = command.filter((word) => /^[a-z]+$/.test(word))
    const names = words.slice(0, words[0] === 'jobs' ? 2 : 1)
    const { stdout, code } = await towlineHere(t, [...names, '--help-all'])
    assert.equal(code, 0, command.join(' '))
    const known = new Set(stdout.match(/--[a-z0-9-]+/g))
    assert.deepEqual(
      command.filter((word) => word.startsWith('--') && !known.has(word)),
      [],
      command.join(' '),
    )
  }
})

test('every service of ours has the database', () => {
  const services = composeServices(deployFile('compose.yaml'), GIVEN)
  for (const name of OURS)
    assert.match(
      services[name]?.environment.DATABASE_URL ?? '',
      /^postgres:\/\/towline@.*\?host=\/var\/run\/postgresql$/,
    )
  assert.ok(services.worker?.command.includes('here'), 'the vantage point has a default')
  assert.ok(services.server?.command.includes(`https://${GIVEN.SITE}`))
})

onOwnPostgres('the command of docs/operate.md adds a survey that says who crawls', async ({ url }) => {
  const [, service = '', words = ''] =
    /^docker compose run --rm (\w+) (jobs add survey .*?) +#/m.exec(OPERATE) ?? []
  const environment = composeServices(deployFile('compose.yaml'), GIVEN)[service]?.environment
  await using folder = await temporaryFolder()
  // More than may be visited without a contact.
  const sites = Array.from({ length: 1_001 }, (_, index) => `site${index}.test\n`)
  await writeFile(join(folder.path, 'list.csv'), sites.join(''))
  await using db = await openDatabase({ url })
  await recordVantage(db, { ...UNMEASURED, name: 'here' })
  const ended = await towline([...words.split(' '), '--list', 'list.csv'], {
    cwd: folder.path,
    env: { ...environment, DATABASE_URL: url },
  })
  assert.equal(ended.code, 0, ended.stderr)
  assert.ok((await latestSurvey(db))?.userAgent.includes(GIVEN.CONTACT))
})

test('without the variables that compose.yaml demands there are no services', () => {
  for (const name of ['SITE', 'CONTACT'] as const) {
    const { [name]: _, ...others } = GIVEN
    assert.throws(() => composeServices(deployFile('compose.yaml'), others), new RegExp(`demands ${name}`))
  }
})

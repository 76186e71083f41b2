import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { composeServices } from '../../scripts/image/compose-services.ts'
import { parseDockerfile } from '../../scripts/image/dockerfile.ts'
import { towlineHere } from '../cli/towline.ts'
import { deployFile } from './deploy-files.ts'

const GIVEN = { SITE: 'towline.example', CONTACT: 'https://towline.example/crawl' }
const OURS = ['tables', 'server', 'worker']

test('what compose.yaml and the image run are commands of towline with options that it knows', async (t: TestContext) => {
  const services = composeServices(deployFile('compose.yaml'), GIVEN)
  const image = parseDockerfile(deployFile('Dockerfile'))
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.does === 'cmd' ? [step.words] : []))
  const commands = [...OURS.map((name) => services[name]?.command ?? []), ...image]
  assert.equal(commands.length, 4)
  for (const command of commands) {
    const words = command.filter((word) => /^[a-z]+$/.test(word))
    const names = words.slice(0, words[0] === 'jobs' ? 2 : 1)
    const { stdout, code } = await towlineHere(t, [...names, '--help'])
    assert.equal(code, 0, command.join(' '))
    const known = new Set(stdout.match(/--[a-z0-9-]+/g))
    assert.deepEqual(
      command.filter((word) => word.startsWith('--') && !known.has(word)),
      [],
      command.join(' '),
    )
  }
})

test('every service of ours has the database, and the worker says who crawls', () => {
  const services = composeServices(deployFile('compose.yaml'), GIVEN)
  for (const name of OURS)
    assert.match(
      services[name]?.environment.DATABASE_URL ?? '',
      /^postgres:\/\/towline@.*\?host=\/var\/run\/postgresql$/,
    )
  assert.equal(services.worker?.environment.TOWLINE_CONTACT, GIVEN.CONTACT)
  assert.ok(services.worker?.command.includes('here'), 'the vantage point has a default')
  assert.ok(services.server?.command.includes(`https://${GIVEN.SITE}`))
})

test('without the variables that compose.yaml demands there are no services', () => {
  for (const name of ['SITE', 'CONTACT'] as const) {
    const { [name]: _, ...others } = GIVEN
    assert.throws(() => composeServices(deployFile('compose.yaml'), others), new RegExp(`demands ${name}`))
  }
})

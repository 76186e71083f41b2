import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { csvObjects } from '../probe/csv.ts'
import { temporaryFolder, towlineHere } from '../towline.ts'
import { addSurvey, type Site } from './survey-database.ts'

const SITES: readonly Site[] = [
  ...Array.from({ length: 12 }, (_, index) => ({
    domain: `good${index}.test`,
    certOrganization: `Org ${index}`,
  })),
  { domain: 'h1only.test', h2: false, h3: false, certOrganization: null },
  { domain: 'unknown.test', h3: null, certOrganization: null },
  {
    domain: 'down.test',
    reachable: false,
    failure: 'tcp_timeout',
    finalOrigin: null,
    certOrganization: null,
  },
]

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: string
before(async () => {
  folder = await temporaryFolder()
  database = join(folder.path, 'survey.sqlite')
  await addSurvey(
    database,
    // No two are of one operator.
    SITES.map((site) => ({ certFingerprint: site.domain, ...site })),
  )
})
after(async () => {
  await folder[Symbol.asyncDispose]()
})

async function select(t: TestContext, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await towlineHere(t, ['select', ...args, '--database', database])
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}

const selectedIn = (csv: string) =>
  csvObjects(csv).flatMap(({ domain, reason }) => (reason === '' ? [domain] : []))

test('the best-ranked sites that serve everything come first, and every other site has its reason', async (t) => {
  const table = await select(t, '--select', '3')
  assert.match(
    table,
    /^\nSelected 3 that serve h1, h2, h3, of 15 sites:\n\nrank {2}domain +final origin\n {3}1 {2}good0\.test {2}https:\/\/good0\.test\n/,
  )
  const csv = csvObjects(await select(t, '--select', '12', '--format', 'csv'))
  assert.equal(csv.length, SITES.length)
  const reasons = Object.fromEntries(csv.map(({ domain, reason }) => [domain, reason]))
  assert.deepEqual(
    [reasons['good11.test'], reasons['h1only.test'], reasons['unknown.test'], reasons['down.test']],
    ['', 'count_reached', 'count_reached', 'count_reached'],
  )
  const all = csvObjects(await select(t, '--select', '99', '--format', 'csv'))
  const why = Object.fromEntries(all.map(({ domain, reason }) => [domain, reason]))
  assert.deepEqual(
    [why['h1only.test'], why['unknown.test'], why['down.test']],
    ['not_served', 'unknown_served', 'unreachable'],
  )
})

test('the same selection twice is the same, also in random order; another seed gives another', async (t) => {
  for (const args of [
    ['--select', '5'],
    ['--select', '5', '--order', 'random'],
    ['--order', 'random', '--select-seed', 'x'],
  ]) {
    const once = await select(t, ...args, '--format', 'csv')
    assert.equal(await select(t, ...args, '--format', 'csv'), once)
  }
  const drawn = new Set<string>()
  for (const seed of ['1', '2', '3']) {
    const flags = ['--select', '5', '--order', 'random', '--select-seed', seed, '--format', 'csv']
    drawn.add(selectedIn(await select(t, ...flags)).join(' '))
  }
  assert.equal(drawn.size, 3)
})

test('fewer protocols make more sites fit, and JSON says the same as CSV', async (t) => {
  assert.ok(
    selectedIn(await select(t, '--select', '99', '--serve', 'h1', '--format', 'csv')).includes('h1only.test'),
  )
  const json = JSON.parse(await select(t, '--select', '4', '--format', 'json'))
  assert.deepEqual(
    json.selected.map(({ domain }: { domain: string }) => domain),
    selectedIn(await select(t, '--select', '4', '--format', 'csv')),
  )
  assert.equal(json.passedOver.length, SITES.length - 4)
})

test('where no site fits, the table says so', async (t) => {
  const table = await select(t, '--serve', 'http,h3')
  assert.match(table, /^\nSelected 0 that serve http, h3, of 15 sites\n/)
})

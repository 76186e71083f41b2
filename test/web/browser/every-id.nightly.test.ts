import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { copyRecorded } from '../../../cli/demo/recorded.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { type Answer, ENDPOINTS, type EndpointName } from '../../../server/contract/contract.ts'
import { startReadOnlyServer } from '../../../server/read-only-server.ts'
import { followed } from '../../server/followed.ts'
import { vantageCampaign } from '../../server/vantage-campaign.ts'
import { inBrowser } from './dashboard.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const resources = new AsyncDisposableStack()
/** The recorded data, which has one of each, and data with several surveys and campaigns. */
const addresses: string[] = []

before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-recorded-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const database = join(folder, 'recorded.sqlite')
  await copyRecorded(database)
  const server = await startReadOnlyServer({
    ...{ database, webFolder: WEB_FOLDER, toolVersion: '0.1.0', recorded: true },
    log: pino({ level: 'silent' }),
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
  })
  resources.use(server)
  const several = resources.use(await followed())
  await using db = await openDatabase({ url: several.database })
  for (const [gain, domain] of [
    [1.2, 'gains.test'],
    [1.5, 'stays.test'],
    [1.8, 'gains.test'],
  ] as const)
    await vantageCampaign(db, { gain, domain, vantage: 'Lancaster' })
  addresses.push(server.address, several.address)
})
after(() => resources.disposeAsync())

async function answer<Name extends EndpointName>(
  address: string,
  _name: Name,
  path: string,
): Promise<Answer<Name>> {
  const response = await fetch(`${address}/api/v1${path}`)
  assert.equal(response.status, 200, path)
  return (await response.json()) as Answer<Name>
}

/** A page that names something by its number, and how requests for it do. */
interface Named {
  readonly path: string
  readonly choice: 'survey' | 'until' | 'campaign' | 'run'
  readonly id: number
  /** Captures the number. */
  readonly asked: RegExp
}

const CAMPAIGN = /\/campaigns\/(\d+)|[?&]campaign=(\d+)/
const SURVEY = /\/surveys\/(\d+)|[?&]survey=(\d+)/
const UNTIL = /[?&]until=(\d+)/
const LAB_RUN = /\/lab\/runs\/(\d+)/
const LOAD_RUN = /\/load\/runs\/(\d+)/

/** Every page with every number that the data has for it. */
async function namedPages(address: string): Promise<readonly Named[]> {
  const { surveys } = await answer(address, 'surveys', '/surveys')
  const { campaigns } = await answer(address, 'campaigns', '/campaigns')
  const { runs } = await answer(address, 'labRuns', '/lab/runs')
  const { runs: loads } = await answer(address, 'loadRuns', '/load/runs')
  const { rows } = await answer(address, 'sites', '/sites?probed=yes&pageSize=500')
  const live = campaigns.filter(({ labRunId }) => labRunId === null)
  const sites = new Map<number, string | undefined>()
  for (const { id } of live) {
    const probed = await answer(address, 'sites', `/sites?probed=yes&campaign=${id}`)
    sites.set(id, probed.rows[0]?.domain)
  }
  return [
    ...surveys
      .filter(({ state }) => state === 'finished')
      .flatMap(({ id }) =>
        ['/', '/sites', `/sites/${rows[0]?.domain}`].map(
          (path): Named => ({ path, choice: 'survey', id, asked: SURVEY }),
        ),
      ),
    ...surveys
      .filter(({ state }) => state === 'finished')
      .flatMap(({ id }) =>
        ['/', '/embed/trend'].map((path): Named => ({ path, choice: 'until', id, asked: UNTIL })),
      ),
    ...live.flatMap(({ id }) =>
      ['/', '/sites', '/pages', ...(sites.get(id) === undefined ? [] : [`/sites/${sites.get(id)}`])].map(
        (path): Named => ({ path, choice: 'campaign', id, asked: CAMPAIGN }),
      ),
    ),
    ...runs.flatMap(({ id, recordings }) =>
      ['/lab', ...(recordings > 0 ? ['/replay'] : [])].map(
        (path): Named => ({ path, choice: 'run', id, asked: LAB_RUN }),
      ),
    ),
    ...loads.map(({ id }): Named => ({ path: '/load', choice: 'run', id, asked: LOAD_RUN })),
  ]
}

/** Whether an address of the API could say which survey or campaign is meant, and does not. */
function leavesOpen(url: string, choice: Named['choice']): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  return Object.values(ENDPOINTS).some(({ path, query }) => {
    const pattern = new RegExp(`^/api/v1${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return pattern.test(pathname) && choice in query.shape && !searchParams.has(choice)
  })
}

async function openAsking(visitor: Visitor, address: string, path: string): Promise<readonly string[]> {
  const requested: string[] = []
  const listener = (request: { url(): string }) => void requested.push(request.url().slice(address.length))
  visitor.page.on('request', listener)
  await visitor.open(path)
  visitor.page.off('request', listener)
  return requested.filter((url) => url.startsWith('/api/'))
}

inBrowser(
  'every request of a page is for the survey, campaign or run that its address names',
  async ({ browser }) => {
    let checked = 0
    for (const address of addresses) {
      await using visitor = await openVisitor(browser, { url: address })
      for (const { path, choice, id, asked } of await namedPages(address)) {
        const where = `${path}?${choice}=${id}`
        const urls = await openAsking(visitor, address, where)
        assert.deepEqual(
          urls.filter((url) => leavesOpen(url, choice)),
          [],
          where,
        )
        const numbers = urls.flatMap((url) => {
          const [, inPath, inQuery] = asked.exec(url) ?? []
          return inPath === undefined && inQuery === undefined ? [] : [Number(inPath ?? inQuery)]
        })
        assert.ok(numbers.length > 0, `${where} asks for none`)
        assert.deepEqual([...new Set(numbers)], [id], where)
        assert.deepEqual(await visitor.texts('.failure'), [], where)
        checked += 1
      }
      assert.deepEqual(visitor.complaints, [])
    }
    assert.ok(checked > 25, `${checked} pages`)
  },
)

inBrowser('a number that is not there is 404, with a sentence and a way to what is', async ({ browser }) => {
  for (const address of addresses) {
    await using visitor = await openVisitor(browser, { url: address })
    const pages = (await namedPages(address)).map(({ path, choice }) => `${path}?${choice}=987654`)
    for (const where of new Set(pages)) {
      assert.equal((await fetch(address + where)).status, 404, where)
      await visitor.open(where)
      const said = await visitor.texts('.failure p:first-child')
      assert.ok(said.length > 0, where)
      for (const sentence of said) assert.match(sentence, /^404: There is no .+\.$/, where)
    }
  }
})

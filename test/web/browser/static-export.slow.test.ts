import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { EMBED_FIGURES } from '../../../server/contract/embed-figures.ts'
import { towline, towlineHere } from '../../cli/towline.ts'
import { heldCampaign, newSite, record } from '../../db/campaign/probing.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { writeFixture } from '../../server/fixture.ts'
import { followed } from '../../server/followed.ts'
import { servePlainFiles } from '../../servers/plain-files.ts'
import { har } from '../har/har-text.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'
import { dropFiles } from './drop-files.ts'
import { showPictures } from './pictures.ts'
import { borrowVisitor } from './visitor.ts'

async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'towline-static-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const resources = new AsyncDisposableStack()
after(() => resources.disposeAsync())

interface Exported {
  readonly url: string
  /** What the command said. */
  readonly stdout: string
}

let exported: Promise<Exported> | null = null

/** The fixture's data, exported once below `/some/folder/` of a host of plain files. */
async function exportFixture(): Promise<Exported> {
  const folder = resources.use(await temporaryFolder())
  await using database = await temporarySqlite()
  {
    await using writer = await database.open()
    await writeFixture(writer)
  }
  const host = join(folder.path, 'host')
  const { code, stdout, stderr } = await towline(
    [
      ...['export', '--static', join(host, 'some/folder'), '--path', '/some/folder/'],
      ...['--database', database.url],
    ],
    { cwd: folder.path },
  )
  assert.equal(code, 0, stderr)
  const { url } = resources.use(await servePlainFiles(host))
  return { url, stdout }
}

inBrowser('an export below a path of its host has lab runs and the field', async ({ browser }) => {
  exported ??= exportFixture()
  const files = await exported
  await using visitor = await borrowVisitor(browser, { url: files.url })
  const assertWhole = async (where: string): Promise<void> => {
    assert.deepEqual(await visitor.texts('.failure'), [], where)
    assert.deepEqual(
      await visitor.ask(`[...document.querySelectorAll('a[href]')].map((link) => new URL(link.href))
        .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/some/folder/'))
        .map(({ href }) => href)`),
      [],
      where,
    )
  }
  for (const path of [
    '/',
    '/lab',
    '/lab?arm=h3&baseline=h2',
    '/replay',
    '/replay?arm=h1&baseline=h2&cell=1',
    '/load',
    '/load?run=1&server=towline',
    '/field',
    '/field/site1.test',
    '/sites/site1.test',
  ]) {
    await visitor.open(`/some/folder${path}`)
    await assertWhole(path)
  }
  // The same views drew it as draw the server's pages, which every-page.test.ts holds against axe-core.
  assert.deepEqual(await violations(visitor), [])
  for (const [name, path] of [
    ['Sites', '/sites'],
    ['Lab', '/lab'],
    ['Overview', '/'],
  ] as const) {
    await visitor.page.click(`nav.pages a[href="/some/folder${path}"]`)
    await visitor.arrive(name)
    assert.equal(new URL(visitor.page.url()).pathname, `/some/folder${path}`)
    assert.deepEqual(await visitor.texts('nav.pages [aria-current=page]'), [name])
    await assertWhole(name)
  }
  await visitor.redraw(() => visitor.page.select('#metric', 'ttfb_ms'))
  assert.equal(new URL(visitor.page.url()).pathname, '/some/folder/')
  await assertWhole('a choice')
  await visitor.page.click('#link-to-view')
  await visitor.until(`document.querySelector('#view-link a') !== null`)
  assert.match((await visitor.texts('#view-link a')).join(), /\/some\/folder\/\?.*metric=ttfb_ms/)
  const api = await fetch(`${files.url}/some/folder/api/`)
  assert.doesNotMatch(await api.text(), /(href|src)="\/(?!some\/folder)/)
  assert.deepEqual(visitor.complaints, [])
})

inBrowser('an export has the figures that other sites show in frames', async ({ browser }) => {
  exported ??= exportFixture()
  const files = await exported
  await using visitor = await borrowVisitor(browser, { url: files.url })
  for (const figure of Object.keys(EMBED_FIGURES)) {
    await visitor.open(`/some/folder/embed/${figure}?site=site1.test`)
    assert.deepEqual(await visitor.texts('.failure'), [], figure)
    assert.equal((await visitor.texts('.figure svg')).length, 1, figure)
  }
  assert.deepEqual(visitor.complaints, [])
})

inBrowser('an export reads HAR files as the server’s page does', async ({ browser }) => {
  exported ??= exportFixture()
  const files = await exported
  await using visitor = await borrowVisitor(browser, { url: files.url })
  await visitor.open('/some/folder/har')
  assert.equal(await dropFiles(visitor, { 'one.har': JSON.stringify(har()) }), 'one.har: one load')
  assert.deepEqual(await visitor.texts('#load-name'), ['A page'])
  assert.deepEqual(visitor.complaints, [])
})

inBrowser('an export has the pictures of filmstrips under the same addresses', async ({ browser }) => {
  exported ??= exportFixture()
  const { url, stdout } = await exported
  assert.match(stdout, /left out: HARs and filmstrips of other samples/)
  await using visitor = await borrowVisitor(browser, { url })
  await visitor.open('/some/folder/sites/site1.test?right=h2')
  await showPictures(visitor)
  const sources = await visitor.page.$$eval('.filmstrip img', (all) => all.map(({ src }) => src))
  for (const source of new Set(sources))
    assert.match(source, /\/some\/folder\/api\/v1\/samples\/\d+\/pictures\/\w{16}\.jpg$/)
  assert.deepEqual(visitor.complaints, [])
})

inBrowser(
  'an export has what changed between surveys, as a feed too, and gains by vantage point',
  async ({ browser }) => {
    await using folder = await temporaryFolder()
    await using server = await followed()
    {
      await using writer = await openDatabase({ url: server.database })
      for (const vantage of ['Lancaster', 'Tokyo']) {
        const lease = await heldCampaign(writer, { vantage, rounds: 1, sites: [newSite('flaps.test')] })
        const metrics = [{ name: 'plt_ms', value: 100, note: null }]
        for (const _arm of ['h1', 'h2']) await record(writer, lease, { metrics })
      }
    }
    const host = join(folder.path, 'host')
    const ended = await towline(
      ['export', '--static', join(host, 'some'), '--path', '/some/', '--database', server.database],
      { cwd: folder.path },
    )
    assert.equal(ended.code, 0, ended.stderr)
    await using files = await servePlainFiles(host)
    await using visitor = await borrowVisitor(browser, { url: files.url })
    await visitor.open('/some/')
    const links = await visitor.page.$$eval('a[href*="/changes"]', (found) => found.map(({ href }) => href))
    assert.deepEqual(
      links.map((href) => href.slice(files.url.length)),
      ['/until=5.json', '/until=5.csv', '.atom'].map((file) => `/some/api/v1/changes${file}`),
    )
    for (const href of links) {
      const format = href.slice(href.lastIndexOf('.') + 1)
      const answered = await fetch(`${server.address}/api/v1/changes?format=${format}`)
      assert.equal(await (await fetch(href)).text(), await answered.text(), href)
    }
    const feed = await (await fetch(links[2] ?? '')).text()
    const alternates = [...feed.matchAll(/<link rel="alternate" href="([^"]+)"/g)].map(
      ([, href = '']) => href,
    )
    assert.equal(alternates.length, 6)
    await visitor.open('/some/sites/flaps.test')
    assert.deepEqual(await visitor.texts('.failure'), [])
    assert.deepEqual(await visitor.texts('#vantage-gains h2'), ['Gain from each vantage point'])
    const data = await visitor.page.$$eval('a[href*="/vantages/"]', (found) => found.map(({ href }) => href))
    assert.equal(data.length, 2)
    for (const href of data) assert.equal((await fetch(href)).status, 200, href)
    for (const href of alternates) assert.equal((await fetch(new URL(href, links[2]))).status, 200, href)
    assert.deepEqual(visitor.complaints, [])
  },
)

test('an export never writes into a folder with something in it', async (t: TestContext) => {
  await using folder = await temporaryFolder()
  const to = join(folder.path, 'site')
  await mkdir(to)
  await writeFile(join(to, 'mine.txt'), 'mine')
  await writeFile(join(folder.path, 'index.html'), '<head></head>')
  const { code, stderr } = await towlineHere(t, ['export', '--static', to, '--web', folder.path])
  assert.equal(code, 64)
  assert.match(stderr, /^towline: .*site is not empty: .*\n$/)
  assert.deepEqual(await readdir(to), ['mine.txt'])
  assert.deepEqual((await readdir(folder.path)).toSorted(), ['index.html', 'site'])
})

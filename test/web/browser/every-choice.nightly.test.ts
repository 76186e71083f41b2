import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { VERSION } from '../../../cli/options/version.ts'
import { type ReadOnlyServer, startReadOnlyServer } from '../../../server/read-only-server.ts'
import { testFolder } from '../../test-folder.ts'
import { inBrowser } from './dashboard.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** Pages of one kind (of sites, of sites of the field) that are opened; of the others the address is asked for. */
const MOST_ALIKE = 2

/** The recorded demonstration has a survey, a campaign, a lab run, a load run and a field release. */
async function recordedServer(): Promise<ReadOnlyServer> {
  await using resources = new AsyncDisposableStack()
  const folder = testFolder()
  const database = join(folder, 'recorded.sqlite')
  await copyFile(RECORDED, database)
  const server = resources.use(
    await startReadOnlyServer({
      ...{ database, webFolder: WEB_FOLDER, toolVersion: VERSION, recorded: true },
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
    }),
  )
  const owned = resources.move()
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Addresses that were seen on pages, each once, in the order in which they were found. */
interface Found {
  /** Pages of the dashboard, without choices. */
  readonly pages: Set<string>
  /** Pages with a choice or a place, as links have them. */
  readonly views: Set<string>
  /** Downloads. */
  readonly data: Set<string>
}

async function collectLinks(visitor: Visitor, found: Found): Promise<void> {
  const hrefs = await visitor.ask<string[]>(
    `[...document.querySelectorAll('a[href]')].map((link) => new URL(link.getAttribute('href'), document.baseURI))
      .filter(({ origin }) => origin === location.origin).map(({ href, origin }) => href.slice(origin.length))`,
  )
  for (const href of hrefs) {
    const { pathname } = new URL(href, 'http://localhost')
    if (pathname.startsWith('/api')) found.data.add(href)
    else {
      found.pages.add(pathname)
      if (href !== pathname) found.views.add(href)
    }
  }
}

/** What a visitor must see wherever a link or a choice has led. */
async function assertWhole(visitor: Visitor, where: string): Promise<void> {
  assert.deepEqual(await visitor.texts('.failure'), [], where)
  assert.equal((await visitor.texts('h1')).length, 1, where)
  const [main = ''] = await visitor.texts('#main')
  assert.ok(main.trim().length > 40, `${where}: ${main}`)
  assert.deepEqual(visitor.complaints, [], where)
}

interface Choice {
  readonly id: string
  readonly values: readonly string[]
}

const CHOICES = `[...document.querySelectorAll('#main select')].map(({ id, options }) =>
  ({ id, values: [...options].map(({ value }) => value) }))`

/** Chooses every option of every select of the page that is open; resolves to how many. */
async function chooseAll(visitor: Visitor, path: string, found: Found): Promise<number> {
  let chosen = 0
  for (const { id, values } of await visitor.ask<Choice[]>(CHOICES)) {
    for (const value of [...values.slice(1), ...values.slice(0, 1)]) {
      const option = `#${id} option[value=${JSON.stringify(value)}]`
      // A choice before may have taken this one away.
      if (!(await visitor.ask(`document.querySelector(${JSON.stringify(option)})?.selected === false`)))
        continue
      await choose(visitor, id, value)
      await assertWhole(visitor, `${path}: ${id} = ${value}`)
      await collectLinks(visitor, found)
      chosen += 1
    }
  }
  return chosen
}

/** What changes the address has the page drawn anew; anything else is done when the handler returns. */
async function choose(visitor: Visitor, id: string, value: string): Promise<void> {
  const { page } = visitor
  await page.$eval('#main > *', (shown) => shown.setAttribute('data-before', ''))
  const before = page.url()
  await page.select(`#${id}`, value)
  const isAnew = (await visitor.ask<string>('location.href')) !== before
  await visitor.until(
    `${isAnew ? `document.querySelector('[data-before]') === null` : 'true'} &&
     !document.querySelector('#main').hidden && document.querySelector('[aria-busy], #waiting') === null`,
  )
}

/** `/sites/example.com` is like `/sites/example.org`. */
const kindOf = (path: string): string => path.replace(/^\/(\w+)\/.+$/, '/$1/*')

inBrowser(
  'every page, every choice on it, every link and every download is without an error',
  async ({ browser }) => {
    await using server = await recordedServer()
    await using visitor = await openVisitor(browser, { url: server.address })
    const found: Found = { pages: new Set(['/']), views: new Set(), data: new Set() }
    const opened = new Map<string, number>()
    let chosen = 0
    // What is found on a page is opened in turn: a set goes on with what is added to it.
    for (const path of found.pages) {
      const alike = opened.get(kindOf(path)) ?? 0
      if (alike >= MOST_ALIKE) {
        assert.equal((await fetch(server.address + path)).status, 200, path)
        continue
      }
      opened.set(kindOf(path), alike + 1)
      await visitor.open(path)
      await assertWhole(visitor, path)
      await collectLinks(visitor, found)
      chosen += await chooseAll(visitor, path, found)
    }
    assert.deepEqual(
      ['/', '/sites', '/sites/*', '/lab', '/load', '/field', '/field/*', '/method'].filter(
        (kind) => !opened.has(kind),
      ),
      [],
    )
    assert.ok(chosen > 50, `${chosen} choices`)

    const viewed = new Map<string, number>()
    for (const view of found.views) {
      const { pathname, search, hash } = new URL(view, 'http://localhost')
      // Of links with the same choices and other values a few.
      const names = [...new URLSearchParams(search).keys()].join()
      const kind = `${kindOf(pathname)} ${names} ${hash}`
      if ((viewed.get(kind) ?? 0) >= MOST_ALIKE) continue
      viewed.set(kind, (viewed.get(kind) ?? 0) + 1)
      await visitor.open(view)
      await assertWhole(visitor, view)
      if (hash !== '')
        assert.ok(
          await visitor.ask(`document.getElementById(${JSON.stringify(hash.slice(1))}) !== null`),
          view,
        )
    }

    assert.ok(found.data.size > 50, `${found.data.size} downloads`)
    for (const href of found.data) {
      const response = await fetch(server.address + href)
      assert.ok([200, 202].includes(response.status), `${href}: ${response.status}`)
      assert.ok((await response.text()).length > 1, href)
    }
    console.log(
      `${opened.size} kinds of pages, ${chosen} choices, ${viewed.size} views, ${found.data.size} downloads`,
    )
  },
)

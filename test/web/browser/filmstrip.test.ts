import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { towline } from '../../cli/towline.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { writeFixture } from '../../server/fixture.ts'
import { servePlainFiles } from '../../servers/plain-files.ts'
import { inBrowser } from './dashboard.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const PAGE = '/sites/site1.test?right=h2'

/** Waits until every picture is decoded, those out of sight included. */
async function showPictures({ page, until }: Visitor): Promise<void> {
  await page.$$eval('.filmstrip img', (all) => {
    for (const one of all) one.loading = 'eager'
  })
  await until(
    `document.querySelector('.filmstrip img') && [...document.querySelectorAll('.filmstrip img')].every((one) => one.complete && one.naturalWidth > 0)`,
  )
}

inBrowser('filmstrips of two loads show their pictures, each described in words', async ({ visitor }) => {
  await visitor.open(PAGE)
  await showPictures(visitor)
  const words = await visitor.page.$$eval('.filmstrip img', (all) => all.map(({ alt }) => alt))
  assert.equal(words[0], 'HTTP/1.1 at 0.0 s: at the start')
  assert.ok(words.some((each) => /^HTTP\/2 at 0\.\d s: changed.*, first contentful paint/.test(each)))
  assert.equal(new Set(words).size, words.length)
})

inBrowser('the time between two pictures is chosen, and stands in the address', async ({ visitor }) => {
  await visitor.open(PAGE)
  const columns = (await visitor.texts('.filmstrip thead th')).length
  await visitor.redraw(() => visitor.page.select('#step', '0.5'))
  assert.match(visitor.page.url(), /[?&]step=0\.5/)
  const headings = await visitor.texts('.filmstrip thead th')
  assert.ok(headings.length < columns)
  assert.deepEqual(headings.slice(0, 3), ['protocol', '0.0 s', '0.5 s'])
})

inBrowser(
  'a filmstrip wider than the screen is scrolled by the keyboard',
  async ({ visitor }) => {
    await visitor.open(PAGE)
    await visitor.page.focus('.filmstrip-scroll')
    await visitor.page.keyboard.press('ArrowRight')
    await visitor.until(`document.querySelector('.filmstrip-scroll').scrollLeft > 0`)
  },
  { width: 360, height: 740 },
)

inBrowser('an export as files has the pictures under the same addresses', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-filmstrip-'))
  try {
    await using database = await temporarySqlite()
    {
      await using writer = await database.open()
      await writeFixture(writer)
    }
    const to = join(folder, 'site')
    const ended = await towline(['export', '--static', to, '--database', database.url], { cwd: folder })
    assert.equal(ended.code, 0, ended.stderr)
    assert.match(ended.stdout, /left out: HARs and filmstrips of other samples/)
    await using files = await servePlainFiles(to)
    await using visitor = await openVisitor(browser, { url: files.url })
    await visitor.open(PAGE)
    await showPictures(visitor)
    const sources = await visitor.page.$$eval('.filmstrip img', (all) => all.map(({ src }) => src))
    for (const source of new Set(sources))
      assert.match(source, /\/api\/v1\/samples\/\d+\/pictures\/\w{16}\.jpg$/)
    assert.deepEqual(visitor.complaints, [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import assert from 'node:assert/strict'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import type { FieldSiteRow } from '../../../server/contract/contract.ts'
import { FIELD_LIST, writeField } from '../../server/field/field-fixture.ts'
import { served } from '../../server/served.ts'
import { type InBrowser, inBrowser } from './dashboard.ts'
import { openVisitor } from './visitor.ts'

/** Names in the table, from above. */
const NAMES = '.sites tbody th a'

async function names({ server }: InBrowser, question: string): Promise<string[]> {
  const { rows } = await server.answer('fieldSites', `/field/sites?${question}`)
  return rows.map(({ domain }: FieldSiteRow) => domain)
}

inBrowser('released sites are listed, searched and sorted; the address keeps it', async (given) => {
  const { visitor } = given
  const { page } = visitor
  await visitor.open('/field')
  assert.deepEqual(await visitor.texts(NAMES), ['site1.test', 'site2.test', 'site30.test'])
  assert.deepEqual(await visitor.texts('.sites tbody tr:nth-child(2) td'), [
    '2',
    '40',
    'not enough data',
    '762 ms, n = 40, frozen',
    'not enough data',
  ])
  await visitor.redraw(() => page.click('#sort-h3'))
  assert.equal(new URL(page.url()).search, '?sort=h3')
  assert.deepEqual(await visitor.texts(NAMES), await names(given, 'sort=h3'))
  await visitor.redraw(() => page.click('#sort-h3'))
  assert.deepEqual(await visitor.texts(NAMES), await names(given, 'sort=h3&order=desc'))
  assert.deepEqual(
    await page.$$eval('th[aria-sort]', (all) => all.map((one) => `${one.textContent} ${one.ariaSort}`)),
    ['HTTP/3: median load ↓ descending'],
  )
  await page.focus('#q')
  await visitor.redraw(() => page.keyboard.sendCharacter('site3'))
  assert.deepEqual(await visitor.texts(NAMES), ['site30.test'])
  await page.reload()
  await visitor.arrive('Field')
  assert.deepEqual(await visitor.texts(NAMES), ['site30.test'])
  await visitor.open('/field?q=zzz')
  assert.deepEqual(await visitor.texts('#main .nothing'), [
    'No released site matches. A shorter search may find some.',
  ])
})

inBrowser('from a released site to its own loads and back', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/field')
  await page.click(`${NAMES}[href^="/field/site1.test"]`)
  await visitor.arrive('site1.test in the field')
  assert.deepEqual(await visitor.texts('nav.pages [aria-current=page]'), ['Field'])
  await page.click('.facts a[href="/sites/site1.test"]')
  await visitor.arrive('site1.test')
  await page.click('.facts a[href^="/field/site1.test"]')
  await visitor.arrive('site1.test in the field')
  await page.click('.trail a')
  await visitor.arrive('Field')
  await visitor.open('/sites/site9.test')
  assert.equal(await page.$('a[href^="/field/"]'), null, 'what is not released has no link')
})

inBrowser(
  'field, live and lab are drawn as curves of their own, each named with its n',
  async ({ visitor }) => {
    await visitor.open('/field/site1.test?lab=1:2')
    const sources = ['field', 'live', 'lab']
    assert.deepEqual(
      await visitor.texts('#field .plot .key-label'),
      sources.flatMap((source) => ['HTTP/1.1', 'HTTP/2', 'HTTP/3'].map((name) => `${name}, ${source}`)),
    )
    assert.equal((await visitor.page.$$('#field .plot path.curve')).length, 9)
    const [note = ''] = await visitor.texts('#field .note')
    assert.match(note, /HTTP\/2, field: 61 contributors, 183 loads;/)
    assert.match(note, /HTTP\/2, live: 10 loads;/)
    assert.match(note, /HTTP\/2, lab: 6 loads;/)
    const rows = await visitor.texts('[aria-label="Conditions of each source"] tbody tr')
    assert.match(rows[0] ?? '', /^fieldrelease of the week of 2026-11-16, loads of the 28 days before/)
    assert.match(rows[1] ?? '', /^live2026-\d\d-\d\d, campaign 1, in the sandboxChrome 156cold/)
    assert.match(
      rows[2] ?? '',
      /^lab2026-\d\d-\d\d, run 1, condition 2Chrome 156run 1: .*100 ms round trip.*; cold$/,
    )
  },
)

inBrowser('gains of the field say which groups they compare, and what they do not say', async (given) => {
  const { visitor, server } = given
  await visitor.open('/field/site1.test')
  const { gains } = await server.answer('fieldSite', '/field/sites/site1.test')
  const heads = await visitor.texts('.verdict-gain')
  const labels: Readonly<Record<string, string>> = { 'http/1.1': 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3' }
  assert.deepEqual(
    heads,
    gains.map(
      ({ protocol, baseline, gain, gainInterval: { low, high } }) =>
        `${labels[protocol]} over ${labels[baseline]} ${gain.toFixed(2)}× ${low.toFixed(2)}–${high.toFixed(2)}`,
    ),
  )
  assert.match((await visitor.texts('#main .note')).join(' '), /Nobody was put into these groups/)
})

inBrowser('choices of a site’s page stand in the address', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/field/site1.test')
  for (const [name, value] of Object.entries({ lab: '1:1', beside: 'lab', scale: 'linear' })) {
    await page.focus(`#${name}`)
    await visitor.redraw(() => page.select(`#${name}`, value))
    assert.equal(new URL(page.url()).searchParams.get(name), value)
    assert.equal(await visitor.ask('document.activeElement.id'), name, 'the focus stays')
  }
  const keys = await visitor.texts('#field .plot .key-label')
  assert.ok(keys.length === 6 && keys.every((key) => /field$|lab$/.test(key)), keys.join())
  const shown = await visitor.texts('#main')
  await page.reload()
  await visitor.arrive('site1.test in the field')
  assert.deepEqual(await visitor.texts('#main'), shown)
  await visitor.redraw(() => page.select('#metric', 'wait'))
  assert.deepEqual(await visitor.texts('#field .plot .key-label'), ['HTTP/2, field'])
})

inBrowser('arrow keys read all curves out', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/field/site30.test')
  await page.focus('#field .plot')
  await page.keyboard.press('End')
  const [said = ''] = await visitor.texts('#field output')
  assert.match(said, /^At or below [\d,]+ ms: HTTP\/2, field 100 % · HTTP\/3, field 100 %$/)
})

inBrowser('below the threshold a page says so, and what to do about it', async ({ visitor }) => {
  await visitor.open('/field/site9.test')
  const [said = ''] = await visitor.texts('#main p.nothing')
  assert.match(
    said,
    /^Not enough data of page load time\. A curve is published from 20 contributors and 50 loads/,
  )
  assert.match(said, /install the extension/)
  await visitor.open('/field/site30.test')
  assert.match((await visitor.texts('#main .note')).join(' '), /Not enough data by HTTP\/1\.1: too few/)
})

inBrowser('a frozen curve says since when and why', async ({ visitor }) => {
  await visitor.open('/field/site2.test')
  assert.match(
    (await visitor.texts('#main .note')).join(' '),
    /HTTP\/2 is frozen since the week of 2026-11-09: its median leapt/,
  )
})

inBrowser(
  'a site that is not under study is said to be none',
  async ({ visitor }) => {
    await visitor.open('/field/unlisted.test')
    const [said = ''] = await visitor.texts('[role=alert] p')
    assert.match(said, /There is no such site under study/)
  },
  // The document's status as well as its data's.
  { expected: /^404: (\/api\/v1\/field\/sites|\/field)\/unlisted\.test/ },
)

inBrowser('the method tells what the field is, where the page links to it', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/field/site1.test')
  await page.click('a[href="/method#the-field"]')
  await visitor.arrive('Method')
  const topPx = await page.$eval('#the-field', (heading) => heading.getBoundingClientRect().top)
  assert.ok(topPx >= 0 && topPx < (await visitor.ask<number>('window.innerHeight')), `${topPx} px`)
})

inBrowser(
  'without curves, then a release, then a study, the page says what is missing and how it comes to be',
  async ({ browser }) => {
    await using server = await served({ webFolder: WEB_FOLDER })
    await using visitor = await openVisitor(browser, server)
    for (const [emptied, said] of [
      [
        ['field_cells'],
        /^Not enough data: in the week of 2026-11-16 no site had 20 contributors and 50 loads/,
      ],
      [
        ['field_releases'],
        /^No release has been made yet\. The study takes contributions to 30 sites; what has 20 contributors and 50 loads/,
      ],
      [['field_sites', 'field_studies'], /^No study has been opened here.*towline contributions open/],
    ] as const) {
      await server.writer.write(async (query) => {
        for (const table of emptied) await query(`DELETE FROM ${table}`)
      })
      await visitor.open('/field')
      assert.match((await visitor.texts('#main p.nothing')).join(' '), said)
      assert.equal(await visitor.page.$('.sites'), null)
    }
    assert.deepEqual(visitor.complaints, [])
  },
)

inBrowser('a closed pilot is not on the page; of two open studies one is chosen', async ({ browser }) => {
  await using server = await served({ webFolder: WEB_FOLDER })
  await writeField(server.writer, { list: 'PILOT1', pilot: 'campus' })
  await using visitor = await openVisitor(browser, server)
  await visitor.open('/field')
  assert.equal(await visitor.page.$('#list'), null)
  assert.doesNotMatch((await visitor.texts('#main')).join(), /PILOT1/)
  await writeField(server.writer, { list: 'OTHER2' })
  await visitor.open('/field')
  assert.deepEqual(await visitor.texts('#list option'), [
    `${FIELD_LIST}, opened 2026-10-01`,
    'OTHER2, opened 2026-10-01',
  ])
  await visitor.redraw(() => visitor.page.select('#list', 'OTHER2'))
  assert.deepEqual((await visitor.texts('.facts dd'))[0], 'OTHER2')
})

import assert from 'node:assert/strict'
import type { Arm } from '../../../server/contract/contract.ts'
import { ARMS } from '../../server/fixture.ts'
import { type InBrowser, inBrowser } from './dashboard.ts'

const SITE = '/sites/site1.test?right=h2'
const LABELS: Readonly<Record<string, string>> = { h1: 'HTTP/1.1', h2: 'HTTP/2', h3: 'HTTP/3' }

/** What the API has of the page load time of site 1. */
function cdf({ server }: InBrowser, points: number) {
  return server.answer(
    'cdf',
    `/campaigns/${server.fixture.campaignId}/sites/0/cdf?metric=plt_ms&points=${points}`,
  )
}

/** Samples of each arm, ascending: with as many quantiles as samples the quantiles are the samples. */
async function samplesOf(given: InBrowser): Promise<ReadonlyMap<Arm, readonly number[]>> {
  const counts = (await cdf(given, 200)).rows.map(({ n }) => n)
  const answers = await Promise.all(counts.map((n) => cdf(given, n)))
  return new Map(
    answers.flatMap(({ rows }, i) => rows.slice(i, i + 1).map(({ arm, values }) => [arm, values] as const)),
  )
}

inBrowser('at every place the read-out says the share of the API’s samples at or below it', async (given) => {
  const { visitor } = given
  const samples = await samplesOf(given)
  await visitor.open(SITE)
  await visitor.page.focus('#cdf .plot')
  const heard = new Set<string>()
  for (let last = ''; ; ) {
    await visitor.page.keyboard.press('ArrowRight')
    const [said = ''] = await visitor.texts('#cdf output')
    if (said === last) break
    last = said
    heard.add(said)
    const placeMs = Number(/^At or below ([\d.]+) ms/.exec(said)?.[1])
    for (const arm of ARMS) {
      const values = samples.get(arm) ?? []
      const percent = (100 * values.filter((value) => value <= placeMs).length) / values.length
      const found = new RegExp(`${LABELS[arm]} ([\\d.]+) %`).exec(said)?.[1]
      assert.ok(Math.abs(Number(found) - percent) <= 0.05, `${arm}: ${percent} % are, and it says: ${said}`)
    }
  }
  assert.ok(heard.size >= 40, `${heard.size} places`)
})

inBrowser('the table of quantiles is the API’s', async (given) => {
  const answer = await cdf(given, 200)
  await given.visitor.open(SITE)
  const rows = await given.visitor.page.$$eval('.figure-and-side > .table-scroll tbody tr', (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  )
  const of = (name: string): number[] =>
    (rows.find(([first]) => first === name) ?? []).slice(1).map((text) => Number.parseFloat(String(text)))
  for (const [i, { min, max, n, p05, p50, p99, leftOut }] of answer.rows.entries()) {
    for (const [name, value] of [
      ['5 %', p05],
      ['50 %', p50],
      ['99 %', p99],
    ] as const)
      assert.ok(Math.abs((of(name)[i] ?? 0) - (value ?? 0)) <= 0.5, `${name}: ${value}`)
    assert.ok(Math.abs((of('least')[i] ?? 0) - (min ?? 0)) <= 0.5)
    assert.ok(Math.abs((of('most')[i] ?? 0) - (max ?? 0)) <= 0.5)
    assert.equal(of('n')[i], n)
    assert.equal(
      of('left out')[i],
      leftOut.reduce((sum, { count }) => sum + count, 0),
    )
  }
})

inBrowser('a pointer reads out what is under it, and nothing when it has left', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open(SITE)
  const plot = await page.waitForSelector('#cdf svg')
  await plot?.scrollIntoView()
  const { x = 0, y = 0, width = 0, height = 0 } = (await plot?.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  const [said = ''] = await visitor.texts('#cdf output')
  assert.match(said, /^At or below/)
  const crossX = await page.$eval('#cdf .crosshair-line', (line) => line.getBoundingClientRect().x)
  assert.ok(Math.abs(crossX - (x + width / 2)) < width / 40, `the line is at ${crossX}`)
  await page.mouse.move(x + width / 4, y + height / 2)
  assert.notEqual((await visitor.texts('#cdf output'))[0], said)
  await page.mouse.move(2, 2)
  assert.equal(await page.$('#cdf .crosshair'), null)
})

inBrowser('a click on a row of the ranking opens its site', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/')
  const rows = await visitor.texts('#ranking .row-label')
  await page.click('#ranking .row-link:last-child')
  await visitor.arrive(rows.at(-1) ?? '')
})

inBrowser(
  'rows are links over all of their width: to copy, and to open beside the page',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.open('/')
    for (const chart of ['#pairs', '#ranking']) {
      const names = await visitor.texts(`${chart} .row-label`)
      const links = await page.$$eval(`${chart} a.row-link`, (all) =>
        all.map((link) => ({
          path: link.pathname,
          says: link.ariaLabel,
          box: link.getBoundingClientRect().toJSON(),
        })),
      )
      assert.deepEqual(
        links.map(({ path }) => path),
        names.map((name) => `/sites/${name}`),
      )
      const width = await page.$eval(`${chart} svg`, (svg) => svg.getBoundingClientRect().width)
      for (const [i, { says, box }] of links.entries()) {
        assert.ok(says?.startsWith(`${names[i]}: `), String(says))
        assert.ok(box.height >= 24 && Math.abs(box.width - width) <= 1, JSON.stringify(box))
      }
    }
    const [first = ''] = await visitor.texts('#ranking .row-label')
    const opened = visitor.context.waitForTarget((target) => target.url().endsWith(`/sites/${first}`))
    await page.click('#ranking a.row-link', { button: 'middle' })
    await opened
    assert.equal(new URL(page.url()).pathname, '/', 'this page stays')
  },
)

import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { roundedCell } from '../../server/app/expected.ts'
import { csvCells } from '../../server/served.ts'
import { inBrowser } from './dashboard.ts'
import { type Download, openDownloadFolder } from './download-folder.ts'
import { openVisitor } from './visitor.ts'

const SITE = '/sites/site1.test?right=h2'

inBrowser('every figure’s CSV and JSON are the API’s answers, and the CSV is a download', async (given) => {
  const { browser, visitor, server } = given
  await using folder = await openDownloadFolder(browser, visitor)
  await visitor.open(SITE)
  const figures = await visitor.page.$$eval('figure', (all) => all.map(({ id }) => id))
  assert.deepEqual(figures, ['cdf', 'series', 'waterfall', 'phases', 'protocols'])
  for (const id of figures) {
    const links = await visitor.page.$$eval(`#${id} .files a`, (all) => all.map(({ href }) => href))
    for (const link of links) {
      const answer = await fetch(link)
      assert.equal(answer.status, 200, link)
      if (!link.includes('format=csv')) {
        assert.equal(((await answer.json()) as { campaignId: number }).campaignId, server.fixture.campaignId)
        continue
      }
      const file = await folder.take(() => visitor.page.click(`#${id} .files a[href*="format=csv"]`))
      assert.match(file.name, /^towline-site1\.test-[a-z-]+-campaign-1-2026-11-21\.csv$/)
      const picture = await folder.take(() => visitor.page.click(`#${id} [data-save=svg]`))
      if (id !== 'phases') assert.equal(picture.name, file.name.replace(/csv$/, 'svg'))
      assert.equal(file.bytes.toString(), await answer.text())
    }
  }
})

inBrowser(
  'the distribution’s CSV has the quantiles of its JSON, of the metric that is shown',
  async (given) => {
    const { browser, visitor } = given
    await using folder = await openDownloadFolder(browser, visitor)
    await visitor.open(`${SITE}&metric=lcp_ms`)
    const json = await visitor.page.$eval('#cdf .files a:nth-child(2)', ({ href }) => href)
    const {
      metric,
      p,
      rows: curves,
    } = (await (await fetch(json)).json()) as {
      metric: string
      p: number[]
      rows: { arm: string; values: number[] }[]
    }
    assert.equal(metric, 'lcp_ms')
    const file = await folder.take(() => visitor.page.click('#cdf .files a:first-child'))
    const [heading = [], ...rows] = csvCells(file.bytes.toString())
    const [armAt, pAt] = [heading.indexOf('arm'), heading.indexOf('p')]
    for (const { arm, values } of curves) {
      const own = rows.filter((row) => row[armAt] === arm)
      assert.equal(own.length, values.length)
      for (const [i, value] of values.entries()) {
        roundedCell(own[i]?.[pAt], p[i] ?? NaN, 'p')
        roundedCell(own[i]?.at(-1), value, metric)
      }
    }
  },
)

/** Texts that end beyond the right edge. */
const TOO_WIDE = `[...document.querySelectorAll('text[x="0"]')]
  .filter((text) => text.getBoundingClientRect().right > document.documentElement.viewBox.baseVal.width)
  .map((text) => text.textContent)`

/** Size of an SVG from its first tag, CSS px. */
function sizeOf({ bytes }: Download): [widthPx: number, heightPx: number] {
  const tag = /<svg[^>]*>/.exec(bytes.toString())?.[0] ?? ''
  return [Number(/ width="([\d.]+)"/.exec(tag)?.[1]), Number(/ height="([\d.]+)"/.exec(tag)?.[1])]
}

for (const path of ['/', SITE, '/pages', '/lab'])
  inBrowser(
    `every chart of ${path} is saved as an SVG that is well-formed and stands alone`,
    async (given) => {
      const { browser, visitor } = given
      await using folder = await openDownloadFolder(browser, visitor)
      // Away from the page, as whoever is sent the file sees it. Requests to elsewhere are complaints.
      await using other = await openVisitor(browser, { url: 'null' })
      await visitor.open(path)
      const figures = await visitor.page.$$eval('figure', (all) => all.map(({ id }) => id))
      assert.ok(figures.length > 0)
      for (const id of figures) {
        const file = await folder.take(() => visitor.page.click(`#${id} [data-save=svg]`))
        assert.match(file.name, /^towline-[a-z0-9.-]+-2026-11-21\.svg$/, id)
        const copy = pathToFileURL(`${file.path}.svg`).href
        await rename(file.path, `${file.path}.svg`)
        await other.page.goto(copy)
        const kind = `document.documentElement.nodeName + document.querySelectorAll('parsererror').length`
        assert.equal(await other.ask(kind), 'svg0', id)
        assert.deepEqual(other.complaints, [], id)
        assert.doesNotMatch(file.bytes.toString(), / class=|var\(|light-dark\(|url\(|href=/, id)
        const [title = ''] = await visitor.texts(`#${id} h3`)
        const words = (await other.texts('text')).join(' ')
        assert.ok(words.includes(title.slice(0, 20)), `${id} has its title: ${words.slice(0, 100)}`)
        // Below the chart: what it is from, when, under which conditions, what it is not, and where it was.
        assert.match(words, /(Campaign|Survey|Lab run) \d+.* of 2026-11-21: \d+ /, id)
        assert.match(words, /says nothing about sites on the internet/, id)
        assert.match(words, /Measured with towline \d.*Licence of the data: CC-BY-4\.0/, id)
        const address = words.replaceAll(/(?<=http\S*) /g, '')
        assert.ok(address.includes(`${visitor.page.url().split('?')[0]}?`), `${id}: ${words.slice(-300)}`)
        assert.ok(address.endsWith(`#${id}`), `${id}: ${words.slice(-300)}`)
        assert.deepEqual(await other.ask(TOO_WIDE), [], `${id}: no line is wider than the picture`)
        assert.ok((await other.texts('path, rect, line')).length > 5, `${id} has marks`)
      }
    },
  )

inBrowser('a chart is saved as a PNG of twice the size of its SVG', async ({ browser, visitor }) => {
  await using folder = await openDownloadFolder(browser, visitor)
  await visitor.open(SITE)
  for (const id of ['cdf', 'waterfall']) {
    const [widthPx, heightPx] = sizeOf(await folder.take(() => visitor.page.click(`#${id} [data-save=svg]`)))
    assert.equal(widthPx, 932)
    const { name, bytes } = await folder.take(() => visitor.page.click(`#${id} [data-save=png]`))
    assert.match(name, new RegExp(`^towline-site1\\.test-[a-z0-9-]*${id}-campaign-1-2026-11-21\\.png$`))
    assert.deepEqual(bytes.subarray(0, 8), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [2 * widthPx, 2 * heightPx])
    assert.ok(bytes.length > 10_000, `a picture and no empty sheet: ${bytes.length} bytes`)
  }
})

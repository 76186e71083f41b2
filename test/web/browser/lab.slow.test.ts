import assert from 'node:assert/strict'
import { recordCell } from '../../../db/lab/lab-cells.ts'
import { inBrowser, onServer } from './dashboard.ts'

const onItsOwn = onServer()

onItsOwn(
  'efficiency is drawn once conditions have a wire limit, and not offered until then',
  async ({ visitor, server }) => {
    const { labRunId } = server.fixture
    await visitor.open('/lab')
    assert.equal(await visitor.page.$('#efficiency'), null)
    assert.ok(!(await visitor.texts('h2')).includes('Efficiency against the wire limit'))

    for (const cell of [0, 2])
      await recordCell(server.writer, { labRunId, cell }, { wireLimitMs: { h1: 60 + cell, h2: 50, h3: 40 } })
    await visitor.open('/lab')
    assert.deepEqual(await visitor.texts('#efficiency .row-label'), ['HTTP/1.1', 'HTTP/2', 'HTTP/3'])
    assert.equal((await visitor.page.$$('#efficiency .plot .dot')).length, 6)
    assert.match(
      (await visitor.texts('#efficiency .note')).join(''),
      /HTTP\/1\.1: n = 2, 3 left out; HTTP\/2: n = 2, 3 left out; HTTP\/3: n = 2, 3 left out\./,
    )
    await visitor.page.focus('#efficiency .plot')
    await visitor.page.keyboard.press('Home')
    const [said = ''] = await visitor.texts('#efficiency output')
    assert.match(said, /^HTTP\/1\.1, A, \d+ ms round trip.*: \d[\d.]* %, 6[02]\.0 ms of/)
  },
)

inBrowser('every choice that the lab offers can be made and shows a figure', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/lab')
  for (const id of ['metric', 'arm', 'baseline', 'x', 'fixed-initcwnd']) {
    const values = await page.$$eval(`#${id} option`, (options) => options.map(({ value }) => value))
    assert.ok(values.length > 0, id)
    for (const value of values) {
      if ((await page.$eval(`#${id}`, (select) => select.value)) === value) continue
      await visitor.redraw(() => page.select(`#${id}`, value))
      assert.deepEqual(await visitor.texts('.failure'), [], `${id} ${value}`)
      assert.equal((await visitor.texts('.finding')).length, 1, `${id} ${value}`)
      assert.equal((await page.$$('#heatmap .in-cell')).length > 0, true, `${id} ${value}`)
    }
    await visitor.open('/lab')
  }
})

inBrowser(
  'on a phone the first column of a table stays in sight while the others scroll',
  async ({ visitor }) => {
    await visitor.open('/lab')
    const left = await visitor.page.$eval('.first-stays', (box) => {
      box.scrollLeft = 400
      const cell = box.querySelector('tbody th')
      return [
        box.scrollLeft,
        Math.round((cell?.getBoundingClientRect().left ?? 0) - box.getBoundingClientRect().left),
      ]
    })
    assert.ok((left[0] ?? 0) > 0, 'the table is wider than the phone')
    assert.equal(left[1], 0)
  },
  { width: 390, height: 800 },
)

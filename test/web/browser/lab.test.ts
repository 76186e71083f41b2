import assert from 'node:assert/strict'
import { recordCell } from '../../../db/lab/lab-cells.ts'
import { inBrowser } from './dashboard.ts'

inBrowser(
  'efficiency is drawn once conditions have a wire limit, and until then said to be missing',
  async ({ visitor, server }) => {
    const { labRunId } = server.fixture
    await visitor.open('/lab')
    assert.equal(await visitor.page.$('#efficiency'), null)
    assert.match(
      (await visitor.texts('#main .nothing')).join(' '),
      /No condition of this run has a wire limit/,
    )

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
    assert.match(said, /^HTTP\/1\.1, .*round trip \(ms\) \d+.*: \d[\d.]* %, 6[02]\.0 ms of/)
  },
)

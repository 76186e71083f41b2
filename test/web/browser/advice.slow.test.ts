import assert from 'node:assert/strict'
import { adviceOf, GAINS, loadOf, whatIfOf } from '../../cli/advise/advice-data.ts'
import { inBrowser } from './dashboard.ts'
import { dropFiles } from './drop-files.ts'
import { assertFitsPhones, assertSuitsThemes } from './every-screen.ts'

const PAIR = [loadOf('h2'), loadOf('h3')]
const ADVICE = adviceOf(GAINS, {
  ...{ whatIfs: [whatIfOf()], advice: ['Serve the page from one host: 1.20 (1.15–1.25) on 4G.'] },
  ...{ internet: false, notShown: ['A page behind a sign-in.'], loads: { replayed: PAIR, live: PAIR } },
})

inBrowser(
  'an advice that is dropped is shown, sent nowhere, and suits themes and phones',
  async ({ visitor }) => {
    await visitor.open('/advice')
    assert.match((await visitor.texts('.lede')).join(), /nothing of it is stored or uploaded/)
    const requested: string[] = []
    visitor.page.on('request', (request) => requested.push(request.url()))
    assert.equal(
      await dropFiles(visitor, { 'advice.json': JSON.stringify(ADVICE) }),
      'advice.json: towline 1.2.3, 2026-11-28 18:00 UTC, Chrome 156.0',
    )
    assert.deepEqual(await visitor.texts('.advice .answer'), [ADVICE.answer])
    assert.deepEqual(requested, [])
    await visitor.ask(`document.querySelectorAll('details').forEach((each) => { each.open = true })`)
    await assertSuitsThemes(visitor, '/advice')
    await assertFitsPhones(visitor, '/advice')
  },
)

inBrowser('a file that is no advice takes the place of one, and its names are text', async ({ visitor }) => {
  await visitor.open('/advice')
  const title = '<img src=x onerror="document.title=1">'
  await dropFiles(visitor, { 'advice.json': JSON.stringify({ ...ADVICE, notShown: [title] }) })
  assert.deepEqual(await visitor.texts('.advice img'), [])
  assert.match(await dropFiles(visitor, { 'other.json': '{}' }), /^The file is JSON, but no advice/)
  assert.deepEqual(await visitor.texts('.advice'), [])
})

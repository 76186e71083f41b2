import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldSite } from '../../../../server/contract/contract.ts'
import { besideOf, distribution } from '../../../../web/views/field/field-distribution.ts'
import { fieldGains } from '../../../../web/views/field/field-gains.ts'
import { conditionText, fieldNotes } from '../../../../web/views/field/field-notes.ts'
import { fieldSite } from '../../../../web/views/field/field-site.ts'
import { servedApi } from '../served-api.ts'
import { showView } from '../shown-view.ts'

async function found(): Promise<FieldSite> {
  const { api } = await servedApi()
  return api.get('fieldSite', '/field/sites/site1.test', { metric: 'load' })
}

test('a site in the field has its gains, its curves beside our own, and what each curve is', async () => {
  const { api } = await servedApi()
  const { texts, text } = await showView((context) => fieldSite(context, 'site1.test'), { api })
  assert.deepEqual(texts('h2'), [
    'Between the groups that used each protocol',
    'Field beside live and lab',
    'Which visits its users have',
    'What each curve is',
  ])
  assert.match(text, /our own loadspage of site1\.test/)
})

test('a site without enough data says what is needed', async () => {
  const { api } = await servedApi()
  const { text } = await showView((context) => fieldSite(context, 'site9.test'), { api })
  assert.match(text, /A curve is published from|Not enough data/)
})

test('a site of a closed study without a release asks nobody for help', async () => {
  const site = { ...(await found()), field: [], week: null, visits: [] }
  const show = (closedDay: string | null) =>
    showView((context) => fieldSite(context, 'site1.test'), {
      answers: { '/field/sites/site1.test?metric=load': { ...site, closedDay } },
    })
  const closed = (await show('2026-11-22')).text
  assert.match(closed, /No release has been made yet\. .* The study was closed on 2026-11-22\./)
  assert.doesNotMatch(closed, /To help|too few/)
  assert.match((await show(null)).text, /To help, install the extension/)
})

test('a gain between groups names who is compared, and never calls it what the protocol does', async () => {
  const site = await found()
  const [first] = site.gains
  assert.ok(first)
  const cards = await showView(() =>
    fieldGains({
      gains: [
        { ...first, protocol: 'h3', baseline: 'http/1.1', verdict: 'slower' },
        { ...first, verdict: 'no difference shown' },
      ],
    }),
  )
  assert.match(cards.text, /Loads by HTTP\/3 were slower than those by HTTP\/1\.1\./)
  assert.match(cards.text, /No difference shown between loads by/)
  assert.match(cards.text, /a gain says how the groups differ, not what the protocol does/)
})

test('what is beside the field can be chosen', async () => {
  const site = await found()
  const beside = (search: string) => besideOf(new URLSearchParams(search))
  assert.deepEqual([beside(''), beside('beside=lab'), beside('beside=x')], ['both', 'lab', 'both'])
  const curves = async (chosen: 'both' | 'nothing') =>
    (await showView((context) => distribution(context, site, chosen))).texts('.key-label')
  const field = site.field.length
  assert.equal((await curves('nothing')).length, field)
  assert.ok((await curves('both')).length > field)
})

test('a source that is missing is said to be missing', async () => {
  const site = await found()
  const { text } = await showView(() => fieldNotes({ ...site, live: null, lab: null, labConditions: [] }))
  assert.match(text, /liveno live campaign has this time of this site.*labno lab run/)
})

test('a condition is named by its page and by what its run varied', () => {
  const condition = { labRunId: 3, factors: { page: 'A', rttMs: 100 } }
  assert.equal(conditionText(condition), 'run 3: A, 100 ms round trip')
  assert.equal(
    conditionText(condition, (_run, factor) => factor === 'rttMs'),
    'run 3: A, 100 ms round trip',
  )
  assert.equal(
    conditionText(condition, () => false),
    'run 3: A',
  )
})

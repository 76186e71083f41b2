import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Defaults } from '../../../../server/contract/contract.ts'
import { passedOverNote } from '../../../../web/views/controls/passed-over.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { showView } from '../shown-view.ts'

const MADE = { id: 10, createdAt: '2026-11-27T10:00:00.000Z', state: 'finished' } as const
const BUSY = {
  ...{ ...MADE, vantage: 'this machine', sites: 8, rounds: 6, answering: 3 },
  ...{ samples: 240, leftOut: 210, machineBusy: 206 },
}

async function lines(kind: Parameters<typeof passedOverNote>[1], changes: object, search = '') {
  const passedOver = { id: 1, canAnswer: true, newer: 1, ...changes }
  const defaults = { ...NO_DEFAULTS, [kind]: passedOver } as Defaults
  const shown = await showView((context) => passedOverNote(context, kind, defaults), { search })
  const links = shown.root.querySelectorAll('a').map(({ attributes }) => attributes.get('href'))
  return { texts: shown.texts('.passed-over'), links }
}

test('a newer campaign that cannot answer is a line with its numbers and a link to it', async () => {
  const { texts, links } = await lines('campaign', { passedOver: [BUSY] }, 'metric=ttfb_ms&page=2')
  assert.deepEqual(texts, [
    'Campaign 10 (this machine, 2026-11-27) is newer, but has too few loads: 3 of its 8 sites have the 6 rounds that an interval needs, and 6 such sites are needed. Of its 240 loads, 210 do not count, 206 of them because the machine did other work. Look at it.',
  ])
  assert.deepEqual(links, ['/?campaign=10&metric=ttfb_ms'])
})

test('one that is under way says so far; that there are more is said', async () => {
  const begun = { ...BUSY, state: 'running', answering: 0, samples: 0, leftOut: 0, machineBusy: 0 }
  const { texts } = await lines('campaign', { newer: 3, passedOver: [begun, BUSY] })
  assert.match(texts[0] ?? '', /too few loads so far: 0 of its 8 sites .* are needed\. Look at it\. /)
  assert.match(texts[0] ?? '', /Before it, 2 more cannot answer\.$/)
})

test('nothing is said where the address says what to show, or nothing newer is passed over', async () => {
  assert.deepEqual((await lines('campaign', { passedOver: [BUSY] }, 'campaign=1')).texts, [])
  assert.deepEqual((await lines('campaign', { passedOver: [] })).texts, [])
})

const RUN = { ...MADE, name: 'quick' }

for (const [kind, passedOver, words, link] of [
  [
    'survey',
    { ...MADE, vantage: null, sites: 206, answered: 2 },
    /has too few answers: 2 of its 206 sites could be reached, and 6 are needed\./,
    '/?survey=10',
  ],
  [
    'survey',
    { ...MADE, vantage: null, sites: 206, answered: null },
    /is newer, but not finished: it is of 206 sites\.$/,
    null,
  ],
  [
    'labRun',
    { ...RUN, cells: 8, done: 8 },
    /none of its 8 conditions has the 6 rounds that an interval needs\./,
    '/?run=10',
  ],
  [
    'replay',
    { ...RUN, state: 'stopped', cells: 8, done: 2 },
    /not finished: 2 of its 8 conditions are measured\./,
    '/?run=10',
  ],
  ['loadRun', { ...RUN, repetitions: 3 }, /has 3 of the 6 repetitions that a verdict needs\./, '/?run=10'],
  [
    'study',
    { list: 'NEW', openedDay: '2026-11-20', week: null },
    /^Study NEW is newer, but has no release yet\./,
    '/?list=NEW',
  ],
  [
    'study',
    { list: 'NEW', openedDay: '2026-11-20', week: '2026-11-23' },
    /no published curve in its release of 2026-11-23\./,
    '/?list=NEW',
  ],
] as const)
  test(`a newer ${kind} that cannot answer says why: ${words.source}`, async () => {
    const { texts, links } = await lines(kind, { passedOver: [passedOver] })
    assert.match(texts[0] ?? '', words)
    assert.deepEqual(links, link === null ? [] : [link])
  })

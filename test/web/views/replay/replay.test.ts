import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { replay } from '../../../../web/views/replay/replay.ts'
import { writeReplayRun } from '../../../server/replay/replay-run.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { openServedApi, type ServedApi } from '../served-api.ts'
import { type Shown, showView } from '../shown-view.ts'

let served: ServedApi
let run: number
before(async () => {
  // A run is written to it, which others that share a process would see.
  served = await openServedApi()
  run = await writeReplayRun(served.server.writer)
})

async function show(search = ''): Promise<Shown> {
  const { freshApi, meta } = served
  return showView(replay, { api: freshApi(), meta, pathname: '/replay', search })
}

test('the newest run with recordings is shown with its finding, its bars and one page', async () => {
  const { texts, pinned, text } = await show()
  assert.deepEqual(texts('h2'), ['Gain page by page', 'One page in detail', 'Exchanges live and replayed'])
  assert.deepEqual(pinned, { run: String(run), arm: 'h3', baseline: 'h1', cell: '0' })
  assert.match(texts('.finding').join(), /^HTTP\/3 in place of HTTP\/1\.1: mean gain 1\.\d+ over 3 pages/)
  assert.match(text, /as recorded, replayed: .* Replay over live: 1\.04×, within 5 %\./)
  assert.match(text, /late\.js.*70\.0 ms/)
})

test('facts of the recording say where it came from, and what is not replayed', async () => {
  const { texts } = await show()
  const facts = new Map(texts('dt').map((name, i) => [name, texts('dd')[i]]))
  for (const [name, value] of [
    ['page', 'https://www.example.com/'],
    ['recorded', '2026-11-20 10:00 UTC'],
    ['behind', '100 ms round trip, 10/2 Mbit/s, queue of 256'],
    ['hosts', '2, 2 addresses'],
    ['protocols', 'h2 (1), h3 (1)'],
    ['answers', '40, 3 left out'],
    ['bodies', '1.23 MB'],
    ['live loads', '4, 1 more under HTTP/1.1'],
    ['think times', '32 bounded by what few requests took, 1 not told apart from queues'],
    ['not replayed', '2 websocket'],
    ['round trips of the replay', 'one for all hosts'],
    ['initial window', 'not recorded; the replay has its own'],
  ] as const)
    assert.equal(facts.get(name), value, name)
})

test('another page, arm and baseline come from the address, and can be chosen', async () => {
  const shown = await show('arm=h1&baseline=h3&cell=1')
  assert.match(shown.texts('.finding').join(), /^HTTP\/1\.1 in place of HTTP\/3/)
  assert.match(shown.texts('caption').join(), /shop\.example\.org\/list, by protocol/)
  assert.match(shown.text, /Not judged: it was recorded without a page load time\./)
  shown.choose('#cell', '0')
  shown.choose('#arm', 'recorded')
  assert.deepEqual(shown.choices, [{ cell: '0' }, { arm: 'recorded' }])
})

test('nothing is said of a gain while pages are still being compared', async () => {
  const { api } = served
  const { runs } = await api.get('labRuns', '/lab/runs')
  const answer = await api.get('labReplay', `/lab/runs/${run}/replay`)
  const pending = answer.arms.map((arm) => ({ ...arm, pending: 2 }))
  const { texts } = await showView(replay, {
    answers: {
      ...{ '/lab/runs': { runs }, '/defaults': NO_DEFAULTS },
      [`/lab/runs/${run}/replay`]: { ...answer, arms: pending },
    },
    search: `run=${run}`,
  })
  assert.equal(texts('.lede').at(-1), '2 conditions being compared …')
  assert.deepEqual(texts('.finding'), [])
})

test('a run whose pages are no recordings has its gains, and says that there is nothing to judge', async () => {
  const { text, texts } = await show('run=1')
  assert.match(text, /No page of this run is a recording/)
  assert.match(texts('.finding').join(), /over 4 conditions/)
  assert.doesNotMatch(text, /The recording/)
})

test('without a lab run the page says what will stand here', async () => {
  const { text } = await showView(replay, {
    answers: { '/lab/runs': { runs: [] }, '/defaults': NO_DEFAULTS },
  })
  assert.match(text, /This database has no lab run\. Once recorded pages are replayed/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lab } from '../../../../web/views/lab/lab.ts'
import { leftOutWarning } from '../../../../web/views/lab/lab-left-out.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { servedApi } from '../served-api.ts'
import { type Shown, showView } from '../shown-view.ts'

async function show(search = ''): Promise<Shown> {
  return showView(lab, { ...(await servedApi()), pathname: '/lab', search })
}

test('a run has its gains page by page, CableLabs’ tables and its conditions', async () => {
  const { texts, text, pinned, root } = await show()
  assert.deepEqual(texts('h2'), [
    'Page by page',
    'As CableLabs tabulates it',
    'Initial window',
    'Retransmissions',
    'Conditions',
  ])
  const links = root.querySelectorAll('a').map(({ attributes }) => attributes.get('href'))
  assert.ok(links.includes('/replay?run=1'), 'the same page by page on the page Replay')
  assert.match(text, /Measured on one server, towline: .* is not decided/)
  assert.deepEqual(pinned, { run: '1', metric: 'plt_ms', arm: 'h2', baseline: 'h1', x: 'rttMs' })
})

test('what is compared, and what stands across, come from the address', async () => {
  const shown = await show('x=initcwnd&arm=h3&baseline=h2')
  assert.deepEqual(shown.texts('h3').slice(0, 2), [
    'Gain of HTTP/3 over HTTP/2 in page load time',
    'Gain over HTTP/2 by initial window (segments), pages together',
  ])
  shown.choose('#metric', 'bytes_down')
  assert.deepEqual(shown.choices, [{ metric: 'bytes_down' }])
})

test('a run without values of two arms says so, and has its conditions all the same', async () => {
  const { api } = await servedApi()
  const { runs } = await api.get('labRuns', '/lab/runs')
  const detail = { ...(await api.get('labRun', '/lab/runs/1')), measured: [] }
  const { texts, text } = await showView(lab, {
    answers: {
      ...{ '/lab/runs': { runs }, '/lab/runs/1': detail, '/campaigns': { campaigns: [] } },
      '/defaults': await api.get('defaults', '/defaults'),
    },
  })
  assert.match(text, /No condition of this run has values of two protocols yet/)
  assert.deepEqual(texts('h2'), ['Page by page', 'Conditions'])
})

test('without a run the page says what will stand here', async () => {
  const { text } = await showView(lab, { answers: { '/lab/runs': { runs: [] }, '/defaults': NO_DEFAULTS } })
  assert.match(text, /This database has no lab run/)
})

/** Valid, invalid and failed samples, and what is warned of. */
const COUNTS = [
  [29, 40, 123, '163 of 192 samples are left out (84.9 %). HTTP/3 40 invalid, 123 failed.'],
  [90, 10, 0, '10 of 100 samples are left out (10.0 %). HTTP/3 10 invalid, 0 failed.'],
  [91, 4, 5, null],
  [0, 0, 0, null],
] as const

for (const [valid, invalid, failed, words] of COUNTS) {
  test(`${words === null ? 'no warning' : 'a warning'} where ${invalid + failed} of ${valid + invalid + failed} samples do not count`, async () => {
    const warning = leftOutWarning([
      { arm: 'h3', valid, invalid, failed: 0, repeated: 0 },
      { arm: 'h3', valid: 0, invalid: 0, failed, repeated: 0 },
    ])
    if (words === null) assert.equal(warning, null)
    else assert.ok((await showView(() => warning)).text.startsWith(words))
  })
}

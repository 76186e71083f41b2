import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadIntervals, LoadRunDetail } from '../../../../server/contract/contract.ts'
import { load } from '../../../../web/views/load/load.ts'
import { NO_DEFAULTS } from '../no-defaults.ts'
import { servedApi } from '../served-api.ts'
import { type Shown, showView } from '../shown-view.ts'

const RUN = '/load/runs/1'

async function show(search = ''): Promise<Shown> {
  const { freshApi, meta } = await servedApi()
  return showView(load, { api: freshApi(), meta, pathname: '/load', search })
}

/** The fixture's run with a change. */
async function showChanged(
  change: (run: LoadRunDetail) => LoadRunDetail,
  changeIntervals: (answer: LoadIntervals) => LoadIntervals = (answer) => answer,
): Promise<Shown> {
  const { api, meta } = await servedApi()
  const { runs } = await api.get('loadRuns', '/load/runs')
  const answers = {
    '/load/runs': { runs },
    '/defaults': await api.get('defaults', '/defaults'),
    [RUN]: change(await api.get('loadRun', RUN)),
    [`${RUN}/intervals`]: changeIntervals(await api.get('loadIntervals', `${RUN}/intervals`)),
  }
  return showView(load, { answers, meta, pathname: '/load' })
}

test('a run is shown with what was asked for, on which machine, and how often', async () => {
  const { texts, pinned } = await show()
  assert.deepEqual(texts('h2'), [
    ...['Over users', 'What it costs the server', 'How much it holds'],
    ...['Beside Neotys’s table of 2013', 'Each load'],
  ])
  assert.deepEqual(pinned, { run: '1', server: 'towline' })
  const facts = new Map(texts('dt').map((name, i) => [name, texts('dd')[i]]))
  for (const [name, value] of [
    ['loads', '6 of 6, finished'],
    ['page', 'neotys, connections kept'],
    ['users', '1 to 100 in 10 s'],
    ['limit', 'p95 below 3 s'],
    ['repetitions', '3 repetitions'],
    ['machine', 'not known'],
    ['cores', 'client on 0, server on 1'],
  ] as const)
    assert.equal(facts.get(name), value, name)
})

test('the finding has n, the intervals, and says of a lower bound that there is no verdict', async () => {
  const { texts } = await show()
  assert.deepEqual(texts('.finding'), [
    'p95 of page times of towline stayed below 3 s up to 40 (40–80) users under HTTP/1.1 and ≥ 80 users under HTTP/2.',
  ])
  const notes = texts('.note').join('\n')
  assert.match(notes, /3 repetitions of 3: no verdict is given on fewer than 6\./)
  assert.match(
    notes,
    /≥ under HTTP\/2 is a lower bound, and no verdict is given: the client’s core was more than half busy/,
  )
  assert.match(notes, /Errors of HTTP\/1\.1: 12 tcp_timeout no answer to our SYN/)
})

test('six repetitions have a verdict where the interval of the ratio excludes 1', async () => {
  const withRatio = (verdict: 'less' | 'no difference shown' | 'no headroom') =>
    showChanged((run) => ({
      ...run,
      arms: run.arms.map((arm) => ({
        ...arm,
        repetitions: 6,
        verdicts: { ...arm.verdicts, cpuMsPerPage: arm.arm === 'h1' ? null : verdict },
      })),
    }))
  assert.match(
    (await withRatio('less')).text,
    /A page takes less CPU time of the server under HTTP\/2 than under HTTP\/1\.1 \(0\.67×, 95 % interval/,
  )
  assert.match(
    (await withRatio('no difference shown')).text,
    /CPU time for a page: no difference shown between HTTP\/2 and HTTP\/1\.1/,
  )
  const without = await withRatio('no headroom')
  assert.match(without.text, /CPU time for a page: no verdict on HTTP\/2 against HTTP\/1\.1, as the client/)
})

test('costs say up to how many users they are, and why no further', async () => {
  const { text } = await show()
  assert.match(
    text,
    /Up to users, the fewest of the repetitions: HTTP\/1\.1 60 \(limit passed\), HTTP\/2 60 \(client busy\)\./,
  )
})

test('busy workers are drawn over users where the server says them, beside all that it has', async () => {
  const withWorkers = await showChanged(
    (run) => ({ ...run, plan: { ...run.plan, apache: { mpm: 'event', workers: 64 } } }),
    (answer) => ({ ...answer, rows: answer.rows.map((row) => ({ ...row, busyWorkers: row.usersTo / 2 })) }),
  )
  assert.match(withWorkers.text, /Busy workers, towline/)
  const labels = withWorkers.root.querySelectorAll('svg').map((svg) => svg.attributes.get('aria-label') ?? '')
  assert.ok(
    labels.some((label) => label.includes('busy workers: HTTP/1.1 50.0 threads at 90 users')),
    labels.join('\n'),
  )
  assert.match(withWorkers.text, /limit 64 threads/)
  assert.doesNotMatch((await show()).text, /Busy workers/)
})

test('how much repetitions differ in CPU per page is said with n, and what another would differ by', async () => {
  const { text } = await show()
  assert.match(
    text,
    /CPU per page of a repetition differs from their mean by at most: HTTP\/1\.1 3\.\d+ % \(n = 3; another by at most 17\.\d+ % at 95 %\), HTTP\/2/,
  )
})

test('every figure links to its data', async () => {
  const { root } = await show()
  const hrefs = root.querySelectorAll('a').map(({ attributes }) => attributes.get('href'))
  for (const href of [
    '/api/v1/load/runs/1?format=csv',
    '/api/v1/load/runs/1/intervals?server=towline&format=csv',
    '/api/v1/load/runs/1/seconds?format=csv',
  ])
    assert.ok(hrefs.includes(href), href)
})

test('Neotys’s figures stand beside those of the run, and what differs is said', async () => {
  const { root, text } = await show()
  const rows = root
    .querySelectorAll('tr')
    .map((row) => row.childNodes.map((cell) => (cell as typeof row).textContent))
  const rowOf = (name: string) => rows.find(([first]) => first === name)?.slice(1)
  assert.deepEqual(rowOf('highest rate, pages/s'), ['31 (28.6–33.6)', '≥ 30', '16.3', '15.9', '98'])
  assert.deepEqual(rowOf('users at the limit of 3 s'), ['40 (40–80)', '≥ 80', '133', '133', '794'])
  // 100 users were there at the end of the last interval: 9 s under h1, 0.2 s under h2; nobody saw 120.
  assert.deepEqual(rowOf('page time at 100 users, s')?.slice(0, 2), ['9.00 (n = 3)', '0.200 (n = 3)'])
  assert.deepEqual(rowOf('page time at 120 users, s')?.slice(0, 2), ['–', '–'])
  assert.match(
    text,
    /This run has 100 users in place of 1,000, a ramp of 10 s in place of 1,200 s, 0\.01 s of think/,
  )
})

test('memory stands beside that of Neotys’s first and second minute by users', async () => {
  // Twice as many users with the same memory: 30 and 10 kB a user.
  const { root } = await showChanged(
    (run) => run,
    (answer) => ({
      ...answer,
      rows: answer.rows.map((row) => ({ ...row, usersFrom: 2 * row.usersFrom, usersTo: 2 * row.usersTo })),
    }),
  )
  const row = root.querySelectorAll('tr').find((each) => /^memory added from/.test(each.textContent))
  assert.deepEqual(
    row?.childNodes.slice(1, 3).map((cell) => (cell as typeof row).textContent),
    ['1.50 (n = 3)', '0.500 (n = 3)'],
  )
})

test('a run of another page has no table of Neotys’s, and one without failures says so', async () => {
  const other = await showChanged(
    (run) => ({ ...run, plan: { ...run.plan, page: 'google' } }),
    (answer) => ({ ...answer, rows: answer.rows.map((row) => ({ ...row, pagesFailed: 0 })) }),
  )
  assert.ok(!other.texts('h2').includes('Beside Neotys’s table of 2013'))
  assert.match(other.text, /No page failed under any protocol\./)
})

test('a server without a load that came to its end says so', async () => {
  const { text, texts } = await showChanged((run) => ({ ...run, arms: [] }))
  assert.match(text, /No load of towline has come to its end in this run yet\./)
  assert.deepEqual(texts('h2'), ['Each load'])
})

test('of several servers one is chosen; a recorded demonstration says that it is no result', async () => {
  const { api, meta } = await servedApi()
  const run = await api.get('loadRun', RUN)
  const several = { ...run, plan: { ...run.plan, servers: ['towline', 'nginx'] } }
  const shown = await showView(load, {
    answers: {
      '/load/runs': { runs: [several] },
      '/defaults': await api.get('defaults', '/defaults'),
      [RUN]: several,
      [`${RUN}/intervals`]: await api.get('loadIntervals', `${RUN}/intervals`),
    },
    meta: { ...meta, recorded: true },
    pathname: '/load',
    search: 'server=nginx',
  })
  assert.equal(shown.pinned.server, 'nginx')
  assert.match(shown.text, /A short run, recorded to show this page/)
  shown.choose('#server', 'towline')
  assert.deepEqual(shown.choices, [{ server: 'towline' }])
})

test('without a load run there is one sentence, and the command that makes one', async () => {
  const { texts } = await showView(load, {
    answers: { '/load/runs': { runs: [] }, '/defaults': NO_DEFAULTS },
  })
  assert.deepEqual(texts('.nothing'), ['This database has no load run; towline load run neotys makes one.'])
})

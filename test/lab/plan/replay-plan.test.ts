import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { conditionWith } from '../../../lab/link/condition/profiles.ts'
import { planOfFiles } from '../../../lab/plan/plan-of-files.ts'
import { parsePlan } from '../../../lab/plan/read-plan.ts'
import { harRecording } from '../../cli/replay/har-recording.ts'
import { testFolder } from '../../test-folder.ts'

const LINKS = [conditionWith({ rttMs: 20, downMbps: 10, upMbps: 5 }), conditionWith({ rttMs: 100 })]
const OPTIONS = { rounds: 20, pauseMs: 2_000, seed: 1 }

const folder = testFolder()
before(async () => {
  for (const name of ['shop', 'news'])
    await harRecording(join(folder, name), [
      { name: `${name}.test`, protocol: 'h2', address: '192.0.2.1' },
      { name: 'cdn.test', protocol: 'h3', address: '192.0.2.2' },
    ])
})

test('each recording is a page, each link of it a condition; what is stored says nothing of the folder’s place', () => {
  const plan = planOfFiles(
    'browser',
    ['shop', 'news'].map((name) => ({ path: join(folder, name), links: LINKS })),
    { ...OPTIONS, arms: ['h3', 'h1', 'recorded'] },
  )
  assert.deepEqual([plan.name, plan.title, plan.baseline], ['replay', 'Replay of shop, news', 'h1'])
  assert.deepEqual(
    plan.cells.map(({ factors, page, shards, link }) => [factors.page, page, shards, factors.rttMs, link]),
    ['shop', 'news'].flatMap((name) =>
      LINKS.map((link) => [`recording:${name}`, `recording:${join(folder, name)}`, 2, link.rttMs, link]),
    ),
  )
  // Whatever the machine's default is: QUIC has cubic.
  for (const { congestionControl } of plan.cells) assert.equal(congestionControl, 'cubic')
  const stored = plan.cells.map(({ factors, arms, skip }) => ({ factors, arms, skip }))
  assert.ok(!JSON.stringify([plan.title, stored]).includes(folder))
  assert.deepEqual(plan.cells[0]?.factors, {
    ...{ page: 'recording:shop', rttMs: 20, jitterMs: 0, downMbps: 10, upMbps: 5 },
    ...{ lossFraction: 0, queuePackets: 256, lossBurst: null },
  })
  for (const { arms } of plan.cells)
    assert.deepEqual(arms, { applied: ['h3', 'h1', 'recorded'], leftOut: {} })
})

test('two folders of one name have two names, and neither says where it is', async () => {
  const recordings = ['private/shop', 'shop'].map((name) => join(folder, name))
  await mkdir(join(folder, 'private'))
  await harRecording(recordings[0] as string, [{ name: 'a.test', protocol: 'h2', address: '192.0.2.1' }])
  const plan = planOfFiles(
    'browser',
    recordings.map((each) => ({ path: each, links: LINKS.slice(0, 1) })),
    { ...OPTIONS, arms: ['h2'] },
  )
  assert.equal(plan.title, 'Replay of shop, shop-2')
  assert.deepEqual(
    plan.cells.map(({ factors, page }) => [factors.page, page]),
    [
      ['recording:shop', `recording:${recordings[0]}`],
      ['recording:shop-2', `recording:${recordings[1]}`],
    ],
  )
})

test('without HTTP/1.1 the first arm is the baseline; a title names three pages and counts the others', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const name of names)
    await harRecording(join(folder, name), [{ name: 'a.test', protocol: 'h2', address: '192.0.2.1' }])
  const plan = planOfFiles(
    'browser',
    names.map((name) => ({ path: join(folder, name), links: LINKS.slice(0, 1) })),
    { ...OPTIONS, arms: ['h2', 'h3'] },
  )
  assert.deepEqual([plan.baseline, plan.title], ['h2', 'Replay of a, b, c and 2 more'])
})

test('a plan may name a recording by any path; its level is the name alone', () => {
  const text = `title: x\narms: [h1]\nrounds: 1\npauseMs: 0\nseed: 1\nheld: { page: 'recording:${folder}/news' }\n`
  const [cell] = parsePlan(text, join(folder, 'plan.yaml')).cells
  assert.deepEqual([cell?.factors.page, cell?.page], ['recording:news', `recording:${join(folder, 'news')}`])
})

test('a recording can have levels and arms of its own, which are stored with its cells', () => {
  const shop = join(folder, 'shop')
  const { cells } = planOfFiles(
    'browser',
    [
      { path: shop, links: LINKS.slice(0, 1) },
      { path: shop, links: LINKS.slice(0, 1), levels: { initcwnd: 32 }, arms: ['h3'] },
    ],
    { ...OPTIONS, arms: ['h1', 'h3'] },
  )
  assert.deepEqual(
    cells.map(({ factors, initcwnd, arms }) => [factors.page, factors.initcwnd, initcwnd, arms.applied]),
    [
      ['recording:shop', undefined, null, ['h1', 'h3']],
      ['recording:shop', 32, 32, ['h3']],
    ],
  )
})

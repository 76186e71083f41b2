import assert from 'node:assert/strict'
import { test } from 'node:test'
import { armReports, type ComparableLoad } from '../../../stats/load/arm-reports.ts'
import { loadFigures } from '../../../stats/load/load-figures.ts'
import { figureSeconds } from '../../../stats/load/server-costs.ts'
import { pages, seconds } from './seconds.ts'

/** A load with so much CPU time for each of its 10 pages a second. */
function load(server: string, arm: 'h1' | 'h2', repetition: number, cpuMsPerPage: number): ComparableLoad {
  const all = seconds(20, (second) => ({
    load: { users: second + 1, ...pages(10, 100) },
    server: { cpuTotalMs: 10 * cpuMsPerPage * second },
  }))
  const figures = loadFigures(all, { intervalMs: 2_000, limitMs: 3_000, isPinned: true })
  return { server, arm, repetition, figures, seconds: figureSeconds(all) }
}

/** Ten pages a second, of 10 ms of CPU time under h1 and 20 ms under h2; three times as much after ten seconds. */
function ramped(
  arm: 'h1' | 'h2',
  repetition: number,
  { client, isPinned = true }: { readonly client: (second: number) => number; readonly isPinned?: boolean },
): ComparableLoad {
  const pageMs = arm === 'h1' ? 10 : 20
  const all = seconds(20, (second) => ({
    load: { users: second + 1, ...pages(10, 100) },
    server: { cpuTotalMs: 10 * pageMs * (Math.min(second, 9) + 3 * Math.max(0, second - 9)) },
    client: client(second),
  }))
  const figures = loadFigures(all, { intervalMs: 2_000, limitMs: 3_000, isPinned })
  return { server: 'nginx', arm, repetition, figures, seconds: figureSeconds(all) }
}

const idle = () => 0.2
const busyLater = (second: number) => (second < 10 ? 0.2 : 0.8)
const SIX = [0, 1, 2, 3, 4, 5]

test('arms are compared within a repetition of a server, whatever the order of loads', () => {
  const reports = armReports(
    [
      load('nginx', 'h2', 0, 6),
      load('nginx', 'h1', 0, 3),
      load('caddy', 'h1', 0, 50),
      load('nginx', 'h1', 1, 5),
      load('nginx', 'h2', 1, 10),
      // Its baseline was not taken: it has a figure, and no part in the ratio.
      load('nginx', 'h2', 2, 100),
    ],
    'h1',
  )
  assert.deepEqual(
    reports.map(({ server, arm, figures, ratios }) => [
      ...[server, arm, figures.cpuMsPerPage?.n, ratios.cpuMsPerPage?.n ?? null],
    ]),
    [
      ['nginx', 'h1', 2, null],
      ['nginx', 'h2', 3, 2],
      ['caddy', 'h1', 1, null],
    ],
  )
  assert.ok(Math.abs((reports[1]?.ratios.cpuMsPerPage?.value ?? 0) - 2) < 1e-9)
  assert.equal(reports[1]?.ratios.slaUsers, null)
  assert.deepEqual(armReports([], 'h1'), [])
})

test('costs are compared over the time in which the clients of both loads had headroom', () => {
  const [h1, h2] = armReports(
    SIX.flatMap((repetition) => [
      ramped('h1', repetition, { client: busyLater }),
      ramped('h2', repetition, { client: idle }),
    ]),
    'h1',
  )
  assert.deepEqual(
    [h1?.costTime, h2?.costTime],
    [
      { toMs: 10_000, users: 10, end: 'client' },
      { toMs: 20_000, users: 20, end: 'ramp' },
    ],
  )
  const near = (value: number | undefined, wanted: number) => Math.abs((value ?? 0) - wanted) < 1e-9
  assert.ok(near(h1?.figures.cpuMsPerPage?.value, 10))
  // 20 ms of CPU time for 90 pages, 60 ms for 100.
  assert.ok(near(h2?.figures.cpuMsPerPage?.value, (20 * 90 + 60 * 100) / 190))
  assert.ok(near(h2?.ratios.cpuMsPerPage?.value, 2))
  assert.equal(h2?.verdicts.cpuMsPerPage, 'more')
})

test('an arm’s costs are those of the shortest time of its repetitions, in each of them', () => {
  const clients = [idle, busyLater, idle]
  const [h1] = armReports(
    clients.map((client, repetition) => ramped('h1', repetition, { client })),
    'h1',
  )
  assert.deepEqual(h1?.costTime, { toMs: 10_000, users: 10, end: 'client' })
  assert.ok(Math.abs((h1?.figures.cpuMsPerPage?.value ?? 0) - 10) < 1e-9)
  assert.ok((h1?.repeatability.cpuMsPerPage?.largest ?? 1) < 1e-9)
  // What one load gave is of its own time.
  assert.deepEqual(
    h1?.repetitions.map(({ figures }) => figures.costTime.toMs),
    [20_000, 10_000, 20_000],
  )
  assert.equal(
    h1?.repetitions.some((load) => 'seconds' in load),
    false,
  )
})

test('a load whose client was too busy from the start leaves the costs of the others as they are', () => {
  const clients = [idle, () => 0.8, idle]
  const [h1] = armReports(
    clients.map((client, repetition) => ramped('h1', repetition, { client })),
    'h1',
  )
  assert.deepEqual(h1?.costTime, { toMs: 20_000, users: 20, end: 'ramp' })
  assert.equal(h1?.figures.cpuMsPerPage?.n, 2)
  assert.equal(h1?.figures.memoryBytesPerUser?.n, 2)
})

test('costs get no verdict where the client of either arm had no headroom from the start', () => {
  for (const tooBusy of ['h1', 'h2']) {
    const clientOf = (arm: 'h1' | 'h2') => ({ client: arm === tooBusy ? () => 0.8 : idle })
    const [h1, h2] = armReports(
      SIX.flatMap((repetition) => [
        ramped('h1', repetition, clientOf('h1')),
        ramped('h2', repetition, clientOf('h2')),
      ]),
      'h1',
    )
    assert.deepEqual([h2?.verdicts.cpuMsPerPage, h2?.ratios.cpuMsPerPage], ['no headroom', null], tooBusy)
    assert.equal((tooBusy === 'h1' ? h1 : h2)?.figures.cpuMsPerPage, null)
    assert.equal(h1?.verdicts.cpuMsPerPage, null)
  }
})

test('costs get no verdict where client and server shared a core', () => {
  const shared = { client: idle, isPinned: false }
  const [, h2] = armReports(
    SIX.flatMap((repetition) => [ramped('h1', repetition, shared), ramped('h2', repetition, shared)]),
    'h1',
  )
  assert.deepEqual([h2?.verdicts.cpuMsPerPage, h2?.ratios.cpuMsPerPage], ['no headroom', null])
  assert.notEqual(h2?.figures.cpuMsPerPage, null)
})

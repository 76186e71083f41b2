import assert from 'node:assert/strict'
import { test } from 'node:test'
import { armReports, type TakenLoad } from '../../../stats/load/arm-reports.ts'
import { loadFigures } from '../../../stats/load/load-figures.ts'
import { pages, seconds } from './seconds.ts'

/** A load with so much CPU time for each of its 10 pages a second. */
function load(server: string, arm: 'h1' | 'h2', repetition: number, cpuMsPerPage: number): TakenLoad {
  const all = seconds(20, (second) => ({
    load: { users: second + 1, ...pages(10, 100) },
    server: { cpuTotalMs: 10 * cpuMsPerPage * second },
  }))
  const figures = loadFigures(all, { intervalMs: 2_000, limitMs: 3_000, isPinned: true })
  return { server, arm, repetition, figures }
}

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

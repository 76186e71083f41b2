import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WorkerDeaths } from '../../../cli/worker/worker-deaths.ts'

/** After deaths that lived so long each; those of `explained` (by position) held sites. */
function deathsOf(livedMs: readonly number[], explained: readonly number[] = []): WorkerDeaths {
  const deaths = new WorkerDeaths()
  for (const [pid, ms] of livedMs.entries()) {
    deaths.add(pid, ms)
    if (explained.includes(pid)) deaths.explain(pid)
  }
  return deaths
}

test('three early deaths in a row are hopeless, or twenty in all, unless sites explain them', () => {
  const late = (count: number): number[] => Array.from({ length: count }, () => 60_000)
  const cases: [string, WorkerDeaths, boolean][] = [
    ['none', deathsOf([]), false],
    ['two early', deathsOf([1, 1]), false],
    ['three early', deathsOf([1, 1, 1]), true],
    ['a late one between', deathsOf([1, 1, 60_000, 1]), false],
    ['one of three explained', deathsOf([1, 1, 1], [1]), false],
    ['nineteen late', deathsOf(late(19)), false],
    ['twenty late', deathsOf(late(20)), true],
    ['twenty late, one explained', deathsOf(late(20), [3]), false],
  ]
  for (const [name, deaths, expected] of cases) assert.equal(deaths.isHopeless, expected, name)
})

test('an explanation may come before the death that it explains', () => {
  const deaths = new WorkerDeaths()
  deaths.explain(7)
  for (const pid of [5, 6, 7]) deaths.add(pid, 1)
  assert.equal(deaths.isHopeless, false)
  assert.equal(deaths.count, 3)
})

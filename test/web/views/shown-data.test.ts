import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedRun } from '../../../web/views/shown-data.ts'

/** Newest first, as the API lists them. */
const RUNS = [{ id: 5 }, { id: 3 }]

const chosen = (search: string, opening: number | null = 3, runs = RUNS) =>
  namedRun(new URLSearchParams(search), { choice: 'run', what: 'lab run', runs, opening })?.id

test('a page shows the run that its address names, else the one that it opens with, else none', () => {
  assert.deepEqual([chosen('run=5'), chosen(''), chosen('run='), chosen('', null)], [5, 3, 3, undefined])
  assert.equal(chosen('', null, []), undefined)
})

test('a run that is not there is a 404 with a sentence, never another run', () => {
  for (const named of ['77', '05', '3.0', '-3', 'x'])
    assert.throws(() => chosen(`run=${named}`), { status: 404, message: `There is no lab run ${named}.` })
})

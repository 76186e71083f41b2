import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlanFile } from '../../../cli/lab/lab-plan-file.ts'
import { LabProgress } from '../../../cli/lab/lab-progress.ts'
import type { RunnerSample } from '../../../lab/run/runner-messages.ts'

const sample = (changes: Partial<RunnerSample> = {}): RunnerSample =>
  ({
    campaignId: 9,
    arm: 'h2',
    round: 0,
    role: 'sample',
    state: 'valid',
    reason: null,
    pltMs: 400,
    ...changes,
  }) as RunnerSample

/** A display that keeps what it writes, on a clock that is set. */
async function display(isTTY: boolean, columns = 200, changes: { samples?: number; lanes?: number } = {}) {
  const plan = await readPlanFile('quick', {})
  const written: string[] = []
  const state = { nowMs: 0 }
  const out = { isTTY, columns, write: (text: string) => void written.push(text) }
  const progress = new LabProgress({
    ...{ plan, samples: 10, done: 2, lanes: 1, blocks: 1, out, clock: () => state.nowMs },
    ...changes,
  })
  return { written, state, progress, ...progress.listener }
}

test('on a terminal one line is rewritten: what is done and left, the cell, and medians by arm', async () => {
  const { written, state, onCell, onSample } = await display(true)
  onCell(1, 9)
  state.nowMs = 1_000
  onSample(sample())
  onSample(sample({ round: 1, pltMs: 600 }))
  assert.equal(written.at(-2), '\r\x1b[2K')
  assert.match(written.at(-1) ?? '', /^4 of 10 samples, 3 s left {2}cell 1: .*\w+=.* {2}h2 500 ms$/)
})

test('what is left takes longer than before where it is too little for all lanes', async () => {
  const { written, state, onCell, onSample } = await display(true, 200, { samples: 240, lanes: 4 })
  onCell(1, 9)
  for (state.nowMs = 1_000; state.nowMs <= 236_000; state.nowMs += 1_000) onSample(sample())
  // Each of eight cells has 30: two that are left are the end of one, for one lane of four.
  assert.match(written.at(-1) ?? '', /^238 of 240 samples, 8 s left/)
})

test('a narrow terminal cuts the line', async () => {
  const { written, onCell, onSample } = await display(true, 20)
  onCell(1, 9)
  onSample(sample())
  assert.equal(written.at(-1)?.length, 19)
})

test('elsewhere each cell is a line, and so is what is done when it is due; warm-ups do not count', async () => {
  const { written, state, progress, onCell, onSample } = await display(false)
  onCell(1, 9)
  onSample(sample({ role: 'warmup' }))
  onSample(sample())
  assert.equal(written.length, 1)
  assert.match(written[0] ?? '', /^cell 1: /)
  state.nowMs = 30_000
  onSample(sample({ state: 'failed', pltMs: null }))
  assert.match(written[1] ?? '', /^4 of 10 samples, 1 min 30 s left\n$/)
  progress.end()
  assert.equal(written.at(-1), '4 of 10 samples, 1 of these left out\n')
})

test('its functions work where they are spread, as the runner does', async () => {
  const { written, progress } = await display(false)
  const { warn } = { ...progress.listener }
  warn('the link is off\u001b')
  assert.deepEqual(written, ['the link is off\\u{1b}\n'])
})

test('loads that wait to be repeated are said with what keeps the machine busy, over all cells', async () => {
  const { written, progress, onCell, onSample } = await display(true)
  onCell(1, 9)
  onCell(2, 10)
  const repeats = { repeatNo: 0, waiting: 3, busyWith: ['cargo'] }
  onSample(sample({ state: 'invalid', pltMs: null, repeats }))
  onSample(sample({ campaignId: 10, state: 'invalid', pltMs: null, repeats: { ...repeats, waiting: 2 } }))
  assert.match(
    written.at(-1) ?? '',
    /^4 of 15 samples .*5 wait to be repeated: the machine is busy with cargo/,
  )
  onSample(sample({ repeats: { ...repeats, repeatNo: 1, waiting: 2 } }))
  assert.match(written.at(-1) ?? '', /^5 of 15 samples.*4 wait to be repeated/)
  progress.end()
  assert.equal(written.at(-1), '5 of 15 samples, 1 of these left out\n', 'the repeat counts in its place')
})

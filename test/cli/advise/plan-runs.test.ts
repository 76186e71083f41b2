import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { NETWORK_NAMES } from '../../../advise/network-words.ts'
import type { WhatIf } from '../../../advise/what-if.ts'
import type { AdviceState } from '../../../cli/advise/advise-state.ts'
import type { Known } from '../../../cli/advise/known.ts'
import { newRun, planRuns } from '../../../cli/advise/plan-runs.ts'
import { testFolder } from '../../test-folder.ts'
import { harRecording } from '../replay/har-recording.ts'

const LARGER_WINDOW: WhatIf = {
  name: 'initial-window',
  title: 'Begin with more packets',
  howToDo: [],
  appliesTo: () => ({ applies: true, why: 'It begins with 10.' }),
  arms: null,
  change: null,
  levels: { initcwnd: 32 },
}
const HTTP3: WhatIf = {
  ...LARGER_WINDOW,
  name: 'http3',
  arms: () => ({ before: 'recorded', after: 'h3' }),
  levels: {},
}
const WHAT_IFS = [LARGER_WINDOW, HTTP3]
const MINUTE = 60_000

const folder = testFolder()
before(async () => {
  await harRecording(join(folder, 'recording'), [
    { name: 'shop.test', protocol: 'h2', address: '192.0.2.1' },
    { name: 'cdn.test', protocol: 'h3', address: '192.0.2.2' },
  ])
})

const known = { site: { spoken: ['h1', 'h2'] } } as unknown as Known

function stateOf(loadMs: number): AdviceState {
  return {
    ...{ format: 'towline-advice-state/1', url: 'https://shop.test/', networks: NETWORK_NAMES },
    ...{ startedAt: '2026-11-28T18:00:00.000Z', internet: true, campaignId: 1, isRecorded: true },
    notRecorded: null,
    pilot: { browser: { ...newRun('browser', []), loadMs }, graph: null },
    loader: { by: 'browser', why: 'no graph' },
    runs: [],
  }
}

async function planned(minutes: number, loadMs: number, state = stateOf(loadMs)): Promise<AdviceState> {
  await planRuns(state, known, { folder, leftMs: () => minutes * MINUTE }, WHAT_IFS)
  return state
}

const networksOf = ({ runs }: AdviceState): string[][] =>
  runs.map(({ cells }) => cells.filter(({ whatIf }) => whatIf === null).map(({ network }) => network))

test('with enough time a browser has all networks, and changes over one, beside the page as it is', async () => {
  const state = await planned(600, 3_000)
  assert.deepEqual(networksOf(state), [['4g', 'cable', 'fibre', '3g', 'satellite']])
  const [run] = state.runs
  assert.deepEqual(run?.whatIfs, ['initial-window', 'http3'])
  assert.deepEqual(run?.cells[0]?.arms, ['h1', 'h2', 'h3', 'recorded'])
  assert.deepEqual(
    run?.cells.filter(({ whatIf }) => whatIf !== null),
    [{ network: '4g', whatIf: 'initial-window', arms: ['h2'] }],
  )
  assert.equal(run?.endsEarly, true)
})

test('with too little time networks are left out first, then changes, and six rounds are kept', async () => {
  const some = await planned(7, 8_000)
  assert.deepEqual(networksOf(some), [['4g', 'cable']])
  assert.deepEqual(some.runs[0]?.whatIfs, ['initial-window'])
  const least = await planned(2, 8_000)
  assert.deepEqual(networksOf(least), [['4g']])
  assert.deepEqual([least.runs[0]?.whatIfs, least.runs[0]?.rounds, least.runs[0]?.endsEarly], [[], 6, false])
})

test('what was left out is planned when the advice is resumed', async () => {
  const state = await planned(2, 8_000)
  await planned(600, 3_000, state)
  assert.deepEqual(networksOf(state), [['4g'], ['cable', 'fibre', '3g', 'satellite']])
  assert.deepEqual(state.runs[1]?.whatIfs, ['initial-window', 'http3'])
  await planned(600, 3_000, state)
  assert.equal(state.runs.length, 2)
})

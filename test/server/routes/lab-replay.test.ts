import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabReplay } from '../../../server/contract/contract.ts'
import { labGains } from '../../../server/routes/lab-gains.ts'
import { labReplay, labReplayCsv } from '../../../server/routes/lab-replay.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'
import { writeReplayRun } from '../replay/replay-run.ts'

let run: { readonly id: string }
let answer: LabReplay

const bench = opened(handlerBench, async () => {
  run = { id: String(await writeReplayRun(bench.writer)) }
  answer = await bench.answer('labReplay', labReplay, run)
})

const rowOf = (cell: number, arm: string) => {
  const row = answer.rows.find((each) => each.cell === cell && each.arm === arm)
  assert.ok(row, `${cell} ${arm}`)
  return row
}

test('gains, intervals and verdicts are those of the lab, sorted by gain arm by arm', async () => {
  const { rows } = await bench.answer('labGains', labGains, run, { baseline: 'h1' })
  const h3 = answer.rows.filter(({ arm }) => arm === 'h3')
  assert.deepEqual(
    h3.map(({ cell }) => cell),
    [0, 2, 1],
  )
  for (const { cell, n, gain, gainInterval } of h3) {
    const same = rows.find((row) => row.cell === cell && row.arm === 'h3')
    assert.deepEqual([n, gain, gainInterval], [same?.n, same?.gain, same?.gainInterval], `cell ${cell}`)
  }
  assert.deepEqual(
    h3.map(({ n, verdict }) => [n, verdict]),
    [
      [11, 'faster'],
      [6, 'no difference shown'],
      [12, 'slower'],
    ],
  )
})

test('an arm is summed up as the study of 2012 did: mean, best, worst, pages that lose', () => {
  const summary = answer.arms.find(({ arm }) => arm === 'h3')
  assert.ok(summary?.meanGainInterval && summary.meanGain)
  const gains = answer.rows.flatMap(({ arm, gain }) => (arm === 'h3' && gain !== null ? [gain] : []))
  const geometric = Math.exp(gains.reduce((sum, gain) => sum + Math.log(gain), 0) / 3)
  assert.ok(Math.abs(summary.meanGain - geometric) < 1e-12)
  const reduction = gains.reduce((sum, gain) => sum + 100 * (1 - 1 / gain), 0) / 3
  assert.ok(Math.abs((summary.meanReductionPercent ?? 0) - reduction) < 1e-9)
  assert.deepEqual(
    [summary.best, summary.worst],
    [
      { cell: 0, gain: gains[0] },
      { cell: 1, gain: gains[2] },
    ],
  )
  const { conditions, rounds, faster, slower, noDifference, notDecided, tooFewRounds } = summary
  assert.deepEqual(
    { conditions, rounds, faster, slower, noDifference, notDecided, tooFewRounds },
    { conditions: 3, rounds: 29, faster: 1, slower: 1, noDifference: 0, notDecided: 1, tooFewRounds: 0 },
  )
  assert.match(
    summary.sentence,
    /^HTTP\/3 in place of HTTP\/1\.1: mean gain 1\.\d+ over 3 pages \(geometric; 95 % interval [\d.]+–[\d.]+\), page load times \d\.\d % shorter on average; faster on 1 page, slower on 1, not decided on 1\. Replay not judged by live loads on 1 of 3 pages\.$/,
  )
  assert.equal(answer.unmeasured, 1)
})

test('how faithful a replay was stands beside each arm of a recorded page, and of no other', () => {
  const { fidelity, leftOut, missedLoads, valid, pageUrl } = rowOf(0, 'h3')
  assert.deepEqual(fidelity, {
    ...{ n: 11, hits: 39, misses: 1, spares: 2, shareAnswered: 0.975 },
    rungs: { url: 35, query: 3, path: 1, body: 0, preflight: 0 },
    ...{ byteShare: 0.985, waitedMs: 118, liveWaitedMs: 120, receivedMs: 31, liveReceivedMs: 35 },
  })
  assert.deepEqual([valid, leftOut, missedLoads], [11, 1, 1])
  assert.equal(pageUrl, 'https://www.example.com/')
  assert.equal(rowOf(0, 'h1').fidelity?.n, 12, 'of the baseline too')
  assert.deepEqual([rowOf(2, 'h3').fidelity, rowOf(2, 'h3').pageUrl], [null, null])
  assert.deepEqual(
    answer.recordings.map(({ page, answers }) => [page, answers]),
    [
      ['recording:example', 40],
      ['recording:shop', 40],
    ],
  )
})

test('the arm as recorded is held against the live loads, where the link is like theirs', () => {
  const { live } = rowOf(0, 'recorded')
  assert.ok(live)
  assert.deepEqual(
    { ...live, ratio: live.ratio?.toFixed(4) },
    {
      ...{ n: 4, medianMs: 1_010, shortestMs: 980, longestMs: 1_100 },
      ...{ replayN: 12, replayMedianMs: 1_050, ratio: '1.0396', noRatio: null, faithful: 'within 5 %' },
    },
  )
  assert.equal(rowOf(0, 'h3').live, null, 'forced arms are no such replay')
  const other = rowOf(1, 'recorded').live
  assert.deepEqual([other?.n, other?.ratio], [0, null])
  assert.match(other?.noRatio ?? '', /recorded without a page load time/)
})

test('a page’s fidelity is that of its arm which is furthest from the live loads, and stands beside all its gains', () => {
  const { live } = rowOf(0, 'h1')
  assert.deepEqual(
    [live?.n, live?.medianMs, live?.ratio?.toFixed(3), live?.faithful],
    [1, 1_300, '0.923', 'within 10 %'],
  )
  for (const arm of ['h1', 'h3', 'recorded']) {
    const { page } = rowOf(0, arm)
    assert.deepEqual([page?.verdict, page?.arm, page?.ratio], ['within 10 %', 'h1', live?.ratio], arm)
  }
  const other = rowOf(1, 'h3').page
  assert.deepEqual([other?.verdict, other?.why], [null, 'it was recorded without a page load time'])
  assert.equal(rowOf(2, 'h3').page, null, 'no recording')
})

test('it stands beside the gains of each condition too, in the API', async () => {
  const gains = await bench.answer('labGains', labGains, run)
  assert.ok(gains.rows.length > 0)
  for (const { cell, arm, replay, replayRatio, whyNotJudged, unsentHints } of gains.rows) {
    const { page } = rowOf(cell, arm)
    const expected = page && [page.verdict ?? 'not judged', page.ratio, page.why, page.unsentHints]
    assert.deepEqual([replay, replayRatio, whyNotJudged, unsentHints], expected ?? [null, null, null, null])
  }
  assert.deepEqual(
    new Set(gains.rows.map(({ replay }) => replay)),
    new Set(['within 10 %', 'not judged', null]),
  )
})

test('another baseline can be asked for, and the CSV has a line for each condition and arm', async () => {
  const other = await bench.answer('labReplay', labReplay, run, { baseline: 'h3' })
  assert.equal(other.baseline, 'h3')
  assert.ok((other.rows.find(({ cell, arm }) => cell === 0 && arm === 'h1')?.gain ?? 1) < 1)
  const { heading, rows } = labReplayCsv(answer)
  assert.equal(rows.length, answer.rows.length)
  assert.deepEqual(
    ['share_answered', 'live_ratio', 'factor_page', 'gain_low'].filter((name) => !heading.includes(name)),
    [],
  )
  await assert.rejects(bench.answer('labReplay', labReplay, { id: '99' }), { code: 'not_found' })
})

test('a run of pages that are no recordings has its gains, and no fidelity', async () => {
  const made = await bench.answer('labReplay', labReplay, { id: String(bench.fixture.labRunId) })
  assert.equal(made.recordings.length, 0)
  assert.ok(
    made.rows.length > 0 && made.rows.every(({ fidelity, live }) => fidelity === null && live === null),
  )
  assert.match(made.arms[0]?.sentence ?? '', /over 4 conditions/)
})

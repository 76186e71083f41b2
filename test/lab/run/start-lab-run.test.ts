import assert from 'node:assert/strict'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { markLabRun } from '../../../db/lab/lab-runs.ts'
import { conditionWith } from '../../../lab/link/condition/profiles.ts'
import type { Plan } from '../../../lab/plan/plan.ts'
import { RecordingChanged, type StartLabRunOptions, startLabRun } from '../../../lab/run/start-lab-run.ts'
import type { RecordingFacts } from '../../../model/recording/facts.ts'
import { onEveryDatabase } from '../../db/databases.ts'

const CELL: Plan['cells'][number] = {
  factors: { page: 'recording:shop', rttMs: 20 },
  ...{ page: 'recording:/somewhere/shop', shards: 1, server: 'towline', link: conditionWith({ rttMs: 20 }) },
  ...{ udp: 'open', keyExchange: null, chainBytes: null, certificateKey: 'ecdsa' },
  ...{ initcwnd: null, congestionControl: null, streams: null, thinkMs: 0, visit: 'cold', skip: null },
  addresses: 'each',
  priorities: 'off',
  earlyHints: 'off',
  slowStart: 'classic',
  arms: { applied: ['h1', 'h2'], leftOut: {} },
}
const PLAN: Plan = {
  ...{ name: 'replay', title: 'Replay of shop', source: null, arms: ['h1', 'h2'], baseline: 'h1' },
  ...{ rounds: 20, pauseMs: 2_000, seed: 1, cells: [CELL] },
}
const FACTS: RecordingFacts = {
  ...{ pageUrl: 'https://a.test/', source: 'live', recordedAt: null, sha256: 'a'.repeat(64), link: null },
  ...{
    hosts: [],
    answers: 1,
    bodyBytes: 1,
    livePltMs: [],
    http1PltMs: [],
    thinkTimes: null,
    notReplayed: [],
    leftOut: 0,
  },
  roundTrips: 'one for all',
  lookUps: 'none',
  initialWindow: null,
}
const START: StartLabRunOptions = {
  ...{ plan: PLAN, options: { capture: true }, resume: true, toolVersion: '0', versions: {} },
  recordings: { 'recording:shop': FACTS },
  createdAt: '2026-11-23T00:00:00.000Z',
}

onEveryDatabase(
  'a run of the same plan and recordings is resumed, wherever their folders are',
  async (database) => {
    await using db = await database.open()
    const { id, isResumed } = await startLabRun(db, START)
    assert.equal(isResumed, false)
    const moved = { ...PLAN, cells: [{ ...CELL, page: 'recording:/elsewhere/shop' }] }
    // What a later version reads out of the same file may be more.
    const recordings = { 'recording:shop': { ...FACTS, answers: 2 } }
    assert.deepEqual(await startLabRun(db, { ...START, plan: moved, recordings }), { id, isResumed: true })
    await markLabRun(db, id, { state: 'running' })
    assert.deepEqual(await startLabRun(db, START), { id, isResumed: true })
    await markLabRun(db, id, { state: 'finished', finishedAt: START.createdAt })
    assert.equal((await startLabRun(db, START)).isResumed, false)
  },
)

onEveryDatabase('a run over a link that loses packets in bursts is resumed', async (database) => {
  await using db = await database.open()
  // In an order of names that the database does not keep.
  const loss = { lossInGood: 0, lossInBad: 1, goodToBad: 0.01, badToGood: 0.25 }
  const link = { ...conditionWith({ rttMs: 50 }), lossDown: loss, lossUp: loss }
  const start = { ...START, plan: { ...PLAN, cells: [{ ...CELL, link }] } }
  const { id } = await startLabRun(db, start)
  assert.deepEqual(await startLabRun(db, start), { id, isResumed: true })
})

onEveryDatabase('of delivery traces the names are stored, not where they are', async (database) => {
  await using db = await database.open()
  const link = { ...conditionWith({ rttMs: 20 }), downTrace: '/home/me/lte.down', upTrace: '/home/me/lte.up' }
  const { id } = await startLabRun(db, { ...START, plan: { ...PLAN, cells: [{ ...CELL, link }] } })
  const [cell] = await labCells(db, id)
  assert.deepEqual(cell?.configuredLink, { ...link, downTrace: 'lte.down', upTrace: 'lte.up' })
})

onEveryDatabase('another plan, link, seed or option is another run', async (database) => {
  await using db = await database.open()
  const { id } = await startLabRun(db, START)
  const link = conditionWith({ rttMs: 40 })
  for (const other of [
    { plan: { ...PLAN, rounds: 19 } },
    { plan: { ...PLAN, seed: 2 } },
    { plan: { ...PLAN, cells: [{ ...CELL, link }] } },
    { plan: { ...PLAN, cells: [{ ...CELL, factors: { ...CELL.factors, rttMs: 40 } }] } },
    { options: { capture: false } },
    { resume: false },
  ])
    assert.equal((await startLabRun(db, { ...START, ...other })).isResumed, false, JSON.stringify(other))
  assert.notEqual((await startLabRun(db, START)).id, id, 'the newest one')
})

onEveryDatabase('a run whose recording has changed since is not resumed', async (database) => {
  await using db = await database.open()
  const { id } = await startLabRun(db, START)
  const recordings = { 'recording:shop': { ...FACTS, sha256: 'b'.repeat(64) } }
  await assert.rejects(startLabRun(db, { ...START, recordings }), (error) => {
    assert.ok(error instanceof RecordingChanged)
    assert.equal(
      error.message,
      `recording:shop has changed since lab run ${id} was started: without --resume a new run takes all samples anew`,
    )
    return true
  })
  assert.equal((await startLabRun(db, { ...START, recordings, resume: false })).isResumed, false)
})

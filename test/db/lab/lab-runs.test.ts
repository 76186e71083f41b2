import assert from 'node:assert/strict'
import { createCampaign, listCampaigns } from '../../../db/campaign/campaigns.ts'
import { assignPages, labCells, labRunIdByCampaign, recordCell } from '../../../db/lab/lab-cells.ts'
import {
  createLabRun,
  labRunById,
  listLabRuns,
  markLabRun,
  type NewLabRun,
  unfinishedLabRuns,
} from '../../../db/lab/lab-runs.ts'
import { newCampaign } from '../campaign/probing.ts'
import { withEveryDatabase } from '../databases.ts'

const FACTORS = { page: 'a', server: 'go', rttMs: 100, lossFraction: 0.01, shards: null, warm: false }

const RUN: NewLabRun = {
  createdAt: '2026-11-21T00:00:00.000Z',
  name: 'two pages',
  plan: { rttMs: [20, 100], pages: ['a', 'b'] },
  seed: 2 ** 32 - 1,
  toolVersion: '0.1.0',
  versions: { node: 'v26.0.0' },
  cells: [
    { factors: FACTORS, configuredLink: { delayMs: 50 } },
    { factors: { ...FACTORS, page: 'b' }, configuredLink: { delayMs: 50 } },
    { factors: { ...FACTORS, rttMs: 20 }, configuredLink: { delayMs: 10 } },
  ],
}

withEveryDatabase('a lab run comes back as it was made, its cells pending and in order', async (db) => {
  const id = await createLabRun(db, RUN)
  const { cells, ...rest } = RUN
  const stored = { ...rest, id, state: 'stopped', finishedAt: null }
  assert.deepEqual(await labRunById(db, id), stored)
  assert.equal(await labRunById(db, id + 1), null)
  assert.deepEqual(
    await labCells(db, id),
    cells.map((cell, number) => ({
      ...{ labRunId: id, cell: number, ...cell, campaignId: null, site: null },
      ...{ measuredLink: null, wireLimitMs: null, state: 'pending', reason: null },
    })),
  )
  const second = await createLabRun(db, { ...RUN, cells: [] })
  assert.deepEqual(await labCells(db, second), [])
  assert.deepEqual(
    (await listLabRuns(db)).map((run) => run.id),
    [second, id],
  )
})

withEveryDatabase('runs of a name and seed that have not ended are listed newest first', async (db) => {
  const idsOf = async (wanted: { readonly name: string; readonly seed: number }): Promise<number[]> =>
    (await unfinishedLabRuns(db, wanted)).map(({ id }) => id)
  assert.deepEqual(await idsOf(RUN), [])
  const first = await createLabRun(db, RUN)
  const second = await createLabRun(db, RUN)
  assert.deepEqual(await idsOf(RUN), [second, first])
  assert.deepEqual(await idsOf({ ...RUN, seed: 1 }), [])
  assert.deepEqual(await idsOf({ ...RUN, name: 'another' }), [])
  await markLabRun(db, second, { state: 'finished', finishedAt: '2026-11-21T01:00:00.000Z' })
  await markLabRun(db, first, { state: 'running' })
  assert.deepEqual(await idsOf(RUN), [first])
})

withEveryDatabase('a lab run that is finished stays so', async (db) => {
  const id = await createLabRun(db, RUN)
  assert.equal(await markLabRun(db, id, { state: 'running' }), true)
  assert.equal((await labRunById(db, id))?.state, 'running')
  const finishedAt = '2026-11-21T01:00:00.000Z'
  assert.equal(await markLabRun(db, id, { state: 'finished', finishedAt }), true)
  assert.equal(await markLabRun(db, id, { state: 'stopped' }), false)
  const { state, finishedAt: at } = (await labRunById(db, id)) ?? {}
  assert.deepEqual([state, at], ['finished', finishedAt])
})

withEveryDatabase(
  'a campaign of the lab is made together with its cells’ places, or not at all',
  async (db) => {
    const runId = await createLabRun(db, RUN)
    const live = (await createCampaign(db, newCampaign())).id
    const places = [
      { cell: 0, site: 0 },
      { cell: 1, site: 1 },
    ]
    const { id } = await createCampaign(db, newCampaign(), (query, campaignId) =>
      assignPages(query, runId, campaignId, places),
    )
    assert.equal(await labRunIdByCampaign(db, id), runId)
    assert.equal(await labRunIdByCampaign(db, live), null)
    assert.deepEqual(
      (await labCells(db, runId)).map(({ campaignId, site }) => [campaignId, site]),
      [
        [id, 0],
        [id, 1],
        [null, null],
      ],
    )
    for (const place of [
      { cell: 0, site: 0 },
      { cell: 3, site: 0 },
    ]) {
      const again = createCampaign(db, newCampaign(), (query, campaignId) =>
        assignPages(query, runId, campaignId, [place]),
      )
      await assert.rejects(again, RangeError)
    }
    const noSuchSite = createCampaign(db, newCampaign(), (query, campaignId) =>
      assignPages(query, runId, campaignId, [{ cell: 2, site: 2 }]),
    )
    await assert.rejects(noSuchSite)
    assert.equal((await listCampaigns(db)).length, 2)
  },
)

withEveryDatabase(
  'what is found out of a cell is kept, and what became of it with its reason',
  async (db) => {
    const labRunId = await createLabRun(db, RUN)
    await createCampaign(db, newCampaign(), (query, campaignId) =>
      assignPages(query, labRunId, campaignId, [{ cell: 0, site: 0 }]),
    )
    const measuredLink = { rttMs: 100.4 }
    const wireLimitMs = { h1: 300, h3: 200.5 }
    await recordCell(db, { labRunId, cell: 0 }, { measuredLink })
    await recordCell(db, { labRunId, cell: 0 }, { wireLimitMs, end: { state: 'done' } })
    await recordCell(db, { labRunId, cell: 1 }, { end: { state: 'skipped', reason: 'no such server' } })
    await recordCell(db, { labRunId, cell: 2 }, {})
    const cells = await labCells(db, labRunId)
    assert.deepEqual(
      cells.map((cell) => [cell.measuredLink, cell.wireLimitMs, cell.state, cell.reason]),
      [
        [measuredLink, wireLimitMs, 'done', null],
        [null, null, 'skipped', 'no such server'],
        [null, null, 'pending', null],
      ],
    )
    await assert.rejects(recordCell(db, { labRunId, cell: 3 }, { measuredLink }), RangeError)
    await assert.rejects(recordCell(db, { labRunId, cell: 2 }, { end: { state: 'done' } }), /constraint/i)
  },
)

import assert from 'node:assert/strict'
import { acquireCampaign, type CampaignLease, leaveCampaign } from '../../../db/campaign/campaign-leases.ts'
import { campaignSites, changeSite } from '../../../db/campaign/campaign-sites.ts'
import { campaignSizes } from '../../../db/campaign/campaign-sizes.ts'
import { campaignById, findResumableCampaign } from '../../../db/campaign/campaigns.ts'
import { rebuildSeries } from '../../../db/campaign/rebuild-series.ts'
import { resumeSpoiltRounds, waitingRepeats } from '../../../db/campaign/repeat-rounds.ts'
import { type CampaignPart, claimNextSample } from '../../../db/campaign/sample-claims.ts'
import { metricValues } from '../../../db/campaign/sample-metrics.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { readSamples, type SampleResult, type SampleRow, sampleCounts } from '../../../db/campaign/samples.ts'
import { readSeries } from '../../../db/campaign/series.ts'
import type { Database } from '../../../db/connection/database.ts'
import type { Arm } from '../../../model/arm.ts'
import { onEveryDatabase, withEveryDatabase } from '../databases.ts'
import { heldCampaign, newCampaign, newSite, record, VALID } from './probing.ts'
import { collect } from './samples.ts'

const BUSY: SampleResult = {
  ...VALID,
  verdict: { state: 'invalid', reason: 'machine_busy', detail: '80 % of the cores did other work' },
}
const END = '2026-11-21T01:00:00.000Z'

/** What a load is: `site arm round.repeat`. */
interface TakenLoad {
  readonly site: number
  readonly arm: Arm
  readonly round: number
  readonly repeatNo: number
}

const nameOf = ({ site, arm, round, repeatNo }: TakenLoad): string => `${site} ${arm} ${round}.${repeatNo}`
const roundOf = ({ site, round, repeatNo }: TakenLoad): string => `${site} ${round}.${repeatNo}`

/** Takes what is pending, in its order; `isBusy` says which loads meet a busy machine, `most` how many are taken. */
async function takeAll(
  db: Database,
  lease: CampaignLease,
  isBusy: (load: TakenLoad) => boolean,
  { most = Number.POSITIVE_INFINITY, part }: { readonly most?: number; readonly part?: CampaignPart } = {},
): Promise<TakenLoad[]> {
  const taken: TakenLoad[] = []
  while (taken.length < most) {
    const { sample } = await claimNextSample(db, lease, part && { part })
    if (sample === null) break
    taken.push(sample)
    await record(db, lease, {
      sample,
      result: isBusy(sample) ? BUSY : VALID,
      metrics: [{ name: 'plt_ms', value: 100 * (sample.round + 1) + sample.repeatNo, note: null }],
      isPart: part !== undefined,
    })
  }
  return taken
}

/** In their order, each once. */
const rounds = (loads: readonly TakenLoad[]): string[] => [...new Set(loads.map(roundOf))]
const rowsOf = async (db: Database, { campaignId }: CampaignLease, role: SampleRow['role']) =>
  (await collect(readSamples(db, campaignId))).filter((row) => row.role === role)
const once = (wanted: string) => (load: TakenLoad) => load.repeatNo === 0 && nameOf(load) === wanted

withEveryDatabase(
  'a round that meets a busy machine under one arm is taken again under all, at the end of its round of all sites',
  async (db) => {
    const lease = await heldCampaign(db)
    const [first] = newCampaign().schedule as Iterable<TakenLoad> & TakenLoad[]
    const { site = 0, arm = 'h1' } = first ?? {}
    const taken = await takeAll(db, lease, once(`${site} ${arm} 0.0`))
    const plan = rounds(taken.filter(({ repeatNo }) => repeatNo === 0))
    assert.deepEqual(rounds(taken), [...plan.slice(0, 2), `${site} 0.1`, ...plan.slice(2)])
    const armsIn = (name: string) => taken.filter((load) => roundOf(load) === name).map((load) => load.arm)
    assert.deepEqual(armsIn(`${site} 0.1`), armsIn(`${site} 0.0`), 'in the order that was planned for it')
    assert.equal(await leaveCampaign(db, lease, END), 'finished')
    assert.ok((await campaignSites(db, lease.campaignId)).every(({ state }) => state === 'done'))
  },
)

withEveryDatabase(
  'a round that fails again waits for the end of the campaign, as often as it takes',
  async (db) => {
    const lease = await heldCampaign(db, { rounds: 3 })
    const taken = await takeAll(
      db,
      lease,
      ({ site, arm, round, repeatNo }) => site === 0 && round === 0 && arm === 'h2' && repeatNo < 3,
    )
    const again = rounds(taken).flatMap((name, index) => (name.startsWith('0 0.') ? [[index, name]] : []))
    assert.deepEqual(again.slice(1), [
      [2, '0 0.1'],
      [7, '0 0.2'],
      [8, '0 0.3'],
    ])
  },
)

withEveryDatabase(
  'what was taken before is kept and counts nowhere: neither beside n, nor in a pair with a load of the repeat',
  async (db) => {
    const lease = await heldCampaign(db)
    const { campaignId } = lease
    await takeAll(db, lease, once('0 h2 1.0'))
    const replaced = await rowsOf(db, lease, 'replaced')
    assert.deepEqual(
      replaced.map(({ site, arm, round, state, reason, startedAt }) => [
        ...[site, arm, round, state],
        ...[reason, startedAt],
      ]),
      replaced.map(({ arm }) =>
        arm === 'h2'
          ? [0, 'h2', 1, 'invalid', 'machine_busy', BUSY.startedAt]
          : [0, 'h1', 1, 'valid', null, VALID.startedAt],
      ),
    )
    assert.equal(replaced.length, 2)
    const pltOf = (of: Arm) => readSeries(db, { campaignId, site: 0, metric: 'plt_ms', arm: of })
    for (const each of ['h1', 'h2'] as const) {
      const [series] = await pltOf(each)
      assert.deepEqual([...(series?.rounds ?? [])], [0, 1])
      assert.deepEqual([...(series?.values ?? [])], [100, 201], 'of the repeat')
    }
    assert.deepEqual(
      (await metricValues(db, campaignId, 'plt_ms', { site: 0 })).map(({ round, value }) => [round, value]),
      [
        [0, 100],
        [0, 100],
        [1, 201],
        [1, 201],
      ],
    )
    const tallies = await sampleTallies(db, campaignId)
    assert.deepEqual(
      tallies.map(({ state, samples }) => [state, samples]),
      Array.from({ length: 4 }, () => ['valid', 2]),
    )
    assert.ok((await sampleCounts(db, campaignId)).every(({ samples }) => samples === 2))
    await rebuildSeries(db, campaignId)
    const [rebuilt] = await pltOf('h2')
    assert.deepEqual([...(rebuilt?.values ?? [])], [100, 201], 'nor where they are packed anew')
  },
)

withEveryDatabase('what fails for another reason is not taken again', async (db) => {
  const lease = await heldCampaign(db)
  const verdict = { state: 'invalid', reason: 'http_status', detail: 'status 500' } as const
  await record(db, lease, { result: { ...VALID, verdict } })
  assert.equal((await takeAll(db, lease, () => false)).length, 7)
  assert.equal(await leaveCampaign(db, lease, END), 'finished')
})

withEveryDatabase(
  'no more loads are taken again than were planned; then the campaign lacks them, and resuming allows as many again',
  async (db) => {
    const lease = await heldCampaign(db)
    const { campaignId } = lease
    assert.equal((await takeAll(db, lease, () => true)).length, 2 * 8)
    assert.equal(await leaveCampaign(db, lease, END), 'machine_busy')
    const campaign = await campaignById(db, campaignId)
    assert.deepEqual([campaign?.state, campaign?.finishedAt], ['stopped', null])
    const lacking = async () => (await campaignSizes(db, campaignId))[0]?.lackingLoads
    assert.equal(await lacking(), 8)
    const urls = (await campaignSites(db, campaignId)).map(({ url }) => url)
    assert.equal((await findResumableCampaign(db, newCampaign(), urls))?.id, campaignId)

    const resume = async (waiting: number): Promise<void> => {
      assert.ok(await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => false))
      for (const _ of ['once', 'twice: nothing is scheduled again']) {
        await resumeSpoiltRounds(db, lease)
        assert.equal(await waitingRepeats(db, campaignId), waiting)
      }
    }
    await resume(8)
    assert.equal(await lacking(), 0, 'what waits may still be had')
    assert.equal((await takeAll(db, lease, ({ round }) => round === 0)).length, 8)
    assert.equal(await leaveCampaign(db, lease, END), 'machine_busy')
    await resume(4)
    assert.equal((await takeAll(db, lease, ({ repeatNo }) => repeatNo < 5)).length, 4 + 4)
    assert.equal(await leaveCampaign(db, lease, END), 'finished')
    assert.equal((await rowsOf(db, lease, 'replaced')).length, 8 + 8 + 4 + 4)
    assert.equal(await lacking(), 0)
  },
)

withEveryDatabase(
  'a run that is killed among repeats leaves each of them to the next, none twice and none left out',
  async (db) => {
    const isBusy = ({ site, round, repeatNo }: TakenLoad) => site === 1 && round === 0 && repeatNo < 2
    const whole = await heldCampaign(db)
    const expected = (await takeAll(db, whole, isBusy)).map(nameOf)
    for (let killedAfter = 0; killedAfter <= expected.length; killedAfter += 1) {
      const first = await heldCampaign(db, {}, `first ${killedAfter}`)
      const before = await takeAll(db, first, isBusy, { most: killedAfter })
      // Killed while it loaded one more.
      await claimNextSample(db, first)
      const second = { ...first, owner: `second ${killedAfter}` }
      assert.ok(await acquireCampaign(db, { ...second, leaseMs: 60_000 }, () => true))
      await resumeSpoiltRounds(db, second)
      const after = await takeAll(db, second, isBusy)
      assert.deepEqual([...before, ...after].map(nameOf), expected, `killed after ${killedAfter} loads`)
      assert.equal(await leaveCampaign(db, second, END), 'finished')
    }
  },
)

onEveryDatabase('a site that has ended is not taken again', async (database) => {
  for (const state of ['settled', 'parked', 'poison'] as const) {
    await using db = await database.open()
    const lease = await heldCampaign(db, { sites: [newSite('a.test')], rounds: 2 })
    await takeAll(db, lease, () => true, { most: 2 })
    assert.equal(await waitingRepeats(db, lease.campaignId), 2)
    await changeSite(db, lease, { site: 0, end: { state, detail: null } })
    assert.equal(await waitingRepeats(db, lease.campaignId), 0)
    assert.equal(await leaveCampaign(db, lease, END), 'finished')
  }
})

withEveryDatabase(
  'a part takes its own rounds again at its end, and does not spend the repeats of all on one of them',
  async (db) => {
    const lease = await heldCampaign(db, { rounds: 20 })
    const part = { fromRound: 0, untilRound: 1, sites: [1] }
    const taken = await takeAll(db, lease, () => true, { part })
    assert.deepEqual(
      rounds(taken),
      Array.from({ length: 9 }, (_, repeatNo) => `1 0.${repeatNo}`),
    )
    const other = await takeAll(db, lease, ({ repeatNo }) => repeatNo === 0, {
      part: { fromRound: 0, untilRound: 1 },
    })
    assert.deepEqual(rounds(other), ['0 0.0', '0 0.1'])
  },
)

withEveryDatabase(
  'a campaign whose bound is 0 repeats nothing: it is finished without what a busy machine spoilt',
  async (db) => {
    const lease = await heldCampaign(db, { repeatBound: 0 })
    assert.equal((await takeAll(db, lease, () => true)).length, 8)
    assert.equal(await leaveCampaign(db, lease, END), 'finished')
  },
)

import assert from 'node:assert/strict'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { leaveCampaign } from '../../../db/campaign/campaign-leases.ts'
import type { Database } from '../../../db/connection/database.ts'
import { assignPages, recordCell } from '../../../db/lab/lab-cells.ts'
import { createLabRun, markLabRun } from '../../../db/lab/lab-runs.ts'
import { COMMAND_LINE } from '../../../db/survey/lists.ts'
import { type Answer, ENDPOINTS, type EndpointName } from '../../../server/contract/contract.ts'
import { startReadOnlyServer } from '../../../server/read-only-server.ts'
import { MIN_ROUNDS } from '../../../stats/comparison/compare-arms.ts'
import { LEAST_FOR_VERDICT } from '../../../stats/load/load-verdict.ts'
import { MIN_VALUES } from '../../../stats/median-ranks.ts'
import { recordedLoadRun } from '../../cli/load/recorded-load-run.ts'
import { addSurvey } from '../../cli/survey/survey-database.ts'
import { heldCampaign, newSite } from '../../db/campaign/probing.ts'
import { newSurvey } from '../../db/campaign/samples.ts'
import { onEveryDatabase, type TestDatabase } from '../../db/databases.ts'
import { loadedCampaign } from '../loaded-campaign.ts'

const EIGHT = Array.from({ length: 8 }, (_, site) => `site${site}.test`)
const SIX = EIGHT.slice(0, MIN_VALUES)

type Ask = <Name extends EndpointName>(name: Name, path: string) => Promise<Answer<Name>>

/** Asks a real server over the database; each answer is held against the contract. */
async function served(database: TestDatabase): Promise<{ readonly ask: Ask } & AsyncDisposable> {
  await using resources = new AsyncDisposableStack()
  const server = resources.use(
    await startReadOnlyServer({
      ...{ database: database.url, webFolder: WEB_FOLDER, toolVersion: '0.1.0', recorded: false },
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
    }),
  )
  const owned = resources.move()
  return {
    async ask(name, path) {
      const response = await fetch(`${server.address}/api/v1${path}`)
      const body = await response.json()
      assert.ok(response.ok, `${path}: ${response.status} ${JSON.stringify(body)}`)
      return ENDPOINTS[name].answer.parse(body) as Answer<typeof name>
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

onEveryDatabase(
  'pages open with the newest campaign that can answer, and every route without a campaign with the same',
  async (database) => {
    let good = 0
    let bad = 0
    {
      await using db = await database.open()
      good = await loadedCampaign(db, { domains: EIGHT })
      // Three sites have all their rounds; of the others none has the baseline and another arm.
      const arms = ['h1', 'h2', 'h3'] as const
      const counts = ({ site, arm, round }: { site: number; arm: string; round: number }) =>
        site < 3 || (arm === 'h1') === (round % 2 === 0)
      bad = await loadedCampaign(db, {
        ...{ domains: EIGHT, rounds: 12, arms },
        counts,
        vantage: 'this machine',
      })
    }
    await using server = await served(database)
    const { campaign, needed } = await server.ask('defaults', '/defaults')
    assert.deepEqual(needed, { rounds: MIN_ROUNDS, sites: MIN_VALUES, repetitions: LEAST_FOR_VERDICT })
    assert.deepEqual(campaign, {
      ...{ id: good, canAnswer: true, newer: 1 },
      passedOver: [
        {
          ...{ id: bad, createdAt: '2026-11-21T00:00:00.000Z', state: 'finished', vantage: 'this machine' },
          ...{ sites: 8, rounds: MIN_ROUNDS, answering: 3, samples: 288, leftOut: 90, machineBusy: 90 },
        },
      ],
    })
    const ranking = await server.ask('ranking', '/ranking?arm=h2')
    assert.equal(ranking.campaignId, good)
    const { rows } = await server.ask('sites', '/sites')
    assert.deepEqual(new Set(rows.map(({ campaignId }) => campaignId)), new Set([good]))
    const site = await server.ask('site', '/sites/site4.test')
    assert.deepEqual(
      [site.campaignId, site.campaigns.map(({ campaignId }) => campaignId)],
      [good, [bad, good]],
    )
    const vantages = await server.ask('siteVantages', '/sites/site4.test/vantages')
    assert.deepEqual(new Set(vantages.rows.map(({ campaignId }) => campaignId)), new Set([good, bad]))
    const asked = await server.ask('ranking', `/ranking?arm=h2&campaign=${bad}`)
    assert.equal(asked.campaignId, bad, 'whoever asks for it gets it')
  },
)

onEveryDatabase(
  'a campaign can answer with six sites of six rounds, not with five of either',
  async (database) => {
    await using db = await database.open()
    const defaults = async () => {
      await using server = await served(database)
      return (await server.ask('defaults', '/defaults')).campaign
    }
    const fiveSites = await loadedCampaign(db, { domains: EIGHT.slice(0, MIN_VALUES - 1) })
    const fiveRounds = await loadedCampaign(db, { domains: SIX, rounds: MIN_ROUNDS - 1 })
    const none = await defaults()
    assert.deepEqual(
      [none.id, none.canAnswer, none.passedOver],
      [fiveRounds, false, []],
      'then the newest is shown',
    )
    // Each arm has six valid loads; the two share five of their rounds.
    const shifted = await loadedCampaign(db, {
      ...{ domains: SIX, rounds: MIN_ROUNDS + 1 },
      counts: ({ arm, round }) => round !== (arm === 'h1' ? 0 : MIN_ROUNDS),
    })
    const stillNone = await defaults()
    assert.deepEqual([stillNone.id, stillNone.canAnswer], [shifted, false])
    const six = await loadedCampaign(db, { domains: SIX })
    const found = await defaults()
    assert.deepEqual([found.id, found.canAnswer, found.newer], [six, true, 0])
    // It may stop at any round: its intervals begin with ten.
    const sequential = await loadedCampaign(db, {
      domains: SIX,
      rounds: 12,
      options: { untilCi: 5 },
      counts: ({ round }) => round < 9,
    })
    const before = await defaults()
    assert.deepEqual(
      [before.id, before.passedOver[0]?.id, before.passedOver[0]?.rounds],
      [six, sequential, 10],
    )
    assert.ok(fiveSites < fiveRounds)
  },
)

onEveryDatabase(
  'pages open with the newest finished survey of a list that six sites answered',
  async (database) => {
    const sitesOf = (count: number, reachable: number) =>
      Array.from({ length: count }, (_, index) => ({
        domain: `s${index}.test`,
        reachable: index < reachable,
      }))
    const good = await addSurvey(database.url, sitesOf(9, 6))
    const bad = await addSurvey(database.url, sitesOf(9, 5))
    const named = await addSurvey(database.url, sitesOf(9, 9), {
      list: () => ({ ...newSurvey(9).list(), source: COMMAND_LINE }),
    })
    await using server = await served(database)
    const { survey } = await server.ask('defaults', '/defaults')
    assert.deepEqual([survey.id, survey.canAnswer, survey.newer], [good, true, 1])
    assert.deepEqual(
      survey.passedOver.map(({ id, state, answered }) => [id, state, answered]),
      [[bad, 'finished', 5]],
    )
    assert.ok(named > bad)
    assert.equal((await server.ask('sites', '/sites')).surveyId, good)
    assert.equal((await server.ask('site', '/sites/s5.test')).survey?.surveyId, good)
  },
)

onEveryDatabase(
  'pages open with the newest finished lab run that has a condition with an interval',
  async (database) => {
    let good = 0
    let begun = 0
    {
      await using db = await database.open()
      good = await labRun(db, { rounds: MIN_ROUNDS, finished: true })
      await labRun(db, { rounds: MIN_ROUNDS - 1, finished: true })
      begun = await labRun(db, { rounds: MIN_ROUNDS, finished: false })
    }
    await using server = await served(database)
    const { labRun: shown, replay, campaign } = await server.ask('defaults', '/defaults')
    assert.deepEqual(
      [shown.id, shown.canAnswer, shown.newer, shown.passedOver[0]?.id],
      [good, true, 2, begun],
    )
    assert.deepEqual([shown.passedOver[0]?.done, shown.passedOver[0]?.cells], [1, 2])
    assert.deepEqual(
      [replay.id, replay.newer],
      [good, 0],
      'without recordings a replay is the default lab run',
    )
    assert.equal(campaign.id, null, 'campaigns of a lab run are no live ones')
  },
)

/** A lab run of two conditions, the first of which is measured. */
async function labRun(
  db: Database,
  { rounds, finished }: { readonly rounds: number; readonly finished: boolean },
): Promise<number> {
  const cells = [20, 40].map((rttMs) => ({ factors: { rttMs }, configuredLink: { rttMs } }))
  const made = { name: 'quick', plan: {}, seed: 1, toolVersion: '0.1.0', versions: {} }
  const id = await createLabRun(db, { ...made, createdAt: '2026-11-21T02:00:00.000Z', cells })
  const campaignId = await loadedCampaign(db, { domains: ['a.lab.test'], rounds })
  await db.write((query) => assignPages(query, id, campaignId, [{ cell: 0, site: 0 }]))
  await recordCell(db, { labRunId: id, cell: 0 }, { end: { state: 'done' } })
  if (finished) await markLabRun(db, id, { state: 'finished', finishedAt: '2026-11-21T03:00:00.000Z' })
  return id
}

onEveryDatabase(
  'pages open with the newest load run that has six repetitions of two protocols',
  async (database) => {
    await using db = await database.open()
    const loadRun = async () => {
      await using server = await served(database)
      return (await server.ask('defaults', '/defaults')).loadRun
    }
    await recordedLoadRun(db)
    const newest = await recordedLoadRun(db)
    assert.deepEqual(await loadRun(), { id: newest, canAnswer: false, newer: 0, passedOver: [] })
    const good = await recordedLoadRun(db, 2 * LEAST_FOR_VERDICT, LEAST_FOR_VERDICT)
    const begun = await recordedLoadRun(db, 2 * LEAST_FOR_VERDICT - 1, LEAST_FOR_VERDICT)
    const { id, canAnswer, passedOver } = await loadRun()
    assert.deepEqual([id, canAnswer], [good, true])
    assert.deepEqual(
      passedOver.map((run) => [run.id, run.repetitions]),
      [[begun, LEAST_FOR_VERDICT - 1]],
    )
  },
)

onEveryDatabase(
  'a campaign that has only just begun is passed over, with how little it has',
  async (database) => {
    await using db = await database.open()
    const good = await loadedCampaign(db, { domains: SIX })
    const lease = await heldCampaign(db, { rounds: 10, sites: EIGHT.map((domain) => newSite(domain)) })
    await using server = await served(database)
    const { campaign } = await server.ask('defaults', '/defaults')
    assert.equal(campaign.id, good)
    const [begun] = campaign.passedOver
    assert.deepEqual([begun?.state, begun?.answering, begun?.samples], ['running', 0, 0])
    await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z')
  },
)

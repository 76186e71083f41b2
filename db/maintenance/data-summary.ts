import type { Database } from '../connection/database.ts'

/** Counts all that there is. Lab campaigns count as campaigns, not as probed sites. */
interface DataSummary {
  readonly surveys: number
  readonly campaigns: number
  readonly probedSites: number
  readonly samples: number
  readonly validSamples: number
  readonly labRuns: number
  /** Lab runs that replay recordings. */
  readonly replays: number
  readonly loadRuns: number
  /** Surveys and campaigns of the sandbox, and of the internet. */
  readonly sandboxRuns: number
  readonly liveRuns: number
  readonly latestLiveCampaignId: number | null
  /** Campaigns of the sandbox without an emulated link, oldest first. */
  readonly undelayedCampaigns: readonly number[]
  readonly vantages: readonly string[]
  /** First start and last end (or start, where there is no end) of a survey or campaign, ISO 8601. */
  readonly firstAt: string | null
  readonly lastAt: string | null
}

/** Canonical JSON has a list of recordings with one at least; within a text its quotes would have a backslash. */
const REPLAY = `'%"recordings":{"%'`

const LIVE = 'campaign_id NOT IN (SELECT campaign_id FROM lab_cells WHERE campaign_id IS NOT NULL)'

/** Counts over all tables but those of samples, which may have millions of rows. */
export async function dataSummary(db: Database): Promise<DataSummary> {
  const [row] = await db.query(
    `SELECT (SELECT count(*) FROM surveys) AS surveys,
       (SELECT count(*) FROM campaigns) AS campaigns,
       (SELECT count(DISTINCT domain) FROM campaign_sites WHERE ${LIVE}) AS probed_sites,
       (SELECT coalesce(sum(samples), 0) FROM sample_tallies) AS samples,
       (SELECT coalesce(sum(samples), 0) FROM sample_tallies WHERE state = 'valid') AS valid_samples,
       (SELECT count(*) FROM lab_runs) AS lab_runs,
       (SELECT count(*) FROM lab_runs WHERE plan LIKE ${REPLAY}) AS replays,
       (SELECT count(*) FROM load_runs) AS load_runs,
       (SELECT max(campaign_id) FROM campaign_sites WHERE ${LIVE}) AS latest_campaign`,
  )
  const runs = await db.query(
    `SELECT sandbox, vantage, created_at, coalesce(finished_at, created_at) AS last_at FROM surveys
     UNION ALL SELECT sandbox, vantage, created_at, coalesce(finished_at, created_at) FROM campaigns`,
  )
  // They have no vantage point of their own, and are in no count of runs on the internet.
  const otherRuns = await db.query(
    `SELECT created_at, coalesce(finished_at, created_at) AS last_at FROM lab_runs
     UNION ALL SELECT created_at, coalesce(finished_at, created_at) FROM load_runs`,
  )
  const undelayed = await db.query('SELECT id FROM campaigns WHERE sandbox AND link IS NULL ORDER BY id')
  const instants = [...runs, ...otherRuns]
    .flatMap((run) => [String(run.created_at), String(run.last_at)])
    .sort()
  const sandboxRuns = runs.filter((run) => Boolean(run.sandbox)).length
  return {
    surveys: Number(row?.surveys),
    campaigns: Number(row?.campaigns),
    probedSites: Number(row?.probed_sites),
    samples: Number(row?.samples),
    validSamples: Number(row?.valid_samples),
    labRuns: Number(row?.lab_runs),
    replays: Number(row?.replays),
    loadRuns: Number(row?.load_runs),
    sandboxRuns,
    liveRuns: runs.length - sandboxRuns,
    latestLiveCampaignId: row?.latest_campaign == null ? null : Number(row.latest_campaign),
    undelayedCampaigns: undelayed.map(({ id }) => Number(id)),
    vantages: [...new Set(runs.flatMap(({ vantage }) => (vantage === null ? [] : [String(vantage)])))].sort(),
    firstAt: instants[0] ?? null,
    lastAt: instants.at(-1) ?? null,
  }
}

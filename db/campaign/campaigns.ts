import { z } from 'zod'
import { ARM_NAMES, type Arm } from '../../model/arm.ts'
import type { SampleSource } from '../../model/sample-source.ts'
import type { ScheduledSample } from '../../model/scheduled-sample.ts'
import type { Database, Query, Row, Value } from '../connection/database.ts'
import { plainObject, textByName } from '../rows/json.ts'
import {
  asFlag,
  asJson,
  asNumber,
  asText,
  asWord,
  columnValues,
  orNull,
  type RecordOf,
  recordReader,
} from '../rows/record.ts'
import { COMMAND_LINE } from '../survey/lists.ts'
import { insertSites, markDoneSites, type NewCampaignSite } from './campaign-sites.ts'
import { insertSchedule } from './samples.ts'

const arms: z.ZodType<readonly Arm[]> = z.array(z.enum(ARM_NAMES))
const browserSwitches: z.ZodType<Readonly<Partial<Record<Arm, readonly string[]>>>> = z.partialRecord(
  z.enum(ARM_NAMES),
  z.array(z.string()),
)

/** Settings of a campaign. Equal settings and pages are one campaign, where it is resumed. */
const SETTINGS = {
  /** The survey that its sites were selected from; null where they were named. */
  surveyId: orNull(asNumber),
  arms: asJson(arms),
  rounds: asNumber,
  /** Time between two samples, milliseconds. */
  pauseMs: asNumber,
  /** Names who loads its pages. */
  source: asWord<SampleSource>(),
  /** `warm`: a browser per arm stays open. `cold`: a new process per sample. Never mixed in one distribution. */
  browserKind: asWord<'warm' | 'cold'>(),
  /** Emulated device. */
  device: orNull(asText),
  /** Endpoint of a browser that was running already. */
  connect: orNull(asText),
  vantage: orNull(asText),
  sandbox: asFlag,
  /** Everything else that changes what is measured, as plain JSON. */
  options: asJson(plainObject),
}

export type CampaignSettings = RecordOf<typeof SETTINGS>

/** Circumstances that are found out, some of it when the first browser is open. */
const FACTS = {
  /** Interfaces, address families, RTT to a reference, as plain JSON. */
  vantageFacts: orNull(asJson(plainObject)),
  browserVersion: orNull(asText),
  browserSwitches: asJson(browserSwitches),
  userAgent: orNull(asText),
  /** The lab link as configured and as measured, as plain JSON; null on a real network. */
  link: orNull(asJson(plainObject)),
  congestionControl: orNull(asText),
  /** Versions of node, tshark, … */
  versions: asJson(textByName),
  /** Program and version that captured packets, or why none did. */
  capture: orNull(asText),
}

export type CampaignFacts = RecordOf<typeof FACTS>

/** Nothing has been found out yet. */
export const UNKNOWN_FACTS: CampaignFacts = {
  vantageFacts: null,
  browserVersion: null,
  browserSwitches: {},
  userAgent: null,
  link: null,
  congestionControl: null,
  versions: {},
  capture: null,
}

type CampaignState = 'running' | 'stopped' | 'finished'

const readFields = recordReader({
  id: asNumber,
  createdAt: asText,
  finishedAt: orNull(asText),
  state: asWord<CampaignState>(),
  /** The run that holds it, or held it when it was killed. */
  owner: orNull(asText),
  toolVersion: asText,
  seed: asNumber,
  ...SETTINGS,
  ...FACTS,
})

export type CampaignRow = ReturnType<typeof readFields>

export interface NewCampaign extends CampaignSettings, CampaignFacts {
  readonly toolVersion: string
  /** Seed of the schedule; 0 to 2^32 - 1. */
  readonly seed: number
  readonly createdAt: string
  /** Numbered from 0 in this order. */
  readonly sites: readonly NewCampaignSite[]
  /** `schedule()` of crawler/probe/campaign/schedule.ts, in its order. */
  readonly schedule: Iterable<ScheduledSample>
  /**
   * Says how many times as many loads may be taken again, where the machine was busy, as are planned. Default: 1. 0: what it
   * spoils is left out.
   */
  readonly repeatBound?: number
}

/**
 * Creates a campaign with its sites and all its samples, pending. It belongs to nobody yet: see `acquireCampaign`.
 * `alongside` is done in the same transaction, such as `assignPages` for a campaign of the lab.
 */
export async function createCampaign(
  db: Database,
  campaign: NewCampaign,
  alongside: (query: Query, campaignId: number) => Promise<void> = async () => undefined,
): Promise<{ readonly id: number; readonly samples: number }> {
  return db.write(async (query) => {
    const columns: [string, Value][] = [
      ['created_at', campaign.createdAt],
      ['state', 'stopped'],
      ['tool_version', campaign.toolVersion],
      ['seed', campaign.seed],
      ['repeat_bound', campaign.repeatBound ?? 1],
      ...columnValues({ ...SETTINGS, ...FACTS }, campaign),
    ]
    const [created] = await query(
      `INSERT INTO campaigns (${columns.map(([name]) => name).join(', ')})
       VALUES (${columns.map(() => '?').join(', ')}) RETURNING id`,
      columns.map(([, value]) => value),
    )
    const id = Number(created?.id)
    await insertSites(query, db.dialect, id, campaign.sites)
    const samples = await insertSchedule(query, db.dialect, id, campaign.schedule)
    await markDoneSites(query, id)
    await alongside(query, id)
    return { id, samples }
  })
}

/** Records what has been found out since; what is left out stays as it is. */
export async function describeCampaign(
  db: Database,
  id: number,
  facts: Partial<CampaignFacts>,
): Promise<void> {
  const columns = columnValues(FACTS, facts)
  if (columns.length === 0) return
  await db.write((query) =>
    query(`UPDATE campaigns SET ${columns.map(([name]) => `${name} = ?`).join(', ')} WHERE id = ?`, [
      ...columns.map(([, value]) => value),
      id,
    ]),
  )
}

/** All campaigns, newest first. */
export async function listCampaigns(db: Database): Promise<CampaignRow[]> {
  return (await db.query('SELECT * FROM campaigns ORDER BY id DESC')).map(readCampaign)
}

/** Says from where each campaign measured; null: not stated. */
export async function campaignVantages(db: Database): Promise<ReadonlyMap<number, string | null>> {
  const rows = await db.query('SELECT id, vantage FROM campaigns')
  return new Map(rows.map(({ id, vantage }) => [Number(id), vantage === null ? null : String(vantage)]))
}

/** The numbers of all campaigns whose pages were loaded so. */
export async function campaignsBySource(db: Database, source: SampleSource): Promise<ReadonlySet<number>> {
  const rows = await db.query('SELECT id FROM campaigns WHERE source = ?', [source])
  return new Set(rows.map(({ id }) => Number(id)))
}

export async function campaignById(db: Database, id: number): Promise<CampaignRow | null> {
  const [row] = await db.query('SELECT * FROM campaigns WHERE id = ?', [id])
  return row === undefined ? null : readCampaign(row)
}

/**
 * The newest campaign of sites, and where there is none the newest of a lab's cells; with `finishedOnly` the newest that came
 * to its end.
 */
export async function latestCampaign(
  db: Database,
  { finishedOnly = false }: { readonly finishedOnly?: boolean } = {},
): Promise<CampaignRow | null> {
  const where = finishedOnly ? "WHERE state = 'finished'" : ''
  const [row] = await db.query(
    `SELECT * FROM campaigns ${where}
     ORDER BY CASE WHEN id IN (SELECT campaign_id FROM lab_cells) THEN 1 ELSE 0 END, id DESC LIMIT 1`,
  )
  return row === undefined ? null : readCampaign(row)
}

/** The newest live campaign: of sites of a list where there is one, else of sites that were named. */
export async function latestLiveCampaign(db: Database): Promise<CampaignRow | null> {
  const [row] = await db.query(
    `SELECT campaigns.* FROM campaigns LEFT JOIN surveys ON surveys.id = campaigns.survey_id
     LEFT JOIN lists ON lists.id = surveys.list_id
     WHERE campaigns.id NOT IN (SELECT campaign_id FROM lab_cells WHERE campaign_id IS NOT NULL)
     ORDER BY coalesce(lists.source = ?, false), campaigns.id DESC LIMIT 1`,
    [COMMAND_LINE],
  )
  return row === undefined ? null : readCampaign(row)
}

/**
 * The newest campaign of the same settings and pages, these in the same order, that has not come to its end; null where
 * there is none. Whether another run holds it shows when it is acquired.
 */
export async function findResumableCampaign(
  db: Database,
  settings: CampaignSettings,
  urls: readonly string[],
): Promise<CampaignRow | null> {
  const columns = columnValues(SETTINGS, settings)
  const same = columns.map(([name]) => `${name} IS NOT DISTINCT FROM ?`).join(' AND ')
  const rows = await db.query(
    `SELECT * FROM campaigns WHERE state <> 'finished' AND ${same} ORDER BY id DESC`,
    columns.map(([, value]) => value),
  )
  for (const row of rows) {
    const pages = await db.query('SELECT url FROM campaign_sites WHERE campaign_id = ? ORDER BY site', [
      Number(row.id),
    ])
    if (pages.length === urls.length && pages.every(({ url }, site) => url === urls[site]))
      return readCampaign(row)
  }
  return null
}

function readCampaign(row: Row): CampaignRow {
  return readFields({ ...row, owner: row.claimed_by })
}

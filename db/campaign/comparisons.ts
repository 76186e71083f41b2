import type { Arm } from '../../model/arm.ts'
import type { Database } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { encodeJsonRow, jsonField, jsonRows, plainObject } from '../rows/json.ts'
import { asFlag, asJson, asNumber, asText, asWord, type RecordOf, recordReader } from '../rows/record.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'

const KEY_FIELDS = {
  campaignId: asNumber,
  site: asNumber,
  metric: asText,
  baseline: asWord<Arm>(),
  arm: asWord<Arm>(),
}

export type ComparisonKey = RecordOf<typeof KEY_FIELDS>

const COMPARISON = {
  ...KEY_FIELDS,
  /** Revisions of the two series that it was made from (`readSeries`). */
  baselineRevision: asNumber,
  armRevision: asNumber,
  /** Rounds that have a value of both. */
  rounds: asNumber,
  /** Plain JSON; what it looks like is its maker's business. */
  result: asJson(plainObject),
  computedAt: asText,
}

/** A comparison as it is stored. */
export type NewComparison = RecordOf<typeof COMPARISON>

const readComparison = recordReader({
  ...COMPARISON,
  /** False where values have come or changed since. */
  isCurrent: asFlag,
})

type StoredComparison = ReturnType<typeof readComparison>

/** The arms that others are compared with where nothing else is asked for (docs/method.md, Arms). */
const BASELINES: readonly Arm[] = ['h1']

/**
 * Pairs of series that have values and no comparison made from what they are now: up to `limit` of them, newest
 * campaign first. Each baseline is compared with every other arm, but with an earlier baseline only the other way round.
 */
export async function staleComparisons(
  db: Database,
  metrics: readonly string[],
  limit: number,
  baselines: readonly Arm[] = BASELINES,
): Promise<ComparisonKey[]> {
  if (metrics.length === 0 || baselines.length === 0) return []
  const pairs = baselines.map((_, index) => {
    const earlier = baselines.slice(0, index + 1).map(() => '?')
    return `(base.arm = ? AND other.arm NOT IN (${earlier.join(', ')}))`
  })
  const rows = await db.query(
    `SELECT base.campaign_id, base.site, base.metric, base.arm AS baseline, other.arm FROM series AS base
     JOIN series AS other ON other.campaign_id = base.campaign_id AND other.site = base.site
       AND other.metric = base.metric AND (${pairs.join(' OR ')})
     LEFT JOIN comparisons AS made ON made.campaign_id = base.campaign_id AND made.site = base.site
       AND made.metric = base.metric AND made.baseline = base.arm AND made.arm = other.arm
     WHERE base.metric IN (${metrics.map(() => '?').join(', ')}) AND base.n > 0 AND other.n > 0
       AND (made.arm IS NULL OR made.baseline_revision <> base.revision OR made.arm_revision <> other.revision)
     ORDER BY base.campaign_id DESC, base.site, base.metric, base.arm, other.arm LIMIT ?`,
    [...baselines.flatMap((arm, index) => [arm, ...baselines.slice(0, index + 1)]), ...metrics, limit],
  )
  return rows.map(recordReader(KEY_FIELDS))
}

const COLUMNS = {
  campaign_id: 'integer',
  site: 'integer',
  metric: 'text',
  baseline: 'text',
  arm: 'text',
  baseline_revision: 'integer',
  arm_revision: 'integer',
  rounds: 'integer',
  result: 'json',
  computed_at: 'text',
} as const satisfies Record<string, ColumnType>

/** Stores comparisons in one transaction, each in the place of the one before. */
export async function storeComparisons(db: Database, rows: readonly NewComparison[]): Promise<void> {
  if (rows.length === 0) return
  await db.write((query) => query(upsert(db.dialect), [`[${rows.map(encode).join(',')}]`]))
}

const NAMES = Object.keys(COMPARISON) as (keyof NewComparison)[]

function encode(row: NewComparison): string {
  return encodeJsonRow(NAMES.map((name) => row[name]))
}

function upsert(dialect: Dialect): string {
  const names = Object.keys(COLUMNS)
  const fields = Object.values(COLUMNS).map((type, index) => jsonField(dialect, index, type))
  const news = names.slice(KEY.length).map((name) => `${name} = excluded.${name}`)
  return `INSERT INTO comparisons (${names.join(', ')}) SELECT ${fields.join(', ')} FROM ${jsonRows(dialect)} WHERE true
    ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET ${news.join(', ')}`
}

const KEY = Object.keys(COLUMNS).slice(0, 5)

/** The comparisons of a campaign by site, metric, baseline and arm. Each filter narrows it. */
export async function readComparisons(
  db: Database,
  filter: { readonly campaignId: number; readonly site?: number; readonly metric?: string },
): Promise<StoredComparison[]> {
  const { sql, bindings } = whereEqual({
    'made.campaign_id': filter.campaignId,
    'made.site': filter.site,
    'made.metric': filter.metric,
  })
  const rows = await db.query(
    `SELECT made.*, (made.baseline_revision = base.revision AND made.arm_revision = other.revision) AS is_current
     FROM comparisons AS made
     JOIN series AS base ON base.campaign_id = made.campaign_id AND base.site = made.site
       AND base.metric = made.metric AND base.arm = made.baseline
     JOIN series AS other ON other.campaign_id = made.campaign_id AND other.site = made.site
       AND other.metric = made.metric AND other.arm = made.arm
     WHERE ${sql} ORDER BY made.site, made.metric, made.baseline, made.arm`,
    bindings,
  )
  return rows.map(readComparison)
}

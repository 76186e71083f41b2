import type { Arm } from '../../model/arm.ts'
import type { Database, Row } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { plainObject, readJson } from '../rows/json-column.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json-rows.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'

export interface ComparisonKey {
  readonly campaignId: number
  readonly site: number
  readonly metric: string
  readonly baseline: Arm
  readonly arm: Arm
}

/** A comparison as it is stored; what `result` looks like is its maker's business. */
export interface NewComparison extends ComparisonKey {
  /** Revisions of the two series that it was made from (`readSeries`). */
  readonly baselineRevision: number
  readonly armRevision: number
  /** Rounds that have a value of both. */
  readonly rounds: number
  /** Plain JSON. */
  readonly result: object
  readonly computedAt: string
}

export interface StoredComparison extends NewComparison {
  /** False where values have come or changed since. */
  readonly isCurrent: boolean
}

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
  return rows.map(readKey)
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

function encode(row: NewComparison): string {
  return encodeJsonRow([
    row.campaignId,
    row.site,
    row.metric,
    row.baseline,
    row.arm,
    row.baselineRevision,
    row.armRevision,
    row.rounds,
    row.result,
    row.computedAt,
  ])
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
  return rows.map((row) => ({
    ...readKey(row),
    baselineRevision: Number(row.baseline_revision),
    armRevision: Number(row.arm_revision),
    rounds: Number(row.rounds),
    result: readJson(plainObject, row.result),
    computedAt: String(row.computed_at),
    isCurrent: Boolean(row.is_current),
  }))
}

function readKey(row: Row): ComparisonKey {
  return {
    campaignId: Number(row.campaign_id),
    site: Number(row.site),
    metric: String(row.metric),
    baseline: row.baseline as Arm,
    arm: row.arm as Arm,
  }
}

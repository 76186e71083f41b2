import type { PublishedIds, PublishedRuns } from './published-runs.ts'

/** A table that is too large to be held in memory, as one statement can select a part of it. */
export interface LargeTable {
  /** Holds FROM and its joins. */
  readonly from: string
  /** Expressions where a column is not one of the table by the same name. */
  readonly expressions: Readonly<Record<string, string>>
  /** The runs that its rows belong to, and the column that says so; null: rows are told apart by `filter`. */
  readonly parent: { readonly column: string; readonly ids: PublishedIds } | null
  /** A number that its rows are in the order of, and the table that has its smallest and largest. */
  readonly range: { readonly column: string; readonly table: string; readonly tableColumn: string }
  /** Further order within one number of the range. */
  readonly order: readonly string[]
  /** Numbers of the range in one statement: about a few thousand rows. */
  readonly step: number
  readonly filter: (runs: PublishedRuns) => string
}

const CAMPAIGN_VANTAGE = { vantage: 'campaigns.vantage' } as const
const everything = (): string => 'TRUE'

export const LARGE_TABLES = {
  survey_sites: {
    from: 'survey_sites JOIN surveys ON surveys.id = survey_sites.survey_id',
    expressions: { vantage: 'surveys.vantage' },
    parent: { column: 'survey_id', ids: 'surveyIds' },
    range: { column: 'survey_sites.rank', table: 'survey_sites', tableColumn: 'rank' },
    order: [],
    step: 5_000,
    filter: () => "survey_sites.state = 'done'",
  },
  operations: {
    from: 'operations',
    expressions: {},
    parent: { column: 'survey_id', ids: 'surveyIds' },
    range: { column: 'operations.rank', table: 'survey_sites', tableColumn: 'rank' },
    order: ['operations.seq'],
    step: 500,
    filter: everything,
  },
  campaign_sites: {
    from: 'campaign_sites JOIN campaigns ON campaigns.id = campaign_sites.campaign_id',
    expressions: CAMPAIGN_VANTAGE,
    parent: { column: 'campaign_id', ids: 'campaignIds' },
    range: { column: 'campaign_sites.site', table: 'campaign_sites', tableColumn: 'site' },
    order: [],
    step: 5_000,
    filter: everything,
  },
  samples: {
    // The sign keeps SQLite from going through all samples of a campaign for each part: by id they are in order.
    from: 'samples JOIN campaigns ON campaigns.id = +samples.campaign_id',
    expressions: CAMPAIGN_VANTAGE,
    parent: null,
    range: { column: 'samples.id', table: 'samples', tableColumn: 'id' },
    order: [],
    step: 5_000,
    filter: ({ campaignIds }) => `samples.state <> 'pending' AND campaigns.id IN (${list(campaignIds)})`,
  },
  sample_metrics: {
    from: 'sample_metrics',
    expressions: {},
    parent: null,
    range: { column: 'sample_metrics.sample_id', table: 'samples', tableColumn: 'id' },
    order: ['sample_metrics.metric'],
    step: 5_000,
    // None of its many rows has to be looked up where all campaigns are published; those that come meanwhile are left out.
    filter: ({ campaignIds, lastSampleId }) =>
      lastSampleId === null
        ? `(SELECT campaign_id FROM samples WHERE samples.id = sample_id) IN (${list(campaignIds)})`
        : `sample_metrics.sample_id <= ${lastSampleId}`,
  },
  load_seconds: {
    from: 'load_seconds',
    expressions: {},
    parent: { column: 'load_run_id', ids: 'loadRunIds' },
    range: { column: 'load_seconds.load', table: 'load_seconds', tableColumn: 'load' },
    order: ['load_seconds.second'],
    // A load has some hundred seconds, each with its page times.
    step: 20,
    filter: everything,
  },
  field_cells: {
    from: `field_cells JOIN field_releases ON field_releases.id = release_id
      JOIN field_sites ON field_sites.list = field_releases.list AND field_sites.site = field_cells.site`,
    expressions: { domain: 'field_sites.domain' },
    parent: { column: 'release_id', ids: 'fieldReleaseIds' },
    range: { column: 'field_cells.site', table: 'field_cells', tableColumn: 'site' },
    order: ['field_cells.proto', 'field_cells.metric'],
    step: 500,
    filter: everything,
  },
} as const satisfies Readonly<Record<string, LargeTable>>

export type LargeTableName = keyof typeof LARGE_TABLES

function list(ids: readonly number[]): string {
  return ids.length === 0 ? 'NULL' : ids.join(', ')
}

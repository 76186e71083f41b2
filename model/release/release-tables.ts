import { CAMPAIGN_TABLES } from './campaign-tables.ts'
import { LAB_TABLES } from './lab-tables.ts'
import { LOAD_TABLES } from './load-tables.ts'
import { known, type ReleaseColumn, type ReleaseTable, text } from './release-table.ts'
import { SURVEY_TABLES } from './survey-tables.ts'

const ms = (meaning: string): ReleaseColumn => ({ type: 'number', unit: 'ms', nullable: true, meaning })

const VANTAGE_TABLES = {
  vantages: {
    title: 'Vantage points',
    row:
      'a place that workers measured from, as its newest worker found it; one without a worker ' +
      'has no row',
    key: ['vantage'],
    columns: {
      vantage: { type: 'text', meaning: 'its name, as surveys and campaigns have it' },
      created_at: { type: 'instant', meaning: 'when its first worker started' },
      place: text('where it is, as its owner says'),
      network: text('which network it is in, as its owner says'),
      measured_at: { type: 'instant', nullable: true, meaning: 'when the rest was measured' },
      tool_version: text('version of towline that measured it'),
      ipv4: known('an interface has a public IPv4 address; behind NAT there is none'),
      ipv6: known('an interface has a public IPv6 address'),
      resolver: text('addresses of the recursive resolvers, comma separated'),
      clock_offset_ms: ms('its wall clock less the database’s'),
      clock_error_ms: ms('the most by which clock_offset_ms may be off'),
    },
  },
  vantage_rtts: {
    title: 'Round-trip times of vantage points',
    row: 'a name that a vantage point measured its distance to',
    key: ['vantage', 'seq'],
    foreignKeys: [{ columns: ['vantage'], table: 'vantages', references: ['vantage'] }],
    columns: {
      vantage: { type: 'text', meaning: 'vantage point' },
      seq: { type: 'integer', meaning: 'number of the name, from 0' },
      name: { type: 'text', meaning: 'name that was connected to' },
      address: text('address that it had there; null: none that may be contacted'),
      rtt_ms: ms('smallest of five TCP connect times to its port 443; null: no answer'),
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>

/** The field publishes no table of contributions, members and closed pilots (safety.md P8). */
const FIELD_TABLES = {
  field_releases: {
    title: 'Releases of the field',
    row: 'the newest weekly release of a study that is open to everybody',
    key: ['id'],
    columns: {
      id: { type: 'integer', meaning: 'number of the release' },
      list: { type: 'text', meaning: 'list of the sites under study' },
      synthetic: { type: 'boolean', meaning: 'made up for a demonstration: says nothing about anybody' },
      week: { type: 'day', meaning: 'Monday of the week' },
      released_at: { type: 'instant', meaning: 'when it was made' },
      opened_day: { type: 'day', meaning: 'first day of the study' },
      closed_day: { type: 'day', nullable: true, meaning: 'last day of the study; null: it is open' },
      thresholds: { type: 'json', meaning: 'what a curve must have to be published' },
    },
  },
  field_cells: {
    title: 'Published curves of the field',
    row: 'a site, a protocol and a metric with enough contributors to be published',
    key: ['release_id', 'site', 'proto', 'metric'],
    foreignKeys: [{ columns: ['release_id'], table: 'field_releases', references: ['id'] }],
    columns: {
      release_id: { type: 'integer', meaning: 'release' },
      site: { type: 'integer', meaning: 'number of the site in the list, from 0' },
      domain: { type: 'text', meaning: 'site' },
      proto: { type: 'code', meaning: 'protocol of the main document: http/1.1, h2 or h3' },
      metric: { type: 'code', meaning: 'dns, connect, handshake, wait, receive, dcl, load, or visit' },
      made_in: { type: 'day', meaning: 'week of the release that made the curve' },
      frozen_since: { type: 'day', nullable: true, meaning: 'week since when it is held; null: it is not' },
      contributors: { type: 'integer', unit: 'count', meaning: 'contributors' },
      samples: { type: 'integer', unit: 'count', meaning: 'loads, about' },
      median_ms: {
        ...{ type: 'number', unit: 'ms', nullable: true },
        meaning: 'median of the contributors, from the bins; null of visits',
      },
      low_ms: { type: 'number', unit: 'ms', nullable: true, meaning: 'lower end of its 95 % interval' },
      high_ms: { type: 'number', unit: 'ms', nullable: true, meaning: 'upper end of its 95 % interval' },
      bins: {
        type: 'json',
        meaning:
          'list of [bin, contributors]; bin i is from 1.05^i to 1.05^(i+1) ms, bin 0 from 0; of visits 0 warm-cache, 1 open-connection, 2 new-connection',
      },
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>

const TABLES = {
  ...VANTAGE_TABLES,
  ...SURVEY_TABLES,
  ...CAMPAIGN_TABLES,
  ...LAB_TABLES,
  ...LOAD_TABLES,
  ...FIELD_TABLES,
} as const

export type ReleaseTableName = keyof typeof TABLES

/** Every table of the public data set, in the order in which documents list them. Nothing else is published. */
export const RELEASE_TABLES: Readonly<Record<ReleaseTableName, ReleaseTable>> = TABLES

export const RELEASE_TABLE_NAMES = Object.keys(TABLES) as ReleaseTableName[]

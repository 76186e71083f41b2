import type { ReleaseTable } from './release-table.ts'

/** What is published of the field: contributions, members and closed pilots are no table (safety.md P8). */
export const FIELD_TABLES = {
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
      metric: { type: 'code', meaning: 'dns, connect, handshake, wait, receive, dcl or load' },
      made_in: { type: 'day', meaning: 'week of the release that made the curve' },
      frozen_since: { type: 'day', nullable: true, meaning: 'week since when it is held; null: it is not' },
      contributors: { type: 'integer', unit: 'count', meaning: 'contributors' },
      samples: { type: 'integer', unit: 'count', meaning: 'loads, about' },
      median_ms: { type: 'number', unit: 'ms', meaning: 'median of the contributors, from the bins' },
      low_ms: { type: 'number', unit: 'ms', nullable: true, meaning: 'lower end of its 95 % interval' },
      high_ms: { type: 'number', unit: 'ms', nullable: true, meaning: 'upper end of its 95 % interval' },
      bins: {
        type: 'json',
        meaning: 'list of [bin, contributors]; bin i is from 1.05^i to 1.05^(i+1) ms, bin 0 from 0',
      },
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>

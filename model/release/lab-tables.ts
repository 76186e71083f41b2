import type { ReleaseTable } from './release-table.ts'
import { runColumns } from './run-columns.ts'

const labRun = { columns: ['lab_run_id'], table: 'lab_runs', references: ['id'] } as const

export const LAB_TABLES = {
  lab_runs: {
    title: 'Lab runs',
    row: 'an experiment: pages under conditions that a plan sets',
    key: ['id'],
    columns: runColumns('what was asked for: arms, rounds, levels of the factors'),
  },
  lab_cells: {
    title: 'Conditions of lab runs',
    row: 'one page under one condition; its samples are those of its campaign and site',
    key: ['lab_run_id', 'cell'],
    foreignKeys: [
      labRun,
      { columns: ['campaign_id', 'site'], table: 'campaign_sites', references: ['campaign_id', 'site'] },
    ],
    columns: {
      lab_run_id: { type: 'integer', meaning: 'lab run' },
      cell: { type: 'integer', meaning: 'number of the condition within the run, from 0' },
      campaign_id: {
        type: 'integer',
        nullable: true,
        meaning: 'campaign of its samples; null: none was made',
      },
      site: { type: 'integer', nullable: true, meaning: 'number of its page within that campaign' },
      vantage: { type: 'text', nullable: true, meaning: 'vantage point of the campaign' },
      factors: { type: 'json', meaning: 'level of each factor' },
      configured_link: { type: 'json', meaning: 'the link as it was asked for' },
      measured_link: {
        type: 'json',
        nullable: true,
        meaning: 'the link as it was measured, before and after',
      },
      wire_limit_ms: {
        type: 'json',
        unit: 'ms',
        nullable: true,
        meaning: 'smallest page time that the link allows, by arm',
      },
      state: { type: 'code', meaning: 'done, skipped or failed' },
      reason: { type: 'text', nullable: true, words: true, meaning: 'why it was skipped or failed' },
    },
  },
  recordings: {
    title: 'Recordings that were replayed',
    row: 'facts of a recorded page that a lab run replays',
    key: ['lab_run_id', 'page'],
    foreignKeys: [labRun],
    columns: {
      lab_run_id: { type: 'integer', meaning: 'lab run' },
      page: { type: 'text', meaning: 'value of the factor `page`' },
      page_url: { type: 'text', meaning: 'URL of the page, without its query' },
      source: { type: 'code', meaning: 'live, har or warc' },
      recorded_at: { type: 'instant', nullable: true, meaning: 'null: the source does not say' },
      sha256: { type: 'text', meaning: 'SHA-256 of its recording.json' },
      link: {
        type: 'json',
        nullable: true,
        meaning: 'emulated link that it was recorded behind; null: the internet, or unknown',
      },
      hosts: { type: 'json', meaning: 'hosts with address, protocol and round trip in ms' },
      answers: { type: 'integer', unit: 'count', meaning: 'answers that the replay can give' },
      body_bytes: { type: 'integer', unit: 'bytes', meaning: 'bytes of their bodies, as stored' },
      live_plt_ms: { type: 'json', unit: 'ms', meaning: 'page load times of the live loads, a list' },
      not_replayed: { type: 'json', meaning: 'what a replay cannot give, with counts' },
      left_out: { type: 'integer', unit: 'count', meaning: 'exchanges that the replay cannot give' },
      round_trips: {
        type: 'text',
        meaning: 'whether hosts share one round-trip time: `one for all` or `by host`',
      },
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>

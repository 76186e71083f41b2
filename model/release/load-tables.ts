import { type ReleaseColumn, type ReleaseTable, share } from './release-table.ts'
import { runColumns } from './run-columns.ts'

const count = (meaning: string): ReleaseColumn => ({ type: 'integer', unit: 'count', meaning })
const unknownCount = (meaning: string): ReleaseColumn => ({ ...count(meaning), nullable: true })
const ms = (meaning: string): ReleaseColumn => ({ type: 'number', unit: 'ms', meaning })
const unknownMs = (meaning: string): ReleaseColumn => ({ ...ms(meaning), nullable: true })
const unknownBytes = (meaning: string): ReleaseColumn => ({
  type: 'integer',
  unit: 'bytes',
  nullable: true,
  meaning,
})

export const LOAD_TABLES = {
  load_runs: {
    title: 'Load runs',
    row: 'an experiment: page users ramped over a server under each protocol, as a plan sets',
    key: ['id'],
    columns: runColumns('what was asked for: page, ramp, servers, arms, repetitions'),
  },
  loads: {
    title: 'Loads',
    row: 'one ramp of users over one server and protocol, from the server’s start to its end',
    key: ['load_run_id', 'load'],
    foreignKeys: [{ columns: ['load_run_id'], table: 'load_runs', references: ['id'] }],
    columns: {
      load_run_id: { type: 'integer', meaning: 'load run' },
      load: { type: 'integer', meaning: 'number of the load within the run, from 0, in their order' },
      repetition: { type: 'integer', meaning: 'number of the repetition, from 0' },
      server: { type: 'text', meaning: 'server that was loaded' },
      arm: { type: 'code', meaning: 'h1, h2 or h3' },
      attempts: count('times that it was begun: more than one where it was cut off'),
      started_at: { type: 'instant', nullable: true, meaning: 'start of the last of them' },
      facts: { type: 'json', nullable: true, meaning: 'programs, cores and link as they were' },
      end_counts: {
        type: 'json',
        nullable: true,
        meaning: 'what was counted over the whole load, and why it ended',
      },
    },
  },
  load_seconds: {
    title: 'Seconds of loads',
    row: 'what users did in one second of a load, and what the server cost at its end',
    key: ['load_run_id', 'load', 'second'],
    foreignKeys: [{ columns: ['load_run_id', 'load'], table: 'loads', references: ['load_run_id', 'load'] }],
    columns: {
      load_run_id: { type: 'integer', meaning: 'load run' },
      load: { type: 'integer', meaning: 'load' },
      second: { type: 'integer', meaning: 'number of the second, from 0' },
      at_ms: ms('end of the interval, since the start of the load'),
      length_ms: ms('length of the interval'),
      users: count('users at its end'),
      pages_begun: count('pages begun'),
      pages_done: count('pages whose every answer had the status and the length that it was to have'),
      pages_failed: count('pages that failed'),
      p50_ms: unknownMs('median of page times by the nearest rank; null: of a failed page, or none ended'),
      p95_ms: unknownMs('95th percentile, likewise'),
      p99_ms: unknownMs('99th percentile, likewise'),
      errors: { type: 'json', meaning: 'how often each kind of error occurred' },
      answers: count('answers that were as they were to be'),
      body_bytes: { type: 'integer', unit: 'bytes', meaning: 'bytes of their bodies' },
      connections_opened: count('connections opened, without those that failed'),
      sessions_resumed: unknownCount(
        'of those, with an earlier TLS session; null: unknown, as of HTTP/3 and in clear text',
      ),
      late_ms: ms('the latest that a page was begun'),
      page_times_us: { type: 'json', unit: 'µs', meaning: 'page times to three digits, each with its pages' },
      client_cpu_ms: ms('time on a core of the load program in the interval'),
      client_rss_bytes: unknownBytes('its memory'),
      server_at_ms: unknownMs('when the server was read; null here and below: it had no process'),
      server_processes: unknownCount('processes of the server'),
      server_threads: unknownCount('their threads'),
      server_cpu_total_ms: unknownMs('their time on a core since they started, in steps of 10 ms'),
      server_rss_bytes: unknownBytes('their memory; what several map counts for each'),
      server_pss_bytes: unknownBytes('their memory; what several map is divided among them'),
      server_tcp_sockets: unknownCount('TCP sockets open in their network namespace'),
      server_udp_sockets: unknownCount('UDP sockets, likewise'),
      server_busy_workers: unknownCount(
        'of Apache: threads that had something to do, as it says itself; null: unknown, or another server',
      ),
      client_core_busy: share('share of the time that the client’s core was busy with anything'),
      server_cores_busy: share('the same of the server’s cores'),
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>

import type { PublishedRuns } from '../../db/release/published-runs.ts'
import type { DataLicenseId } from '../../model/data-license.ts'
import type { WrittenTable } from './data-files.ts'
import type { SmallRow } from './small-tables.ts'

/** `made up`: the demonstration's curves. */
export const MEASURED_IN = ['internet', 'field', 'sandbox', 'lab', 'made up'] as const

export type MeasuredIn = (typeof MEASURED_IN)[number]

export interface ReleaseFacts {
  /** Name of the folder, and in citations. */
  readonly name: string
  readonly license: DataLicenseId
  /** URL where it will be found; null: not said. */
  readonly url: string | null
  readonly author: string
  readonly createdAt: string
  /** Tables of more rows are Parquet alone; null: all are. */
  readonly csvMaxRows: number | null
  readonly tables: readonly WrittenTable[]
  readonly provenance: Provenance
}

/** Says how it was made, as provenance.json holds it. */
export interface Provenance {
  readonly createdAt: string
  readonly tool: { readonly name: 'towline'; readonly version: string }
  readonly versions: Readonly<Record<string, string>>
  /** Kind of database, and the migrations that its schema is made by. */
  readonly database: { readonly kind: string; readonly schema: readonly string[] }
  /** First start and last end of what was measured; null without a run. */
  readonly firstAt: string | null
  readonly lastAt: string | null
  readonly vantages: readonly string[]
  /** Places where what is published was measured, each place once; none without a run. */
  readonly measuredIn: readonly MeasuredIn[]
  /** Runs that are not finished, and therefore not in it. */
  readonly leftOut: PublishedRuns['leftOut']
  readonly rows: Readonly<Record<string, number>>
}

export type Runs = Readonly<Record<'surveys' | 'campaigns' | 'lab_runs' | 'load_runs', readonly SmallRow[]>>

export const RELEASE_SUMMARY =
  'What HTTP/1.1, HTTP/2 and HTTP/3 do to page loads: surveys of which sites speak what, page loads under each protocol, ' +
  'lab runs over emulated links, users that load a server, and published curves of volunteers’ page loads.'

export const KEYWORDS = [
  'HTTP/1.1',
  'HTTP/2',
  'HTTP/3',
  'QUIC',
  'web performance',
  'network measurement',
] as const

/** `Title of a data set` for people. */
export function titleOf({ name }: Pick<ReleaseFacts, 'name'>): string {
  return `Measurements of HTTP/1.1, HTTP/2 and HTTP/3: ${name}`
}

/** Day of the release, which is also its version. */
export function dayOf({ createdAt }: Pick<ReleaseFacts, 'createdAt'>): string {
  return createdAt.slice(0, 10)
}

/**
 * `code` is one word of a closed list; `instant` ISO 8601 in UTC, with milliseconds; `day` an ISO 8601 date; `json` JSON as
 * text.
 */
export type ReleaseType = 'integer' | 'number' | 'boolean' | 'code' | 'text' | 'instant' | 'day' | 'json'

export interface ReleaseColumn {
  readonly type: ReleaseType
  /** Says what it is, in a phrase. */
  readonly meaning: string
  /** The unit of a number: `ms`, `bytes`, `fraction`, … */
  readonly unit?: string
  /** True where null (an empty cell in CSV) is a value: unknown, or not applicable. */
  readonly nullable?: true
  /** True of a text that programs said: paths of the machine are left out. */
  readonly words?: true
}

interface ForeignKey {
  readonly columns: readonly string[]
  readonly table: string
  readonly references: readonly string[]
}

/** A table of the public data set: schemas, documents and both file formats are made from this one definition. */
export interface ReleaseTable {
  readonly title: string
  /** Says what a row is. */
  readonly row: string
  readonly key: readonly string[]
  readonly foreignKeys?: readonly ForeignKey[]
  readonly columns: Readonly<Record<string, ReleaseColumn>>
}

/** Explains texts that `joinText` has put together. */
export const WHERE_MACHINES_DIFFERED = 'where machines differed each, with “; ” between'

export const text = (meaning: string): ReleaseColumn => ({ type: 'text', nullable: true, meaning })
export const known = (meaning: string): ReleaseColumn => ({ type: 'boolean', nullable: true, meaning })
export const share = (meaning: string): ReleaseColumn => ({
  type: 'number',
  unit: 'fraction',
  nullable: true,
  meaning,
})

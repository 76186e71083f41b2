import type { Columns, RowOf } from './column.ts'

/**
 * One thing that can be looked at or downloaded, defined once: its rows are made on the server, its chart is drawn by the
 * dashboard, and everything else follows from this.
 */
export interface Figure<Head extends Columns = Columns, Row extends Columns = Columns> {
  /** Name of its endpoint. */
  readonly name: string
  readonly title: string
  /** Describes an answer in the API's documents. */
  readonly description: string
  /** Fields of the answer as a whole; only JSON has them all. */
  readonly head: Head
  readonly columns: Row
  /** Keys of the head that every row of a data file repeats before its own columns. Default: none. */
  readonly inRows?: readonly (keyof Head & string)[]
  /** Set where a row is a curve: key of the places, which the head has for all rows, and key of the values. */
  readonly curve?: { readonly at: string; readonly values: string }
  /** Says in which order rows stand, and which there are. */
  readonly order: string
  /** Says what has to be known to read it, beside it wherever it is shown to people. Default: nothing. */
  note?(head: RowOf<Head>, rows: readonly RowOf<Row>[]): string
  /** Rows that are shown to people; data files have all. Default: all. */
  isShown?(row: RowOf<Row>): boolean
}

export type FigureAnswer<F> =
  F extends Figure<infer Head, infer Row> ? RowOf<Head> & { readonly rows: readonly RowOf<Row>[] } : never

/** Keeps the types of its columns. */
export function figure<const Head extends Columns, const Row extends Columns>(
  definition: Figure<Head, Row>,
): Figure<Head, Row> {
  return definition
}

/** A plain figure is about one of these, by its number. */
export type FigureSubject = 'campaign' | 'survey' | 'lab run'

/**
 * A figure that is a table and no more: with its rows it is in the API, in CSV, in `towline figure`, on the dashboard and in
 * docs/figures.md.
 */
export type PlainFigure<Head extends Columns = Columns, Row extends Columns = Columns> = Figure<Head, Row> & {
  readonly of: FigureSubject
  /** The last part of its path in the API, and its name for `towline figure`. */
  readonly slug: string
}

/** Keeps its name as well, which is that of its endpoint. */
export function plainFigure<const Name extends string, const Head extends Columns, const Row extends Columns>(
  definition: PlainFigure<Head, Row> & { readonly name: Name },
): PlainFigure<Head, Row> & { readonly name: Name } {
  return definition
}

/** Paths of the API below which figures of a kind stand. */
export const SUBJECT_ROOTS = {
  campaign: '/campaigns',
  survey: '/surveys',
  'lab run': '/lab/runs',
} as const satisfies Readonly<Record<FigureSubject, string>>

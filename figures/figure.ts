import type { Columns, RowOf } from './column.ts'

/**
 * One thing that can be looked at or downloaded, defined once: its rows are made on the server, its chart is drawn by the
 * dashboard, and everything else follows from this.
 */
export interface Figure<Head extends Columns = Columns, Row extends Columns = Columns> {
  /** Of its endpoint. */
  readonly name: string
  readonly title: string
  /** What an answer is, for the description of the API. */
  readonly description: string
  /** What the answer as a whole has; only JSON has it. */
  readonly head: Head
  readonly columns: Row
  /** Of the head: what every row of a data file has as well, before its own columns. Default: nothing. */
  readonly inRows?: readonly (keyof Head & string)[]
  /** Where a row is a curve: the key of its places, which the head has for all rows, and that of its values. */
  readonly curve?: { readonly at: string; readonly values: string }
  /** In which order rows stand, and which there are. */
  readonly order: string
  /** What has to be known to read it; stands beside it wherever it is shown to people. Default: nothing. */
  note?(head: RowOf<Head>, rows: readonly RowOf<Row>[]): string
  /** Rows that are shown to people; data files have all. Default: all. */
  isShown?(row: RowOf<Row>): boolean
}

/** What the endpoint of a figure answers. */
export type FigureAnswer<F> =
  F extends Figure<infer Head, infer Row> ? RowOf<Head> & { readonly rows: readonly RowOf<Row>[] } : never

/** Keeps the types of its columns. */
export function figure<const Head extends Columns, const Row extends Columns>(
  definition: Figure<Head, Row>,
): Figure<Head, Row> {
  return definition
}

/** What a plain figure is of: its number, as lists of its kind have it. */
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

import type { VNode } from '../dom/h.ts'

/** Options of every chart. Sizes in CSS pixels. */
export interface ChartOptions {
  readonly width: number
  readonly title: string
  /** Draws title and note into the SVG as well: for files, which leave the page's words behind. Default false. */
  readonly standalone?: boolean
}

/** A place where the read-out can stand. */
export interface Stop {
  readonly x: number
  readonly y: number
  /** Words that are read out. */
  readonly text: string
  /** Marks on the curves that the text speaks of. */
  readonly dots?: readonly { readonly x: number; readonly y: number; readonly className: string }[]
  /** A page of ours that it stands for: its box is a link there. */
  readonly href?: string | null
  /** A box to outline, for charts of cells and rows. */
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** The same as a small table, for a tooltip. */
  readonly details?: () => StopDetails
}

export interface StopDetails {
  readonly title: string
  /** Heads of the columns; null where there is one. */
  readonly heads: readonly string[] | null
  /** Each begins with its name. */
  readonly rows: readonly (readonly string[])[]
}

export interface ReadOut {
  /** Says which distance decides what is nearest to a pointer. */
  readonly nearest: 'x' | 'y' | 'xy'
  readonly stops: readonly Stop[]
  /** Cells of one row, where up and down go from row to row. Without: to the stop above or below. */
  readonly columns?: number
  /** The cross-hair's line through a stop and its extent in px; null: none is drawn. */
  readonly line: {
    readonly kind: 'horizontal' | 'vertical'
    readonly from: number
    readonly to: number
  } | null
}

/** The numbers behind a chart, for eyes, screen readers and those who check. Null is "not known". */
export interface DataTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

export interface Chart {
  readonly svg: VNode
  readonly width: number
  readonly height: number
  /** One or two sentences that say what is to be seen. */
  readonly summary: string
  /** n, and what was left out. */
  readonly note: string
  readonly table: DataTable
  readonly readOut: ReadOut | null
  /** The whole chart where `svg` cannot show all, for a page that scrolls it. */
  readonly long?: LongChart
}

/** A chart of so many rows that only those in view are drawn. Sizes in CSS pixels. */
export interface LongChart {
  /** Key above, which scrolls away. */
  readonly key: VNode
  /** Stays in view above the rows: headings and axis. */
  readonly head: VNode
  /** An empty drawing as high as all rows. */
  readonly body: VNode
  /** The rows that reach into this part of `body`. */
  readonly rows: (top: number, bottom: number) => VNode
  /** Places are those of `body`. */
  readonly readOut: ReadOut
  readonly note: string
}

import type { FigureName } from '../../stats/load/arm-reports.ts'

/** How a figure is shown. */
export interface FigureRow {
  readonly name: FigureName
  readonly label: string
  readonly unit: string
  /** Whether the label says the unit already. */
  readonly isUnitKnown?: true
  /** A value of the figure is divided by this to be in its unit. */
  readonly divisor: number
}

export const FIGURE_ROWS: readonly FigureRow[] = [
  { name: 'highestPagesPerS', label: 'highest rate', unit: 'pages/s', divisor: 1 },
  { name: 'slaUsers', label: 'SLA users', unit: 'users', isUnitKnown: true, divisor: 1 },
  { name: 'firstErrorUsers', label: 'users at first error', unit: 'users', isUnitKnown: true, divisor: 1 },
  { name: 'cpuMsPerPage', label: 'CPU per page', unit: 'ms', divisor: 1 },
  { name: 'memoryBytesPerUser', label: 'memory per user', unit: 'kB', divisor: 1_000 },
  { name: 'socketsPerUser', label: 'sockets per user', unit: 'sockets', isUnitKnown: true, divisor: 1 },
]

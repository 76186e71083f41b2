import { column, orNull } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { busyColumns, errorColumn, loadColumns, pageTimeColumns } from './load-columns.ts'

export const loadIntervals = figure({
  name: 'loadIntervals',
  title: 'Loads, interval by interval',
  description: 'Whole intervals of each load',
  head: {
    loadRunId: column('count', 'load run'),
    intervalMs: column('number', 'interval', null, { unit: 'ms' }),
    slaMs: column('number', 'limit', null, { unit: 'ms' }),
  },
  columns: {
    ...loadColumns,
    fromMs: column('number', 'from', 'From the start of the load', { unit: 'ms' }),
    toMs: column('number', 'to', null, { unit: 'ms' }),
    usersFrom: column('count', 'users from'),
    usersTo: column('count', 'users to'),
    pagesDone: column('count', 'pages done'),
    pagesFailed: column('count', 'pages failed'),
    pagesOverdue: column('count', 'pages overdue', 'Under way at its end for longer than the limit'),
    pagesPerS: column('number', 'pages/s'),
    ...pageTimeColumns,
    isOverLimit: column('flag', 'over the limit', 'p95 is not below the limit'),
    ...busyColumns,
    busyWorkers: orNull(column('count', 'busy workers', 'The most of Apache’s threads that were busy')),
    serverBytes: orNull(column('count', 'server memory', 'Of the server’s processes at its end')),
    errors: errorColumn,
  },
  order: 'By load, then by time',
})

export type LoadIntervals = FigureAnswer<typeof loadIntervals>
export type LoadIntervalRow = LoadIntervals['rows'][number]

import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageSubject, SUBJECT_IN_ROWS } from './page-subject.ts'

export const PROTOCOLS = ['h1', 'h2', 'h3'] as const

export const protocols = figure({
  name: 'protocols',
  title: 'Protocols inside the page',
  description: 'Share of answered requests by protocol, per load',
  head: pageSubject,
  inRows: SUBJECT_IN_ROWS,
  columns: {
    arm: column('arm', 'arm'),
    protocol: wordColumn('word', PROTOCOLS, 'protocol'),
    n: column('count', 'n', 'Valid loads with a value'),
    meanShare: orNull(column('number', 'mean', 'Null: no load has one', { unit: 'fraction' })),
    medianShare: orNull(column('number', 'median', 'Null: no load has one', { unit: 'fraction' })),
  },
  order: 'By arm, then by protocol',
})

export type ProtocolMix = FigureAnswer<typeof protocols>

import { column, orNull, type RowOf, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageSubject, SUBJECT_IN_ROWS } from './page-subject.ts'
import { pageOf } from './paging.ts'

const text = (heading: string, meaning: string | null = null) => orNull(column('text', heading, meaning))
const count = (heading: string, meaning: string | null = null) => orNull(column('count', heading, meaning))

export const sampleColumns = {
  id: column('count', 'sample'),
  round: column('count', 'round'),
  arm: column('arm', 'protocol'),
  role: wordColumn(
    'word',
    ['sample', 'warmup', 'discovery', 'replaced'],
    'role',
    '`replaced`: its round was repeated, the machine being busy; it counts nowhere',
  ),
  position: count('position', 'Within its round, from 0'),
  state: wordColumn('word', ['pending', 'valid', 'invalid', 'failed'], 'state'),
  reason: text('reason'),
  detail: text('detail'),
  attempt: column('count', 'attempt'),
  repeatNo: column('count', 'repeat', 'How often its round was taken before, and spoilt by a busy machine'),
  startedAt: orNull(column('instant', 'started')),
  wallMs: orNull(column('number', 'wall time', null, { unit: 'ms' })),
  cpuBusyFraction: orNull(column('number', 'CPU busy', null, { unit: 'fraction' })),
  cpuOtherFraction: orNull(
    column('number', 'CPU busy with others', 'CPU busy with others', { unit: 'fraction' }),
  ),
  browserNo: count('browser'),
  loadNo: count('load'),
  status: count('status'),
  protocol: text('ALPN', 'ALPN name, of the main document'),
  finalUrl: text('final URL'),
  remoteAddress: text('address'),
  server: text('server'),
}

export const samples = figure({
  name: 'samples',
  title: 'Samples',
  description: 'Samples of a site, also those that do not count',
  head: { ...pageSubject, ...pageOf('Samples') },
  inRows: SUBJECT_IN_ROWS,
  columns: {
    ...sampleColumns,
    metrics: column('metrics', 'metrics', 'Those that were asked for; null where not measured'),
  },
  order: 'By round, then by place in the round',
})

export type Sample = RowOf<typeof sampleColumns>
export type SampleRow = FigureAnswer<typeof samples>['rows'][number]

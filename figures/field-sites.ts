import { FIELD_PROTOCOLS } from '../model/field.ts'
import { column, orNull, partsColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageOf } from './paging.ts'

/** Columns of a curve that is published. */
export const published = {
  contributors: column('count', 'contributors'),
  samples: column('count', 'loads'),
  medianMs: column('number', 'median', null, { unit: 'ms' }),
  frozenSince: orNull(
    column(
      'text',
      'frozen since',
      'Held at its last good curve since this week, for its median leapt; null: it is not',
    ),
  ),
}

export const fieldSites = figure({
  name: 'fieldSites',
  title: 'Released sites',
  description: 'Sites with a published curve of their page load time',
  head: {
    list: orNull(column('text', 'list', 'Null: no study has been opened')),
    week: orNull(column('text', 'week', 'Monday of the ISO week, UTC; null: no release has been made')),
    ...pageOf('Released sites'),
  },
  inRows: ['list', 'week'],
  columns: {
    site: column('count', 'number', 'Its number in the list, from 0'),
    domain: column('text', 'site'),
    contributors: column('count', 'contributors', 'Over its protocols; who used two counts twice'),
    protocols: partsColumn(FIELD_PROTOCOLS, 'protocols', 'Of `load`', published),
  },
  order: 'As asked for; sites without a value stand last',
})

export type FieldSites = FigureAnswer<typeof fieldSites>
export type FieldSiteRow = FieldSites['rows'][number]

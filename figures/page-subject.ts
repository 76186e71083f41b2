import { column, orNull } from './column.ts'

/** Says which page of a campaign an answer is about. */
export const pageSubject = {
  campaignId: column('count', 'campaign'),
  vantage: orNull(column('text', 'from', 'Where it was measured; null: not stated')),
  site: column('count', 'number', 'Of the site within the campaign, from 0'),
  domain: column('text', 'site'),
}

/** Columns of it that every row of a data file has. */
export const SUBJECT_IN_ROWS = ['domain', 'campaignId', 'vantage'] as const

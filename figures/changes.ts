import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { pageOf } from './paging.ts'

/** Rows of adoption whose changes are events. The others follow from them. */
export const CHANGE_ROWS = [
  'http',
  'httpRedirectsToHttps',
  'h1',
  'h2',
  'h3',
  'h3ClaimedAltSvc',
  'h3ClaimedDns',
  'ipv6',
  'hsts',
  'tls13',
  'postQuantum',
  'resumption',
  'earlyData',
  'httpsRecord',
  'ech',
  'earlyHints',
] as const

export const changes = figure({
  name: 'changes',
  title: 'What sites began or ceased to do',
  description:
    'Between surveys of one list and one vantage point. Sites that enter or leave the list are no change',
  head: pageOf('Changes'),
  columns: {
    domain: column('text', 'site'),
    row: wordColumn('word', CHANGE_ROWS, 'row', 'Of adoption'),
    label: column('text', 'what', 'The row in words'),
    change: wordColumn('word', ['gained', 'lost'], 'change'),
    surveyId: column('count', 'survey', 'The survey that found it'),
    finishedAt: column('instant', 'found', 'End of that survey'),
    sinceSurveyId: column('count', 'since survey', 'The last survey before it that knew the answer'),
    since: column('instant', 'since', 'End of that one: the change came after it'),
    flapping: column(
      'flag',
      'to and fro',
      'The site changes more than once in this row over the series’ surveys',
    ),
    list: column('text', 'list'),
    vantage: orNull(column('text', 'from')),
    sandbox: column('flag', 'sandbox'),
  },
  order: 'Newest survey first',
})

export type Change = FigureAnswer<typeof changes>['rows'][number]

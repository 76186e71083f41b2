import { column, orNull, wordColumn } from './column.ts'
import { type FigureAnswer, plainFigure } from './figure.ts'

/** Whether what a lab run found of a protocol is the protocol's or a server's. */
export const serverFindings = plainFigure({
  name: 'serverFindings',
  slug: 'server-findings',
  of: 'lab run',
  title: 'Findings of protocols and of servers',
  description: 'On which servers of a lab run a protocol is faster or slower than the baseline',
  head: { labRunId: column('count', 'lab run') },
  columns: {
    factors: column('factors', 'condition', 'Without the server'),
    arm: column('arm', 'protocol'),
    servers: column('count', 'servers', 'With both the arm and the baseline'),
    direction: orNull(
      wordColumn(
        'word',
        ['faster', 'slower'],
        'finding',
        'Than the baseline; null: no server shows a difference',
      ),
    ),
    scope: wordColumn(
      'word',
      ['of the protocol', 'of this server', 'not decided'],
      'is',
      'Of the protocol: on three servers at least, and contradicted by none. Of this server: another one contradicts',
    ),
    shownOn: column('text', 'shown on', 'Servers whose interval excludes 1, with commas'),
    contradictedBy: column(
      'text',
      'contradicted by',
      'Servers that show the opposite, or whose interval lies on the other side of all that show it',
    ),
  },
  order: 'By condition, then by arm; only conditions that were measured on several servers',
  note: (_, rows) => {
    const count = (scope: string) =>
      rows.filter((row) => row.scope === scope && row.direction !== null).length
    return (
      `Of ${rows.length} comparisons ${count('of the protocol')} show what is the protocol’s, ${count('of this server')} what is a server’s; ` +
      `of ${count('not decided')} with a difference it is not decided. Page load times; each interval is of 95 % by itself, so that of many some are wrong.`
    )
  },
  isShown: () => true,
})

export type ServerFindings = FigureAnswer<typeof serverFindings>

import { integer } from '../../../figures/quantity.ts'
import type { LoadIntervalRow, LoadIntervals, LoadRunDetail } from '../../../server/contract/contract.ts'
import { userLinesChart } from '../../charts/user-lines.ts'
import type { LimitCrossing, UserLine, UserLinesData } from '../../charts/user-lines-data.ts'
import { loadRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { armsOf } from './load-choices.ts'
import { overRepetitions, type ReadInterval } from './over-repetitions.ts'

/** Pages, page times and failures of a server over users, a line a protocol. */
export function usersSection(context: ViewContext, run: LoadRunDetail, server: string): Child {
  if (armsOf(run, server).length === 0) return null
  const { api } = context
  return [
    h('h2', 'Over users'),
    block({
      ...context,
      what: 'the intervals of the loads',
      size: 'chart',
      load: () => api.get('loadIntervals', `/load/runs/${run.id}/intervals`, { server }),
      show: (answer) => figures(context, run, server, answer),
    }),
  ]
}

function figures(context: ViewContext, run: LoadRunDetail, server: string, answer: LoadIntervals): Child {
  const failed = answer.rows.some(({ pagesFailed }) => pagesFailed > 0)
  const hasWorkers = answer.rows.some(({ busyWorkers }) => busyWorkers !== null)
  const { slaMs, apache } = run.plan
  const workers = apache?.workers ?? null
  const limit = { value: slaMs, text: `${slaMs / 1_000} s` }
  const shared = { limit: null, crossings: [], above: 'not known' }
  return [
    usersFigure(context, run, server, {
      id: 'pages-per-s',
      title: `Pages done per second, ${server}`,
      data: {
        ...{ ...shared, measure: 'pages done', unit: 'pages/s', scale: 'linear' },
        lines: linesOf(answer, null, (row) => row.pagesPerS),
      },
    }),
    usersFigure(context, run, server, {
      id: 'page-time',
      title: `Page time, ${server}`,
      data: {
        ...{ measure: 'page time', unit: 'ms', scale: 'logarithmic', limit },
        crossings: crossingsOf(run, server),
        lines: [
          ...linesOf(answer, 'p95', (row) => pageTime(row, row.p95Ms)),
          ...linesOf(answer, 'p50', (row) => pageTime(row, row.p50Ms)).map((each) => ({
            ...each,
            isSecond: true,
          })),
        ],
        above: 'longer than all pages that were done',
      },
    }),
    failed
      ? usersFigure(context, run, server, {
          id: 'pages-failed',
          title: `Pages that failed, ${server}`,
          data: {
            ...{ ...shared, measure: 'share of pages that failed', unit: 'fraction', scale: 'linear' },
            lines: linesOf(answer, null, failedShare),
          },
        })
      : h('p', { class: 'note', id: 'pages-failed' }, 'No page failed under any protocol.'),
    hasWorkers
      ? usersFigure(context, run, server, {
          id: 'busy-workers',
          title: `Busy workers, ${server}`,
          data: {
            ...{ ...shared, measure: 'busy workers', unit: 'threads', scale: 'linear' },
            limit: workers === null ? null : { value: workers, text: `${integer(workers)} threads` },
            lines: linesOf(answer, null, (row) => row.busyWorkers ?? undefined),
          },
        })
      : null,
  ]
}

interface UsersFigure {
  readonly id: string
  readonly title: string
  readonly data: UserLinesData
}

function usersFigure(
  context: ViewContext,
  run: LoadRunDetail,
  server: string,
  { id, title, data }: UsersFigure,
): Child {
  return figure({
    ...context,
    ...{ id, title },
    source: loadRunSource(run),
    holds: [server, id],
    links: dataLinks(`/load/runs/${run.id}/intervals`, { server }),
    draw: (options) => userLinesChart(data, options),
  })
}

function linesOf(
  { rows, intervalMs }: LoadIntervals,
  what: string | null,
  read: ReadInterval,
): readonly UserLine[] {
  const arms = [...Map.groupBy(rows, ({ arm }) => arm)].sort(([a], [b]) => (a < b ? -1 : 1))
  return arms.map(([arm, loads]) => ({
    ...{ arm, what, isSecond: false },
    points: overRepetitions(loads, intervalMs, read),
  }))
}

/** Returns none for an interval without a page; where the rank is among failed pages it is above all that are known. */
function pageTime(
  { pagesDone, pagesFailed, pagesOverdue }: LoadIntervalRow,
  ms: number | null,
): number | null | undefined {
  return pagesDone + pagesFailed + pagesOverdue === 0 ? undefined : ms
}

function failedShare({ pagesDone, pagesFailed }: LoadIntervalRow): number | undefined {
  const ended = pagesDone + pagesFailed
  return ended === 0 ? undefined : pagesFailed / ended
}

function crossingsOf(run: LoadRunDetail, server: string): readonly LimitCrossing[] {
  return armsOf(run, server).flatMap(({ arm, figures: { slaUsers } }): LimitCrossing[] =>
    slaUsers === null
      ? []
      : [
          {
            arm,
            users: slaUsers.value,
            between: slaUsers.interval === null ? null : [slaUsers.interval.low, slaUsers.interval.high],
            isLowerBound: slaUsers.bound !== null,
          },
        ],
  )
}

import { figureNumber, integer, significant } from '../../../figures/quantity.ts'
import { idleSharesAt, memoryAddedBetween, pageTimesAt } from '../../../model/load-at-users.ts'
import {
  NEOTYS_2013,
  NEOTYS_LIMIT_MS,
  NEOTYS_MINUTE_USERS,
  NEOTYS_PAGE,
  type NeotysName,
} from '../../../model/neotys-2013.ts'
import type { LoadArm, LoadIntervalRow, LoadRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { numbers, table, texts } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { scrollable } from '../../figure/scroll-table.ts'
import type { ViewContext } from '../view.ts'
import { figureText } from './figure-text.ts'
import { armsOf } from './load-choices.ts'
import { median } from './over-repetitions.ts'

/** Our value beside a measure of Neotys's; null: not known, or not measured in this way. */
type Ours = (arm: LoadArm, loads: Loads) => string | null

interface Loads {
  readonly run: LoadRunDetail
  readonly rows: readonly LoadIntervalRow[]
}

const OURS: Readonly<Record<NeotysName, Ours>> = {
  max_pages_per_s: ({ figures }) => figureText(figures.highestPagesPerS),
  max_pages_at_users: usersAtHighest,
  page_response_at_100_users: (_, { rows }) => pageTimeText(pageTimesAt(rows, 100)),
  page_response_at_120_users: (_, { rows }) => pageTimeText(pageTimesAt(rows, 120)),
  page_response_at_200_users: (_, { rows }) => pageTimeText(pageTimesAt(rows, 200)),
  page_response_at_777_users: (_, { rows }) => pageTimeText(pageTimesAt(rows, 777)),
  first_error_at_users: ({ figures }) => figureText(figures.firstErrorUsers),
  sla_3s_violated_at_users: slaUsers,
  cpu_idle_at_88_users: (_, { rows }) => idleText(idleSharesAt(rows, 88)),
  memory_added_between_minute_1_and_2: memoryAdded,
}

/** Neotys's table of 2013 (neotys:table-response and on) beside ours; nothing for runs of other pages. */
export function neotysSection(context: ViewContext, run: LoadRunDetail, server: string): Child {
  const arms = armsOf(run, server)
  if (run.plan.page !== NEOTYS_PAGE || arms.length === 0) return null
  return [
    h('h2', 'Beside Neotys’s table of 2013'),
    h('p.note', differences(run)),
    block({
      ...context,
      what: 'the intervals of the loads',
      size: 'small',
      load: () => context.api.get('loadIntervals', `/load/runs/${run.id}/intervals`, { server }),
      show: ({ rows }) => comparedTable(arms, { run, rows }),
    }),
    h(
      'p.note',
      `Neotys: one repetition, page response as printed. Here: in parentheses 95 % intervals, ≥ a lower bound, page time the median over repetitions of the median page (n beside it), CPU of the core that the server has, memory of the server’s processes, from ${NEOTYS_MINUTE_USERS.join(' to ')} users, whom an even ramp of 20 minutes has after one and two; Neotys had 88 after two.`,
    ),
  ]
}

/** Says how this run differs from what Neotys did, beside machine, server and protocol. */
function differences({ plan }: LoadRunDetail): string {
  const { ramp, thinkMs, link } = plan
  const rttMs = typeof link === 'object' && link !== null && 'rttMs' in link ? link.rttMs : null
  const found = [
    ramp.users === 1_000 ? null : `${integer(ramp.users)} users in place of 1,000`,
    ramp.rampMs === 1_200_000 ? null : `a ramp of ${integer(ramp.rampMs / 1_000)} s in place of 1,200 s`,
    thinkMs === 5_000 ? null : `${thinkMs / 1_000} s of think time in place of 5 s`,
    rttMs === 85
      ? null
      : `a round trip of ${rttMs === null ? 'unknown length' : `${String(rttMs)} ms`} in place of 85 ms`,
  ].filter((words) => words !== null)
  const others =
    'Machine and server are others, HTTP was in clear text, and SPDY is what HTTP/2 was made from.'
  return found.length === 0 ? others : `${others} This run has ${found.join(', ')}.`
}

function comparedTable(arms: readonly LoadArm[], { run, rows }: Loads): VNode {
  const heads = [...arms.map(({ arm }) => `${armLabel(arm)} here`), 'HTTP 2013', 'HTTPS 2013', 'SPDY 2013']
  const caption = 'Neotys’s table of 2013 beside this run'
  return scrollable(
    caption,
    table({
      caption: h('caption.visually-hidden', caption),
      columns: [...texts('measure'), ...numbers(...heads)],
      rows: NEOTYS_2013.map(({ name, label, unit, http, https, spdy }) => [
        unit === null ? label : `${label}, ${unit}`,
        ...arms.map((each) => OURS[name](each, { run, rows: rows.filter(({ arm }) => arm === each.arm) })),
        ...[http, https, spdy].map(String),
      ]),
    }),
  )
}

function usersAtHighest({ server, arm }: LoadArm, { run }: Loads): string | null {
  const users = run.loads.flatMap((load) =>
    load.server === server && load.arm === arm ? (load.figures?.usersAtHighest ?? []) : [],
  )
  return users.length === 0 ? null : `${figureNumber(middle(users))} (n = ${users.length})`
}

/** Ours is known where the limit is theirs. */
function slaUsers({ figures }: LoadArm, { run }: Loads): string | null {
  return run.plan.slaMs === NEOTYS_LIMIT_MS ? figureText(figures.slaUsers) : null
}

function pageTimeText(timesMs: readonly number[]): string | null {
  if (timesMs.length === 0) return null
  const ms = middle(timesMs)
  return `${ms === Infinity ? 'most overdue or failed' : significant(ms / 1_000)} (n = ${timesMs.length})`
}

function idleText(shares: readonly number[]): string | null {
  return shares.length === 0 ? null : `${significant(100 * middle(shares))} (n = ${shares.length})`
}

function memoryAdded(_: LoadArm, { rows }: Loads): string | null {
  const added = [...Map.groupBy(rows, ({ load }) => load).values()].flatMap(
    (intervals) => memoryAddedBetween(intervals, NEOTYS_MINUTE_USERS) ?? [],
  )
  return added.length === 0 ? null : `${significant(middle(added) / 1e6)} (n = ${added.length})`
}

function middle(values: readonly number[]): number {
  return median(values.toSorted((a, b) => a - b))
}

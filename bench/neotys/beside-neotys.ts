import { ARMS } from '../../model/arm.ts'
import { idleSharesAt, memoryAddedBetween, pageTimesAt } from '../../model/load-at-users.ts'
import {
  NEOTYS_2013,
  NEOTYS_LIMIT_MS,
  NEOTYS_MINUTE_USERS,
  type NeotysName,
} from '../../model/neotys-2013.ts'
import type { ReadLoad, ShownInterval } from '../../server/load/read-load-run.ts'
import type { ArmReport } from '../../stats/load/arm-reports.ts'
import { medianOfSorted } from '../../stats/median.ts'
import { figureText, numberText } from './figure-text.ts'
import { markdownTable } from './text.ts'

/** An arm of a server with its loads that came to their end. */
export interface NeotysArm {
  readonly report: ArmReport
  readonly loads: readonly ReadLoad[]
  readonly slaMs: number
}

/** What of ours stands beside a measure of Neotys's; null: not known, or not measured in this way. */
const OURS: Readonly<Record<NeotysName, (arm: NeotysArm) => string | null>> = {
  max_pages_per_s: ({ report }) => figureText(report.figures.highestPagesPerS),
  max_pages_at_users: ({ loads }) =>
    middleText(
      loads.flatMap(({ figures }) => figures?.usersAtHighest ?? []),
      1,
    ),
  page_response_at_100_users: (arm) => pageTimeText(arm, 100),
  page_response_at_120_users: (arm) => pageTimeText(arm, 120),
  page_response_at_200_users: (arm) => pageTimeText(arm, 200),
  page_response_at_777_users: (arm) => pageTimeText(arm, 777),
  first_error_at_users: ({ report }) => figureText(report.figures.firstErrorUsers),
  sla_3s_violated_at_users: ({ report, slaMs }) =>
    slaMs === NEOTYS_LIMIT_MS ? figureText(report.figures.slaUsers) : null,
  cpu_idle_at_88_users: ({ loads }) => middleText(idleSharesAt(intervalsOf(loads), 88), 100),
  memory_added_between_minute_1_and_2: ({ loads }) =>
    middleText(
      loads.flatMap(({ intervals }) => memoryAddedBetween(intervals, NEOTYS_MINUTE_USERS) ?? []),
      1e-6,
    ),
}

export function besideNeotys(arms: readonly NeotysArm[]): string[] {
  return markdownTable(
    [
      '',
      ...['HTTP 2013', 'HTTPS 2013', 'SPDY 2013'],
      ...arms.map(({ report: { arm, repetitions } }) => `${ARMS[arm].label}, n = ${repetitions.length}`),
    ],
    NEOTYS_2013.map(({ name, label, unit, http, https, spdy }) => [
      unit === null ? label : `${label}, ${unit}`,
      ...[http, https, spdy].map(String),
      ...arms.map((arm) => OURS[name](arm) ?? '–'),
    ]),
  )
}

function pageTimeText({ loads }: NeotysArm, users: number): string | null {
  const times = pageTimesAt(intervalsOf(loads), users)
  return medianOfSorted(Float64Array.from(times).sort()) === Infinity
    ? `most overdue or failed (n = ${times.length})`
    : middleText(times, 1 / 1_000)
}

function intervalsOf(loads: readonly ReadLoad[]): readonly ShownInterval[] {
  return loads.flatMap(({ intervals }) => intervals)
}

/** The median, times a factor; null without values. */
function middleText(values: readonly number[], factor: number): string | null {
  const middle = medianOfSorted(Float64Array.from(values).sort())
  return middle === undefined ? null : `${numberText(middle * factor)} (n = ${values.length})`
}

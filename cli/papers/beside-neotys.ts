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
import { figureText, numberText } from '../load/load-report-text.ts'
import { codeTable } from './markdown.ts'

/** An arm of a server with its loads that came to their end. */
interface NeotysArm {
  readonly report: ArmReport
  readonly loads: readonly ReadLoad[]
  readonly slaMs: number
}

/** Our value beside a measure of Neotys's; null: not known, or not measured in this way. */
const OURS: Readonly<Record<NeotysName, (arm: NeotysArm) => string | null>> = {
  max_pages_per_s: ({ report }) => figureText(report.figures.highestPagesPerS, 1),
  max_pages_at_users: (arm) =>
    middleText(
      arm,
      arm.loads.flatMap(({ figures }) => figures?.usersAtHighest ?? []),
      1,
    ),
  page_response_at_100_users: (arm) => pageTimeText(arm, 100),
  page_response_at_120_users: (arm) => pageTimeText(arm, 120),
  page_response_at_200_users: (arm) => pageTimeText(arm, 200),
  page_response_at_777_users: (arm) => pageTimeText(arm, 777),
  first_error_at_users: ({ report }) => figureText(report.figures.firstErrorUsers, 1),
  sla_3s_violated_at_users: ({ report, slaMs }) =>
    slaMs === NEOTYS_LIMIT_MS ? figureText(report.figures.slaUsers, 1) : null,
  cpu_idle_at_88_users: (arm) => middleText(arm, idleSharesAt(intervalsOf(arm.loads), 88), 100),
  memory_added_between_minute_1_and_2: (arm) =>
    middleText(
      arm,
      arm.loads.flatMap(({ intervals }) => memoryAddedBetween(intervals, NEOTYS_MINUTE_USERS) ?? []),
      1e-6,
    ),
}

export function besideNeotys(arms: readonly NeotysArm[]): string[] {
  return codeTable(
    [
      '',
      ...['HTTP 2013', 'HTTPS 2013', 'SPDY 2013'],
      ...arms.map(({ report: { arm, repetitions } }) => `${ARMS[arm].label}, n = ${repetitions.length}`),
    ],
    NEOTYS_2013.map(({ name, label, unit, http, https, spdy }) => [
      unit === null ? label : `${label}, ${unit}`,
      ...[http, https, spdy].map(String),
      ...arms.map((arm) => OURS[name](arm)),
    ]),
  )
}

function pageTimeText(arm: NeotysArm, users: number): string | null {
  return middleText(arm, pageTimesAt(intervalsOf(arm.loads), users), 1 / 1_000)
}

function intervalsOf(loads: readonly ReadLoad[]): readonly ShownInterval[] {
  return loads.flatMap(({ intervals }) => intervals)
}

/** The median, times a factor, with n where not all repetitions gave it; null without values. */
function middleText({ report }: NeotysArm, values: readonly number[], factor: number): string | null {
  const middle = medianOfSorted(Float64Array.from(values).sort())
  if (middle === undefined) return null
  const n = values.length === report.repetitions.length ? '' : ` (n = ${values.length})`
  return `${middle === Infinity ? 'overdue or failed' : numberText(middle * factor)}${n}`
}

import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { durationMs } from '../../lab/load/plan/load-plan.ts'
import { congestionControlWords } from '../../model/congestion-control.ts'
import { COST_ENDS, costTimeText, LOAD_BOUNDS, LOAD_FIGURE_TERMS } from '../../model/load-figure-terms.ts'
import type { LoadReport } from '../../server/load/read-load-run.ts'
import type { ArmReport } from '../../stats/load/arm-reports.ts'
import { LEAST_FOR_VERDICT } from '../../stats/load/load-verdict.ts'
import { REPEATS_WITHIN } from '../../stats/load/repeatability.ts'
import type { RepeatedFigure } from '../../stats/load/repeated-figure.ts'
import { type Column, textTable } from '../output/table.ts'
import { countText, duration, noteWidth, wrap } from '../output/text.ts'

interface Line {
  readonly heading: string
  readonly cell: (arm: ArmReport) => string | null
}

/** Writes for a person: a table for each server, an arm a column. */
export function loadReportLines(report: LoadReport, width: number | null): string[] {
  const { run, plan, loads } = report
  const chars = noteWidth(width)
  const head = [
    `load run ${run.id}, ${run.name}: ${plan.title}`,
    loadPlanText(report),
    `${loads.done} of ${countText(loads.planned, 'load')}, ${run.createdAt}, seed ${run.seed}`,
  ]
  return [...head.flatMap((line) => wrap(line, chars)), '', ...loadFigureLines(report, width)]
}

export function loadPlanText({ plan }: LoadReport): string {
  const link = conditionText(plan.link as unknown as LinkCondition)
  return (
    `page ${plan.page}, ${link}, ${rampText(plan)}, think time ${plan.thinkMs / 1_000} s, connections ${plan.connections}, ` +
    congestionControlWords(plan.congestionControl)
  )
}

export function rampText({ ramp }: LoadReport['plan']): string {
  return `1 to ${ramp.users} users in ${duration(durationMs(ramp) / 1_000)}`
}

/** Its tables, and notes on them. */
export function loadFigureLines(report: LoadReport, width: number | null): string[] {
  const byServer = Map.groupBy(report.arms, ({ server }) => server)
  return [
    ...[...byServer].flatMap(([server, loaded]) => [...serverTable(server, loaded, report, width), '']),
    ...notes(report).flatMap((note) => wrap(note, noteWidth(width))),
  ]
}

function serverTable(
  server: string,
  arms: readonly ArmReport[],
  { baseline }: LoadReport,
  width: number | null,
): string[] {
  const figures: Line[] = LOAD_FIGURE_TERMS.map(({ name, label, unit, isUnitKnown, divisor }) => ({
    heading: isUnitKnown === true ? label : `${label}, ${unit}`,
    cell: ({ figures: found }) => figureText(found[name], divisor),
  }))
  const ratios: Line[] = LOAD_FIGURE_TERMS.filter(({ name }) =>
    arms.some(({ ratios: found }) => found[name] !== null),
  ).map(({ name, label }) => ({
    heading: `${label}, × ${baseline}`,
    cell: ({ ratios: found }) => figureText(found[name], 1),
  }))
  const percent = (share: number | null): string | null => (share === null ? null : (100 * share).toFixed(0))
  const lines: Line[] = [
    { heading: 'loads', cell: ({ repetitions }) => String(repetitions.length) },
    ...figures,
    { heading: 'costs up to, users', cell: ({ costTime }) => costTimeText(costTime) },
    ...ratios,
    { heading: 'server’s core busy, %', cell: ({ serverBusy }) => percent(serverBusy) },
    { heading: 'client’s core busy, %', cell: ({ clientBusy }) => percent(clientBusy) },
    { heading: 'pages done', cell: ({ pagesDone }) => String(pagesDone) },
    { heading: 'pages failed', cell: ({ pagesFailed }) => String(pagesFailed) },
  ]
  const columns: Column<Line>[] = [
    { heading: server, cell: ({ heading }) => heading },
    ...arms.map((arm): Column<Line> => ({ heading: arm.arm, cell: ({ cell }) => cell(arm), align: 'right' })),
  ]
  const errors = arms.flatMap(({ arm, errors: counts }) => {
    const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
    return kinds.length === 0 ? [] : wrap(`errors of ${arm}: ${kinds.join(', ')}`, noteWidth(width))
  })
  return [...textTable(lines, columns, width).split('\n'), ...errors, ...repeatLines(server, arms, width)]
}

/** Says how much the repetitions differ, a table of its own; nothing where no figure has three. */
function repeatLines(server: string, arms: readonly ArmReport[], width: number | null): string[] {
  const known = LOAD_FIGURE_TERMS.filter(({ name }) =>
    arms.some(({ repeatability }) => repeatability[name] !== null),
  )
  if (known.length === 0) return []
  const percent = (fraction: number): string => numberText(Number((100 * fraction).toFixed(1)))
  const columns: Column<(typeof known)[number]>[] = [
    { heading: `${server}: repetitions, ±%`, cell: ({ label }) => label },
    ...arms.map(({ arm, repeatability }): Column<(typeof known)[number]> => {
      const cell = ({ name }: (typeof known)[number]): string | null => {
        const found = repeatability[name]
        return found && `${percent(found.largest)} (${percent(found.predicted)}, n = ${found.n})`
      }
      return { heading: arm, cell, align: 'right' }
    }),
  ]
  return ['', ...textTable(known, columns, width).split('\n')]
}

/** `98.2 (95.1–101)`, `≥ 188`; null where it is not known. */
export function figureText(figure: RepeatedFigure | null, divisor: number): string | null {
  if (figure === null) return null
  const { value, interval, bound } = figure
  if (bound !== null) return `≥ ${numberText(value / divisor)}`
  const range = interval?.map((limit) => numberText(limit / divisor)).join('–')
  return range === undefined ? numberText(value / divisor) : `${numberText(value / divisor)} (${range})`
}

/** Rounds to three digits, never in powers of ten. */
export function numberText(value: number): string {
  return Math.abs(value) >= 1_000 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}

function notes({ run, plan, arms }: LoadReport): string[] {
  const bounds = new Set(
    arms.flatMap(({ figures }) => LOAD_FIGURE_TERMS.flatMap(({ name }) => figures[name]?.bound ?? [])),
  )
  return [
    `SLA users: the most at which p95 of page times stayed below ${plan.slaMs / 1_000} s, over whole intervals of ${plan.ramp.intervalMs / 1_000} s.`,
    'In parentheses: 95 % intervals over repetitions (Student’s t, of logarithms but for memory and sockets); they need three.',
    ...repeatNotes(arms),
    ...costNotes(arms),
    ...[...bounds].map((bound) => `≥ is a lower bound: ${LOAD_BOUNDS[bound].words}.`),
    ...(plan.repetitions < LEAST_FOR_VERDICT
      ? [`No verdict is given on fewer than ${LEAST_FOR_VERDICT} repetitions.`]
      : []),
    ...(run.versions['towline-load']?.includes('quick build')
      ? [
          'By programs of a quick build (--quick-build), which cost more than optimised ones: compare with such runs only.',
        ]
      : []),
  ]
}

/** Says which part of the loads costs are from, and what ended it. */
function costNotes(arms: readonly ArmReport[]): string[] {
  const ends = [...new Set(arms.map(({ costTime }) => costTime.end))]
  if (ends.length === 0) return []
  return [
    'Costs (CPU per page, memory and sockets per user) are from the start of each load up to these users, the fewest of the ' +
      `repetitions; ratios are over the shorter time of the two. ${ends.map((end) => `${COST_ENDS[end].short}: ${COST_ENDS[end].words}.`).join(' ')}`,
  ]
}

/** Says which figures repeat as they are to on an idle machine. */
function repeatNotes(arms: readonly ArmReport[]): string[] {
  const found = arms.flatMap(({ repeatability }) =>
    LOAD_FIGURE_TERMS.flatMap(({ name }) => repeatability[name] ?? []),
  )
  if (found.length === 0) return []
  const within = found.filter(({ largest }) => largest <= REPEATS_WITHIN)
  return [
    'Repetitions, ±%: the largest difference of one from their mean; in parentheses what another would differ by at most, ' +
      `at 95 % (Student’s t of logarithms). Within ±${100 * REPEATS_WITHIN} % are all repetitions of ${within.length} of ${countText(found.length, 'figure')}.`,
  ]
}

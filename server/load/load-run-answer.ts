import type { LoadRunRow } from '../../db/load/load-runs.ts'
import type { ArmReport } from '../../stats/load/arm-reports.ts'
import type { Bounded, LoadFigures } from '../../stats/load/load-figures.ts'
import type { RepeatedFigure } from '../../stats/load/repeated-figure.ts'
import type { LoadRun, LoadRunDetail } from '../contract/contract.ts'
import { loadPlanOf } from './load-plan.ts'
import type { ReadLoad, ReadLoadRun } from './read-load-run.ts'

/** A load run as lists have it. */
export function runAnswer(
  run: LoadRunRow,
  { done, planned }: { readonly done: number; readonly planned: number },
): LoadRun {
  return {
    ...run,
    versions: { ...run.versions },
    plan: loadPlanOf(run),
    loadsPlanned: planned,
    loadsDone: done,
  }
}

export function runDetailAnswer({ report, loads }: ReadLoadRun): LoadRunDetail {
  const { run, loads: counts, baseline, arms } = report
  return { ...runAnswer(run, counts), baseline, arms: arms.map(armAnswer), loads: loads.map(loadAnswer) }
}

type Arm = LoadRunDetail['arms'][number]

function armAnswer(report: ArmReport): Arm {
  const { repetitions, figures, ratios, verdicts, repeatability, errors, ...arm } = report
  return {
    ...arm,
    repetitions: repetitions.length,
    figures: byFigure(figures, repeatedAnswer),
    ratios: byFigure(ratios, repeatedAnswer),
    verdicts: { ...verdicts },
    repeatability: byFigure(repeatability, (found) => found && { ...found }),
    errors: { ...errors },
  }
}

function byFigure<Name extends string, From, To>(
  found: Readonly<Record<Name, From>>,
  answer: (found: From) => To,
): Record<Name, To> {
  const entries = Object.entries(found) as [Name, From][]
  return Object.fromEntries(entries.map(([name, value]) => [name, answer(value)])) as Record<Name, To>
}

function repeatedAnswer(found: RepeatedFigure | null): Arm['figures']['slaUsers'] {
  if (found === null) return null
  const { interval } = found
  return { ...found, interval: interval && { low: interval[0], high: interval[1] } }
}

function loadAnswer({ row, figures }: ReadLoad): LoadRunDetail['loads'][number] {
  const { loadRunId: _run, end: _end, facts, ...load } = row
  return {
    ...load,
    // JSON as it was stored.
    facts: facts as LoadRunDetail['loads'][number]['facts'],
    figures: figures && figuresAnswer(figures),
  }
}

function figuresAnswer(figures: LoadFigures): NonNullable<LoadRunDetail['loads'][number]['figures']> {
  const { highestPagesPerS, slaUsers, firstErrorUsers, errors } = figures
  return {
    ...figures,
    highestPagesPerS: boundedAnswer(highestPagesPerS),
    slaUsers: boundedAnswer(slaUsers),
    firstErrorUsers: boundedAnswer(firstErrorUsers),
    errors: { ...errors },
  }
}

function boundedAnswer(found: Bounded | null) {
  return found && { ...found, between: { low: found.between[0], high: found.between[1] } }
}

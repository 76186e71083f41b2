import type { Arm } from '../../model/arm.ts'
import { serverCode } from '../../model/server-code.ts'
import { decide, measuredPlan } from '../../papers/decide/decide.ts'
import type { Rule } from '../../papers/rule.ts'
import { serverOf } from '../../server/figures/finding-rows.ts'
import type { KeptRun } from './kept-run.ts'

/** On how many servers a finding holds, each with code of its own, as a sentence without its end. */
export function onServersText(rule: Rule | undefined, arm: Arm, runs: readonly KeptRun[]): string {
  const run = runs.find(({ facts }) => facts.plan === rule?.plan)
  if (rule === undefined || run === undefined) return 'Measured on one stack'
  const byServer = Map.groupBy(
    run.cells.filter((cell) => serverOf(cell) === serverCode(serverOf(cell), arm)),
    serverOf,
  )
  const verdicts = [...byServer.values()].map(
    (cells) => decide(rule, measuredPlan(cells, run.facts.seed), arm).verdict,
  )
  const holds = verdicts.filter((verdict) => verdict === 'found again').length
  return `Holds on ${holds} of ${verdicts.length} stacks`
}

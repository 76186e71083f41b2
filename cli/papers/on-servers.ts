import type { Arm } from '../../model/arm.ts'
import { serverCode } from '../../model/server-code.ts'
import type { StatementVerdict } from '../../model/statement-verdict.ts'
import { decide, measuredPlan } from '../../papers/decide/decide.ts'
import type { Rule } from '../../papers/rule.ts'
import { serverOf } from '../../server/figures/finding-rows.ts'
import { scopeOf } from '../../stats/lab/finding-scope.ts'
import type { KeptRun } from './kept-run.ts'

const ONE_STACK = 'On one stack: not decided'

/** A verdict is contradicted where the other direction is shown. */
const OPPOSITES: Readonly<Partial<Record<StatementVerdict, StatementVerdict>>> = {
  'found again': 'turned round',
  'turned round': 'found again',
}

/** Says on how many servers a verdict is the same, each with code of its own, and whose it is; as a sentence without its end. */
export function onServersText(
  rule: Rule | undefined,
  { arm, verdict }: { readonly arm: Arm; readonly verdict: StatementVerdict },
  runs: readonly KeptRun[],
): string {
  const run = runs.find(({ facts }) => facts.plan === rule?.plan)
  const opposite = OPPOSITES[verdict]
  if (rule === undefined || run === undefined || opposite === undefined) return ONE_STACK
  const byServer = Map.groupBy(
    run.cells.filter((cell) => serverOf(cell) === serverCode(serverOf(cell), arm)),
    serverOf,
  )
  const verdicts = [...byServer.values()].map(
    (cells) => decide(rule, measuredPlan(cells, run.facts.seed), arm).verdict,
  )
  const measured = verdicts.filter((one) => one !== 'not measured')
  if (measured.length === 0) return ONE_STACK
  const count = (wanted: StatementVerdict): number => verdicts.filter((one) => one === wanted).length
  const holds = count(verdict)
  const scope = holds === 0 ? 'not decided' : scopeOf(holds, count(opposite))
  return `On ${holds} of ${measured.length} stacks: ${scope}`
}

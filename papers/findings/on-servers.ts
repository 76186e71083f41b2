import { isRule } from '../paper.ts'
import { entryReference, PAPERS } from '../papers.ts'
import type { Rule, Where } from '../rule.ts'

/** Measures what the README says from every stack. */
export const FINDINGS_PLAN = 'findings'

/** A statement's own rule, for each server of plan `findings`, in the cells with these levels. */
export function onServers(statement: string, where: Where = {}): Rule {
  for (const paper of PAPERS)
    for (const entry of paper.entries)
      if (entryReference(paper, entry) === statement && isRule(entry.decision))
        return { ...entry.decision, plan: FINDINGS_PLAN, cells: { ...entry.decision.cells, ...where } }
  throw new RangeError(`no rule of ${statement}`)
}

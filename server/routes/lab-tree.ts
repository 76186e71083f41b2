import { labCells } from '../../db/lab/lab-cells.ts'
import type { Estimate } from '../../figures/column.ts'
import { MIN_TREE_CASES } from '../../stats/tree/decision-tree.ts'
import type { TreeQuestion } from '../../stats/tree/grow-tree.ts'
import { treeRows } from '../../stats/tree/tree-rows.ts'
import { verdictTree } from '../../stats/tree/verdict-tree.ts'
import type { LabTree, Share } from '../contract/contract.ts'
import { cellsWith } from '../lab/lab-factors.ts'
import { labComparisons, measuredCells } from '../lab/lab-gains.ts'
import type { Handler } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export const labTree: Handler<'labTree'> = async (context, { params, query }) => {
  const { id, seed } = await findLabRun(context, params.id)
  const { metric, arm, baseline } = query
  const { cells, fixed } = cellsWith(await labCells(context.db, id), query.fixed)
  const measured = measuredCells(cells)
  const comparisonOf = await labComparisons(context, measured, metric, baseline)
  const compared = measured.map((cell) => ({ factors: cell.factors, found: comparisonOf(cell, arm) }))
  const pending = compared.filter(({ found }) => found === 'pending').length
  const { conditions, found } = verdictTree(
    compared.map(({ factors, found: one }) => ({
      factors,
      verdict: one === undefined || one === 'pending' ? null : (one.comparison?.verdict ?? null),
    })),
    seed,
  )
  const rows = found === null ? [] : treeRows(found.tree)
  return {
    answer: {
      ...{ labRunId: id, metric, arm, baseline, fixed, pending, conditions },
      leftOut: cells.length - conditions - pending,
      needed: MIN_TREE_CASES,
      folds: found?.folds ?? null,
      accuracy: found && estimateOf(found.accuracy),
      withoutTree: found && estimateOf(found.withoutTree),
      rows: rows.map(({ depth, after, question, n, outcome, counts }) => ({
        depth,
        ...asked(after?.question ?? null),
        answer: after?.answer ?? null,
        isLeaf: question === null,
        n,
        verdict: outcome,
        conditions: Object.fromEntries(counts.map((each) => [each.outcome, each.n])),
      })),
    },
    pending: pending > 0,
  }
}

function asked(question: TreeQuestion | null): Pick<LabTree['rows'][number], 'factor' | 'atMost' | 'equals'> {
  if (question === null) return { factor: null, atMost: null, equals: null }
  return 'atMost' in question
    ? { factor: question.feature, atMost: question.atMost, equals: null }
    : { factor: question.feature, atMost: null, equals: question.equals }
}

function estimateOf({ share, low, high }: Share): Estimate {
  return { value: share, low, high }
}

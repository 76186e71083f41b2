import { labCells } from '../../db/lab/lab-cells.ts'
import { MIN_TREE_CASES } from '../../stats/tree/decision-tree.ts'
import type { TreeQuestion } from '../../stats/tree/grow-tree.ts'
import { questionText } from '../../stats/tree/question-text.ts'
import { treeRows } from '../../stats/tree/tree-rows.ts'
import { verdictTree } from '../../stats/tree/verdict-tree.ts'
import type { LabTree, Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import { cellsWith } from '../lab/lab-factors.ts'
import { labComparisons, measuredCells } from '../lab/lab-gains.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'
import { findLabRun } from './lab.ts'

export async function labTree(
  context: Context,
  { params, query }: Request<'labTree'>,
): Promise<Reply<'labTree'>> {
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
      accuracy: found?.accuracy ?? null,
      withoutTree: found?.withoutTree ?? null,
      nodes: rows.map(({ depth, after, question, n, outcome, counts }) => ({
        depth,
        after: after && { question: questionAnswer(after.question), answer: after.answer },
        isLeaf: question === null,
        n,
        verdict: outcome,
        counts: counts.map((each) => ({ verdict: each.outcome, n: each.n })),
      })),
    },
    pending: pending > 0,
  }
}

type Question = NonNullable<LabTree['nodes'][number]['after']>['question']

function questionAnswer(question: TreeQuestion): Question {
  return 'atMost' in question
    ? { factor: question.feature, atMost: question.atMost, equals: null }
    : { factor: question.feature, atMost: null, equals: question.equals }
}

function questionOf({ factor, atMost, equals }: Question): TreeQuestion {
  return atMost === null ? { feature: factor, equals } : { feature: factor, atMost }
}

export const labTreeCsv: ToCsv<'labTree'> = ({ metric, arm, baseline, accuracy, withoutTree, nodes }) => {
  type Row = LabTree['nodes'][number]
  const countIn = ({ counts }: Row, verdict: Row['verdict']): number =>
    counts.find((each) => each.verdict === verdict)?.n ?? 0
  return csvTable<Row>(nodes, {
    depth: (row) => row.depth,
    question: (row) => (row.after === null ? null : questionText(questionOf(row.after.question))),
    answer: (row) => row.after?.answer ?? null,
    leaf: (row) => row.isLeaf,
    metric: () => metric,
    arm: () => arm,
    baseline: () => baseline,
    n: (row) => row.n,
    verdict: (row) => row.verdict,
    faster: (row) => countIn(row, 'faster'),
    slower: (row) => countIn(row, 'slower'),
    no_difference_shown: (row) => countIn(row, 'no difference shown'),
    accuracy: () => accuracy?.share ?? null,
    accuracy_low: () => accuracy?.low ?? null,
    accuracy_high: () => accuracy?.high ?? null,
    accuracy_without_tree: () => withoutTree?.share ?? null,
  })
}

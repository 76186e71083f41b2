import type { Estimate } from '../../../figures/column.ts'
import { factorLabel, levelText } from '../../../figures/factor-terms.ts'
import { count, integer, share } from '../../../figures/quantity.ts'
import type { LabRun, LabTree } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { verdictStyle } from '../../charts/verdict.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords, termOf } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { tableOf } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { tableFiles } from '../../figure/scroll-table.ts'
import type { ViewContext } from '../view.ts'
import type { LabChoices } from './lab-choices.ts'

type Node = LabTree['rows'][number]

/** Shows as questions when the arm is faster; nothing where the run has too few conditions, or the metric is no time. */
export function treeBlock(context: ViewContext, run: LabRun, choices: LabChoices): Child {
  if (termOf(choices.metric).main !== true) return null
  const { metric, arm, baseline } = choices
  return block({
    ...context,
    what: 'the decision tree',
    size: 'small',
    load: () => context.api.get('labTree', `/lab/runs/${run.id}/tree`, { metric, arm, baseline }),
    again: ({ pending }) => pending > 0,
    show: (answer) => (run.cells < answer.needed ? null : shown(run, choices, answer)),
  })
}

function shown(run: LabRun, { metric, arm, baseline }: LabChoices, answer: LabTree): Child {
  const { conditions, leftOut, needed, rows, accuracy, withoutTree, pending } = answer
  const without = leftOut === 0 ? '' : `; ${count(leftOut, 'condition')} without a verdict left out`
  const heading = h('h2', `When ${armLabel(arm)} is faster than ${armLabel(baseline)}`)
  if (pending > 0) return [heading, h('p.note', `${count(pending, 'condition')} being compared …`)]
  if (accuracy === null || withoutTree === null)
    return [
      heading,
      h(
        'p.nothing',
        `Too few: ${count(conditions, 'condition')} with a verdict${without}; a decision tree needs ${needed}.`,
      ),
    ]
  return [
    heading,
    h(
      'p.note',
      `The questions that tell best what ${metricWords(metric)} comes to. n = ${count(conditions, 'condition')}${without}. ` +
        `A tree made without them is right of ${shareWords(accuracy)} of the conditions, the most frequent verdict alone of ${shareWords(withoutTree)}.`,
    ),
    treeTable(rows),
    tableFiles(dataLinks(`/lab/runs/${run.id}/tree`, { metric, arm, baseline }), rows.length, [
      'decision-tree',
      `${arm}-over-${baseline}`,
      labRunSource(run).fileWords,
    ]),
  ]
}

function treeTable(nodes: readonly Node[]): VNode {
  const caption = 'Decision tree, from the root down'
  const heading = ['condition', 'most frequent verdict', 'n', 'faster', 'slower', 'no difference shown']
  return h(
    'div',
    { class: 'table-scroll first-stays', tabindex: 0, role: 'region', 'aria-label': caption },
    tableOf(
      'table.data.decision-tree',
      caption,
      heading.map((name) => h('th', { scope: 'col' }, name)),
      nodes.map(nodeRow),
    ),
  )
}

function nodeRow(node: Node): VNode {
  return h(
    'tr',
    h('th', { scope: 'row', class: `depth-${node.depth}` }, conditionWords(node)),
    h(
      'td',
      node.isLeaf ? h('strong', { class: verdictStyle(node.verdict).className }, node.verdict) : node.verdict,
    ),
    h('td', integer(node.n)),
    (['faster', 'slower', 'no difference shown'] as const).map((verdict) =>
      h('td', integer(node.conditions[verdict] ?? 0)),
    ),
  )
}

/** `loss ≤ 0.5 %`, and what the answer no means in its place. */
function conditionWords({ factor, atMost, equals, answer }: Node): string {
  if (factor === null) return 'all conditions'
  const yes = answer === 'yes'
  if (atMost !== null) return `${factorLabel(factor)} ${yes ? '≤' : '>'} ${levelText(factor, atMost)}`
  return `${factorLabel(factor)}: ${yes ? '' : 'not '}${levelText(factor, equals)}`
}

function shareWords({ value, low, high }: Estimate): string {
  const interval = low === null || high === null ? '' : ` (95 % interval ${share(low)} to ${share(high)})`
  return `${share(value)}${interval}`
}

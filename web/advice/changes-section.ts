import type { AdviceDocument, WhatIfAdvice } from '../../advise/advice-document.ts'
import { gainText, OUTCOME_WORDS } from '../../advise/gain-words.ts'
import { NETWORK_WORDS } from '../../advise/network-words.ts'
import { ARMS } from '../../model/arm.ts'
import { h, type VNode } from '../dom/h.ts'

/** Lists what to change, the largest gain first; then what gained too little, and what does not apply. */
export function changesSection({ whatIfs, advice }: AdviceDocument): (VNode | null)[] {
  if (whatIfs.length === 0) return []
  const advised = whatIfs.filter((each) => each.advised)
  const tried = whatIfs.filter((each) => each.tried && !each.advised)
  const others = whatIfs.filter((each) => !each.tried)
  return [
    h('h2', 'What to change'),
    advice.length === 0
      ? h('p', 'Nothing was shown to gain enough to matter.')
      : h(
          'ul',
          advice.map((step) => h('li', h('b', step))),
        ),
    advised.length === 0
      ? null
      : h(
          'ol.steps',
          advised.map((each) => stepItem(each, true)),
        ),
    group('Tried, and not shown to gain enough', tried, (each) => stepItem(each, false)),
    group('Not tried', others, ({ title, why }) => h('li', h('h3', title), h('p', why))),
  ]
}

function group(
  title: string,
  whatIfs: readonly WhatIfAdvice[],
  item: (whatIf: WhatIfAdvice) => VNode,
): VNode | null {
  if (whatIfs.length === 0) return null
  return h('details', h('summary', `${title}: ${whatIfs.length}`), h('ul.steps', whatIfs.map(item)))
}

function stepItem({ title, why, results, howToDo }: WhatIfAdvice, withHow: boolean): VNode {
  return h(
    'li',
    h('h3', title),
    h('p', why),
    results.length === 0
      ? null
      : h(
          'ul',
          results.map((result) => h('li', resultText(result))),
        ),
    withHow && howToDo.length > 0
      ? h(
          'dl',
          howToDo.map(({ where, how }) => [h('dt', where), h('dd', ...withCode(how))]),
        )
      : null,
  )
}

function resultText(result: WhatIfAdvice['results'][number]): string {
  const { network, outcome, before, beforeMs, after, afterMs, rounds } = result
  const gain = gainText(result) ?? 'not compared'
  return `${NETWORK_WORDS[network]}: ${OUTCOME_WORDS[outcome]}, ${gain}; ${msText(beforeMs)} under ${ARMS[before].label} as it is, ${msText(afterMs)} under ${ARMS[after].label} changed; n = ${rounds}`
}

/** Text between backquotes is to be typed. */
function withCode(text: string): (VNode | string)[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? h('code', part) : part))
    .filter((part) => part !== '')
}

function msText(value: number | null): string {
  return value === null ? 'unknown' : `${value.toFixed(0)} ms`
}

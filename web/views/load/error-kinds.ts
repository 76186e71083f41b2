import { LOAD_FAILURES } from '../../../model/load-failures.ts'
import { h, type VNode } from '../../dom/h.ts'

const WORDS: Readonly<Record<string, string | undefined>> = LOAD_FAILURES

/** A kind of error and what it means. */
export function explainedKind(kind: string): VNode {
  const words = Object.hasOwn(WORDS, kind) ? WORDS[kind] : undefined
  return h(
    'span',
    {},
    h('code', {}, kind),
    words === undefined ? null : h('span', { class: 'quiet' }, ` ${words}`),
  )
}

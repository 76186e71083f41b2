import { FAILURES } from '../../../model/failure-codes.ts'
import { INVALID_REASONS } from '../../../model/sample.ts'
import { h, type VNode } from '../../dom/h.ts'

const WORDS: Readonly<Record<string, string | undefined>> = { ...FAILURES, ...INVALID_REASONS }

/** Says what a failure code, or the reason of an invalid sample, means; null for one that this version does not know. */
export function codeWords(code: string): string | null {
  return Object.hasOwn(WORDS, code) ? (WORDS[code] ?? null) : null
}

export function explainedCode(code: string): VNode {
  const words = codeWords(code)
  return h('span', h('code', code), words === null ? null : h('span.quiet', ` ${words}`))
}

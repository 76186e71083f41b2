import type { TreeQuestion } from './grow-tree.ts'

/** `rttMs ≤ 20`, `page = modern`. */
export function questionText(question: TreeQuestion): string {
  if ('atMost' in question) return `${question.feature} ≤ ${question.atMost}`
  return `${question.feature} = ${question.equals ?? 'none'}`
}

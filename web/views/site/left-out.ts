import { leftOutCount } from '../../../figures/left-out-count.ts'
import type { LeftOut } from '../../../server/contract/contract.ts'
import { codeWords } from '../controls/code-words.ts'

/** `3 left out: 2 invalid (left_site: the page redirected …), 1 failed (page_timeout: …)`; `none left out`. */
export function leftOutWords(leftOut: readonly LeftOut[]): string {
  const total = leftOutCount(leftOut)
  if (total === 0) return 'none left out'
  return `${total} left out: ${leftOut.map(({ count, state, reason }) => `${count} ${state} (${reasonWords(reason)})`).join(', ')}`
}

function reasonWords(reason: string): string {
  const words = codeWords(reason)
  return words === null ? reason : `${reason}: ${words}`
}

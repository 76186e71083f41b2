import { wordsList } from '../model/words-list.ts'

/** Names that a sentence of a report bears; the others are counted. */
const MOST_NAMED = 3

/** `a.test, b.test and 4 more`. */
export function hostsList(hosts: readonly { readonly host: string }[]): string {
  const names = [...new Set(hosts.map(({ host }) => host))]
  const others = names.length - MOST_NAMED
  const shown = names.slice(0, MOST_NAMED)
  if (others > 0) return `${shown.join(', ')} and ${others} more`
  return wordsList(shown)
}

/** `a`, `a and b`, `a, b and c`; nothing of no words. */
export function wordsList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

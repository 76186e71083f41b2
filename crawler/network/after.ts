/**
 * Calls `late` after `delayMs`, once what the network had brought by then has been read: where this process stood still
 * for so long, timers are called before that. The returned function cancels it.
 */
export function after(delayMs: number, late: () => void): () => void {
  let last: NodeJS.Immediate | null = null
  const timer = setTimeout(() => {
    last = setImmediate(late)
  }, delayMs)
  return () => {
    clearTimeout(timer)
    if (last !== null) clearImmediate(last)
  }
}

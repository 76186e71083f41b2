/** Returns where a page was scrolled to, px, from the state of its entry in the history; null where nothing was stored. */
export function storedScroll(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('scrollY' in state)) return null
  return typeof state.scrollY === 'number' ? state.scrollY : null
}

/**
 * Remembers where a page was scrolled to, stored with its entry in the history. The browser's own memory comes too early for
 * pages whose parts are still loading.
 */
export function rememberScroll(window: Window): void {
  window.history.scrollRestoration = 'manual'
  const save = () => saveScroll(window)
  window.addEventListener('scrollend', save)
  window.addEventListener('pagehide', save)
}

export function saveScroll({ history, scrollY }: Window): void {
  history.replaceState({ scrollY }, '')
}

/** Events of scrolling. The position does not tell: the browser moves it, too, where parts above change their height. */
const SCROLLED_BY = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Keeps the page where it was while its parts come and change its height, unless the visitor scrolls. */
export function restoreScroll(
  window: Window,
  page: Element,
  { scrollY, whole, signal }: { scrollY: number; whole: Promise<void>; signal: AbortSignal },
): void {
  const restore = () => window.scrollTo(0, scrollY)
  const observer = new ResizeObserver(restore)
  const over = new AbortController()
  const { signal: ended } = over
  ended.addEventListener('abort', () => observer.disconnect())
  const end = () => over.abort()
  for (const name of SCROLLED_BY) window.addEventListener(name, end, { passive: true, signal: ended })
  signal.addEventListener('abort', end, { signal: ended })
  restore()
  observer.observe(page)
  // A figure is drawn anew in the frame after it was first laid out.
  const afterFrames = (frames: number): unknown =>
    frames === 0 ? end() : window.requestAnimationFrame(() => afterFrames(frames - 1))
  void whole.then(() => afterFrames(3))
}

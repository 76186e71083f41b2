/**
 * Where a page was scrolled to, stored with its entry in the history. The browser's own memory comes too early for pages
 * whose parts are still loading.
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

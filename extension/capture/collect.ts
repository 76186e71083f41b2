/// <reference types="chrome" />

import { reduceLoad } from './load-times.ts'
import { readPage } from './read-page.ts'
import type { LoadMessage } from './types.ts'

/**
 * The script that runs in pages of sites whose loads are contributed: it reads the load once, reduces it there, and says
 * nothing else to anybody. It changes nothing, prints nothing and throws nothing in somebody's page (safety.md EXT-9).
 */
function collect(): void {
  // Root pages alone (safety.md P3).
  if (location.pathname !== '/' || location.search !== '') return
  const shown = document.visibilityState === 'visible'
  let hidden = !shown
  const onChange = () => {
    hidden = true
  }
  document.addEventListener('visibilitychange', onChange, { once: true })
  const read = () => {
    document.removeEventListener('visibilitychange', onChange)
    const load = readPage(false)
    if (load === null) return
    const reduced = reduceLoad({ ...load, hiddenBeforeLoad: load.hiddenBeforeLoad ?? hidden })
    const message: LoadMessage = { kind: 'load', reduced, connectionType: load.connectionType }
    // The worker has no answer; an extension that is just being updated has no worker.
    chrome.runtime.sendMessage(message).catch(() => {})
  }
  // The load event's end is known after its handlers have run.
  const later = () => setTimeout(read)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}

collect()

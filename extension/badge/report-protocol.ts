/// <reference types="chrome" />

import { pageBadge } from './show-badge.ts'
import type { ProtocolMessage } from './take-protocol.ts'

/**
 * Runs in pages only where its owner has switched the badge on for every page (safety.md EXT-15): reports one word to the
 * worker, and leaves the page as it is (EXT-9).
 */
function report(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const message: ProtocolMessage = { kind: 'protocol', badge: pageBadge(navigation?.nextHopProtocol) }
  // An extension that is just being updated has no worker.
  chrome.runtime.sendMessage(message).catch(() => {})
}

// A prerendered page has no tab of its own before it is opened.
if ((document as { readonly prerendering?: boolean }).prerendering)
  document.addEventListener('prerenderingchange', report, { once: true })
else report()
// Out of the back/forward cache scripts are not run anew.
addEventListener('pageshow', ({ persisted }) => persisted && report())

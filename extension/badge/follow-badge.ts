import { DEFAULT_BADGE_CHOICE } from '../store/badge-choice.ts'
/// <reference types="chrome" />
import type { Store } from '../store/store.ts'

/** Every https page: an optional permission, asked for by its owner's click and taken back by the next. */
export const EVERY_PAGE = ['https://*/*']

/** Gives the permission back, unless the badge or a site that is contributed needs it. */
export async function releaseEveryPage(store: Store): Promise<void> {
  const { consent } = await store.state()
  const choice = await store.read('badge')
  if (consent === null && choice?.everyPage !== true) await chrome.permissions.remove({ origins: EVERY_PAGE })
}

const SCRIPT = 'badge'

/** Lets the badge's script run where that was chosen and the browser allows it, and nowhere else. */
export async function followBadge(store: Store): Promise<void> {
  const choice = (await store.read('badge')) ?? DEFAULT_BADGE_CHOICE
  const isAllowed = await chrome.permissions.contains({ origins: EVERY_PAGE })
  if (choice.everyPage && !isAllowed) await store.write('badge', { ...choice, everyPage: false })
  const [registered] = await chrome.scripting.getRegisteredContentScripts({ ids: [SCRIPT] })
  const isWanted = choice.everyPage && isAllowed
  if (registered && !isWanted) await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT] })
  if (!registered && isWanted)
    await chrome.scripting.registerContentScripts([
      // Begins with a slash: Firefox takes a name without one to be beside the page that registers it.
      { id: SCRIPT, matches: EVERY_PAGE, js: ['/badge.js'], runAt: 'document_idle' },
    ])
}

import type { Sender } from '../send/take-message.ts'
import type { Store } from '../store/store.ts'
import { BADGES, type Badge, showBadge } from './show-badge.ts'

/** All that a page's badge script reports: one word of a closed list, no address. */
export interface ProtocolMessage {
  readonly kind: 'protocol'
  readonly badge: Badge | null
}

/**
 * Shows the badge of the tab that the browser says a message is from (safety.md EXT-10). What the message says is a word of
 * a closed list or nothing; it is neither stored nor sent.
 */
export async function takeProtocol(
  store: Store,
  extensionId: string,
  message: unknown,
  { id, frameId, tab }: Sender,
): Promise<void> {
  if (id !== extensionId || frameId !== 0 || tab?.id === undefined || tab.incognito) return
  const { kind, badge } = (message ?? {}) as Partial<ProtocolMessage>
  if (kind !== 'protocol') return
  const choice = await store.read('badge')
  if (choice?.everyPage !== true) return
  await showBadge(store, tab.id, BADGES.find((name) => name === badge) ?? null)
}

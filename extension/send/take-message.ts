/// <reference types="chrome" />

import { utcDay } from '../../model/utc-day.ts'
import { checkedLoad } from '../capture/checked-load.ts'
import { DROP_REASONS, type DropReason, type LoadMessage } from '../capture/types.ts'
import { contribute } from './contribute.ts'
import type { Environment } from './environment.ts'

export type Sender = Pick<chrome.runtime.MessageSender, 'id' | 'frameId' | 'origin' | 'url' | 'tab'>

/**
 * Takes a load that a page's collecting script reports. Who sent it, and from which site, is what the browser says and never
 * what the message says (safety.md EXT-10); the load itself is checked as if a stranger had sent it.
 */
export async function takeMessage(
  environment: Environment,
  extensionId: string,
  message: unknown,
  sender: Sender,
): Promise<void> {
  const { id, frameId, url } = sender
  if (id !== extensionId || frameId !== 0 || sender.tab === undefined || url === undefined) return
  // Firefox has no origin here before 126; the address is the browser's word as well.
  if (sender.origin !== undefined && sender.origin !== URL.parse(url)?.origin) return
  if (sender.tab.incognito || (message as LoadMessage | null)?.kind !== 'load') return
  const { reduced, connectionType } = message as LoadMessage
  const reason = droppedFor(reduced)
  if (reason !== null) return countDropped(environment, reason)
  const load = checkedLoad(reduced)
  if (load === null) return countDropped(environment, 'bad_times')
  await contribute(environment, {
    ...{ url, load, day: utcDay(environment.now()) },
    ...{ browser: environment.browser, major: environment.major },
    connectionType: typeof connectionType === 'string' ? connectionType : null,
  })
}

function droppedFor(reduced: unknown): DropReason | null {
  const { dropped } = (reduced ?? {}) as { readonly dropped?: unknown }
  return typeof dropped === 'string' && Object.hasOwn(DROP_REASONS, dropped) ? (dropped as DropReason) : null
}

/** Counted only where there is consent: nothing is kept about anybody else's pages. */
async function countDropped({ store }: Environment, reason: DropReason): Promise<void> {
  await store.change((state) =>
    state.consent === null || state.paused
      ? state
      : { ...state, dropped: { ...state.dropped, [reason]: (state.dropped[reason] ?? 0) + 1 } },
  )
}

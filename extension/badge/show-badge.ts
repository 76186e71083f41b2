/// <reference types="chrome" />
import { httpVersion, protocolName } from '../../har/protocol-name.ts'
import { DEFAULT_BADGE_CHOICE } from '../store/badge-choice.ts'
import type { Store } from '../store/store.ts'
import { BADGES, type Badge, badgeColour, badgeTitle } from './badge.ts'

/** The badge of a page by its `nextHopProtocol`; null where that is hidden or none of the three. */
export function pageBadge(nextHopProtocol: unknown): Badge | null {
  const name = protocolName(nextHopProtocol)
  const version = name === null ? 'hidden' : httpVersion(name)
  return BADGES.find((badge) => badge === version) ?? null
}

/** Shows it on one tab, until that goes to another page: browsers take it away by themselves. Needs no permission. */
export async function showBadge(store: Store, tabId: number, badge: Badge | null): Promise<void> {
  const choice = (await store.read('badge')) ?? DEFAULT_BADGE_CHOICE
  try {
    await chrome.action.setBadgeText({ tabId, text: badge ?? '' })
    if (badge === null) return
    await chrome.action.setBadgeTextColor({ tabId, color: '#ffffff' })
    await chrome.action.setBadgeBackgroundColor({ tabId, color: badgeColour(badge, choice) })
    await chrome.action.setTitle({ tabId, title: badgeTitle(badge) })
  } catch {
    // The tab was closed meanwhile.
  }
}

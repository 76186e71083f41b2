/// <reference types="chrome" />

import type { HttpVersion } from '../../har/entry-protocol.ts'
import { httpVersion, protocolName } from '../../har/protocol-name.ts'
import { ARMS } from '../../model/arm.ts'
import { type BadgeChoice, DEFAULT_BADGE_CHOICE } from '../store/badge-choice.ts'
import type { Store } from '../store/store.ts'

export const BADGES = ['h1', 'h2', 'h3'] as const satisfies readonly HttpVersion[]

export type Badge = (typeof BADGES)[number]

const GREY = '#4d5359'

/** The dashboard's colours of the arms on white (web/styles/theme.css), dark enough for white text. */
const COLOURS: Readonly<Record<Badge, string>> = { h1: GREY, h2: '#0067a3', h3: '#bf4a00' }

export function badgeColour(badge: Badge, { coloured }: BadgeChoice): string {
  return coloured ? COLOURS[badge] : GREY
}

function badgeTitle(badge: Badge): string {
  return `This page came by ${ARMS[badge].label}`
}

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

import type { HttpVersion } from '../../har/entry-protocol.ts'
import { ARMS } from '../../model/arm.ts'

export const BADGES = ['h1', 'h2', 'h3'] as const satisfies readonly HttpVersion[]

export type Badge = (typeof BADGES)[number]

/** What its owner has chosen for the toolbar. */
export interface BadgeChoice {
  /** On every page, for which the browser has to allow reading them; else only on a tab whose popup was opened. */
  readonly everyPage: boolean
  /** A colour for each protocol; else one grey. */
  readonly coloured: boolean
}

export const DEFAULT_BADGE_CHOICE: BadgeChoice = { everyPage: false, coloured: false }

const GREY = '#4d5359'

/** The dashboard's colours of the arms on white (web/styles/theme.css), dark enough for white text. */
const COLOURS: Readonly<Record<Badge, string>> = { h1: GREY, h2: '#0067a3', h3: '#bf4a00' }

export function badgeColour(badge: Badge, { coloured }: BadgeChoice): string {
  return coloured ? COLOURS[badge] : GREY
}

export function badgeTitle(badge: Badge): string {
  return `This page came by ${ARMS[badge].label}`
}

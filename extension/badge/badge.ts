import type { HttpVersion } from '../../har/entry-protocol.ts'
import { ARMS } from '../../model/arm.ts'
import type { BadgeChoice } from '../store/badge-choice.ts'

export const BADGES = ['h1', 'h2', 'h3'] as const satisfies readonly HttpVersion[]

export type Badge = (typeof BADGES)[number]

const GREY = '#4d5359'

/** The dashboard's colours of the arms on white (web/styles/theme.css), dark enough for white text. */
const COLOURS: Readonly<Record<Badge, string>> = { h1: GREY, h2: '#0067a3', h3: '#bf4a00' }

export function badgeColour(badge: Badge, { coloured }: BadgeChoice): string {
  return coloured ? COLOURS[badge] : GREY
}

export function badgeTitle(badge: Badge): string {
  return `This page came by ${ARMS[badge].label}`
}

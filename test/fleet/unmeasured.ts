import type { VantageReport } from '../../db/fleet/vantages.ts'

/** A vantage point of which nothing is known but that it is there. */
export const UNMEASURED: Omit<VantageReport, 'name'> = {
  measuredAt: '2026-11-23T06:00:00.000Z',
  toolVersion: '0.0.0',
  place: null,
  network: null,
  ipv4: null,
  ipv6: null,
  resolver: null,
  rtts: null,
  clockOffsetMs: null,
  clockErrorMs: null,
}

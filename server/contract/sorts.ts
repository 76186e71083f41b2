import { FIELD_PROTOCOLS } from '../../model/field.ts'

/** Keys that the table of sites can be sorted by; `gain` is that of the arm `gainArm`. */
export const SITE_SORTS = [
  'rank',
  'domain',
  'cdn',
  'rttMs',
  'requests',
  'domains',
  'initialWindow',
  'sizeBytes',
  'gain',
] as const

export type SiteSort = (typeof SITE_SORTS)[number]

/** Keys that the table of a campaign’s pages can be sorted by; `connections` are those of the arm. */
export const COMPOSITION_SORTS = [
  'rank',
  'domain',
  'requests',
  'sizeBytes',
  'domains',
  'shareTop1',
  'connections',
  'initialWindow',
  'rttMedianMs',
  'server',
  'cdn',
] as const

export type CompositionSort = (typeof COMPOSITION_SORTS)[number]

/** Keys that the table of released sites can be sorted by; `contributors` are those of all protocols, medians one’s. */
export const FIELD_SITE_SORTS = ['site', 'domain', 'contributors', ...FIELD_PROTOCOLS] as const

export type FieldSiteSort = (typeof FIELD_SITE_SORTS)[number]

export interface SiteToRecord {
  readonly domain: string
  /** URL of its page. */
  readonly url: string
  readonly folder: string
}

/**
 * Says why a site has no recording. `waits`: it asked to be left alone, and is asked again later. `parked`: it did so again and
 * again. `poison`: it ended the browser twice. `failed`: anything else.
 */
type SetbackKind = 'waits' | 'parked' | 'poison' | 'failed'

export interface Setback {
  readonly kind: SetbackKind
  readonly why: string
  /** Says how long the site wants to be left alone, of `waits`; else null. */
  readonly waitMs: number | null
}

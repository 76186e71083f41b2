export interface BadgeChoice {
  /** Runs on every page, for which the browser has to allow reading them; else only on a tab whose popup was opened. */
  readonly everyPage: boolean
  /** A colour for each protocol; else one grey. */
  readonly coloured: boolean
}

export const DEFAULT_BADGE_CHOICE: BadgeChoice = { everyPage: false, coloured: false }

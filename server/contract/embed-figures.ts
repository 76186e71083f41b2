/** Figures that other sites can show in a frame: `/embed/FIGURE?…` is a page with one figure. Its width is that of its frame. */

export const EMBED_FIGURES = {
  gains: {
    ...{ title: 'Gain of each protocol', about: 'site', anchor: null, heightPx: 520 },
    choices: ['metric', 'baseline', 'campaign'],
  },
  cdf: {
    ...{ title: 'Distribution', about: 'site', anchor: 'cdf', heightPx: 680 },
    choices: ['metric', 'campaign', 'scale'],
  },
  adoption: {
    ...{ title: 'Claimed and served', about: 'list', anchor: 'adoption', heightPx: 680 },
    choices: ['survey', 'of'],
  },
  trend: {
    ...{ title: 'Adoption over surveys', about: 'list', anchor: 'trend', heightPx: 600 },
    choices: ['of', 'sites', 'until'],
  },
} as const satisfies Readonly<Record<string, EmbedFigure>>

interface EmbedFigure {
  readonly title: string
  /** `site`: of the one that `site` names; else of a whole list. */
  readonly about: 'site' | 'list'
  /** Anchor where it stands on its page; null: at its top. */
  readonly anchor: string | null
  /** Height at the width of {@link EMBED_WIDTH_PX}. */
  readonly heightPx: number
  /** Choices of its page that it follows. */
  readonly choices: readonly string[]
}

export type EmbedFigureName = keyof typeof EMBED_FIGURES

export const EMBED_WIDTH_PX = 680

export function isEmbedFigure(name: string | undefined): name is EmbedFigureName {
  return name !== undefined && Object.hasOwn(EMBED_FIGURES, name)
}

/** A name of a site as it stands in an address. */
const DOMAIN = /^[a-z0-9._-]{1,253}$/i

/** A number or a word of a closed list. */
const CHOICE = /^[a-z0-9_]{1,40}$/i

/**
 * Path and query of the page of a figure, with those choices alone that it follows, in one order. Null where it is about a
 * site, and none is named.
 */
export function embedPath(
  figure: EmbedFigureName,
  site: string | null,
  choices: ReadonlyMap<string, string> | URLSearchParams,
): string | null {
  const { about, choices: followed } = EMBED_FIGURES[figure]
  if (about === 'site' && (site === null || !DOMAIN.test(site))) return null
  const query = new URLSearchParams(about === 'site' && site !== null ? { site: site.toLowerCase() } : {})
  for (const name of followed) {
    const value = choices.get(name) ?? ''
    if (CHOICE.test(value)) query.set(name, value)
  }
  return query.size === 0 ? `/embed/${figure}` : `/embed/${figure}?${query}`
}

/** Where a curve comes from. Sources are drawn in one chart and never pooled. */
export type CurveSource = 'field' | 'live' | 'lab'

/** How each source is told apart: by its word, its dash and its width. Colours are those of protocols. */
interface SourceStyle {
  readonly dash: string | null
  /** Of its curve. */
  readonly className: string
}

const STYLES: Readonly<Record<CurveSource, SourceStyle>> = {
  field: { dash: null, className: 'of-field' },
  live: { dash: '7 4', className: 'of-live' },
  lab: { dash: '2 3', className: 'of-lab' },
}

export function sourceStyle(source: CurveSource): SourceStyle {
  return STYLES[source]
}

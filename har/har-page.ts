import { dateMs, finite, isObject, type Json, objectOf, textOf } from './read-value.ts'

export interface HarPage {
  readonly id: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly startedMs: number | null
  readonly onContentLoadMs: number | null
  readonly onLoadMs: number | null
}

/**
 * The pages of a HAR; of those with the same id the first.
 * @param readMore what a reader takes beside it
 */
export function readPages<More extends object>(
  pages: readonly unknown[],
  readMore: (page: Json) => More,
): (HarPage & More)[] {
  const ids = new Set<string>()
  return pages.filter(isObject).flatMap((page) => {
    const id = textOf(page.id)
    if (ids.has(id)) return []
    ids.add(id)
    const timings = objectOf(page.pageTimings)
    return {
      id,
      title: textOf(page.title),
      startedMs: dateMs(page.startedDateTime),
      onContentLoadMs: finite(timings.onContentLoad),
      onLoadMs: finite(timings.onLoad),
      ...readMore(page),
    }
  })
}

/** Words the verdict on a replayed page for tables and charts, or that there is none, and what a verdict does not show. */
export function fidelityWords(
  page: { readonly verdict: string | null; readonly unsentHints: number } | null,
): string | null {
  if (page === null) return null
  return `${page.verdict ?? 'not judged'}${page.unsentHints > 0 ? ', without its 103' : ''}`
}

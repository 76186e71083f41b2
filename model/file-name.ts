import type { MetricName } from './metrics.ts'

/** File systems take 255 bytes; this leaves room for ` (1)` and the like. */
const MOST_CHARACTERS = 200

/**
 * A file named after what it holds: `towline-example.com-plt-cdf-campaign-3-2026-11-22.svg`. Letters, digits, dots,
 * hyphens and underscores alone, so that it needs no quotes anywhere; parts that are null are left out.
 */
export function fileName(parts: readonly (string | null)[], extension: string): string {
  const name = ['towline', ...parts]
    .filter((part) => part !== null)
    .join('-')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replace(/[-.]+$/, '')
  return `${name}.${extension}`
}

/** A metric in the name of a file, without its unit: `plt`, `phase-dns`. */
export function metricInFileName(metric: MetricName): string {
  return metric.replace(/_ms(?=\.|$)/, '').replaceAll(/[._]/g, '-')
}

/** A run and its day in the name of a file: `campaign-3-2026-11-22`. `createdAt`: ISO 8601, UTC. */
export function runInFileName(
  kind: 'survey' | 'campaign' | 'lab-run' | 'load-run',
  id: number,
  createdAt: string,
): string {
  return `${kind}-${id}-${createdAt.slice(0, 10)}`
}

/** Several surveys in the name of a file: `surveys-1-to-9-2026-11-22`, with the day of the last; null for none. */
export function surveysInFileName(
  surveys: readonly { readonly surveyId: number; readonly createdAt: string }[],
): string | null {
  const [first, last] = [surveys[0], surveys.at(-1)]
  if (first === undefined || last === undefined) return null
  if (surveys.length === 1) return runInFileName('survey', first.surveyId, first.createdAt)
  return `surveys-${first.surveyId}-to-${last.surveyId}-${last.createdAt.slice(0, 10)}`
}

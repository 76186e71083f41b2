import { readMetrics } from '../../db/campaign/sample-metrics.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Waterfall } from '../contract/contract.ts'

/**
 * Moments of a load since the start of its first navigation. All metrics but the load event's count from the start of the
 * navigation to the document shown (docs/metrics.md), which was so many milliseconds later.
 */
export async function loadMarks(
  db: Database,
  sampleId: number,
  documentMs: number,
): Promise<Waterfall['marks']> {
  const values = new Map((await readMetrics(db, sampleId)).map(({ name, value }) => [name, value]))
  const mark = (name: string): number | null => {
    const value = values.get(name) ?? null
    return value === null ? null : value + documentMs
  }
  return {
    ttfbMs: mark('ttfb_ms'),
    fcpMs: mark('fcp_ms'),
    lcpMs: mark('lcp_ms'),
    dclMs: mark('dcl_ms'),
    loadMs: values.get('plt_ms') ?? null,
  }
}

import { z } from 'zod'
import { index } from './values.ts'

/**
 * One load of the page. `bodies`: everything that came was written down meanwhile, which disturbs its times. `times`: an
 * ordinary load, whose times count. `http1`: an ordinary load under HTTP/1.1, where a browser has few requests under way to
 * a host: it bounds the think times of the others. Since version 2.0.
 */
export const RECORDED_LOAD = z.object({
  ordinal: index,
  purpose: z.enum(['bodies', 'times', 'http1']),
  startedAt: z.string().nullable(),
  /** Is null where it succeeded; codes are those of docs/failures.md. */
  failure: z.object({ code: z.string(), detail: z.string().nullable() }).nullable(),
  /** Named as in docs/metrics.md (`plt_ms`, `ttfb_ms`, `lcp_ms`,  ); null where unknown. */
  metrics: z.record(z.string(), z.number().nullable()),
})

export type RecordedLoad = z.infer<typeof RECORDED_LOAD>
